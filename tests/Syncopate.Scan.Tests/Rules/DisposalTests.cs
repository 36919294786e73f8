using Syncopate.Analyzers;
using Xunit;

namespace Syncopate.Scan.Tests.Rules;

public sealed class DisposalTests
{
    [Theory]
    [InlineData("""using (var [|file = new FileStream("a", FileMode.Create)|]) Use(file);""")]
    [InlineData("""using var [|file = new FileStream("a", FileMode.Create)|]; Use(file);""")]
    [InlineData("""using var [|file = File.Create("a")|]; Use(file);""")]
    [InlineData("""using FileStream [|file = File.OpenWrite("a")|]; Use(file);""")]
    [InlineData("""using var [|writer = new StreamWriter("a")|]; Use(writer);""")]
    [InlineData("""using var [|writer = File.CreateText("a")|]; Use(writer);""")]
    [InlineData("""await using var file = File.Create("a"); using var [|zip = new GZipStream(file, CompressionMode.Compress)|]; Use(zip);""")]
    [InlineData("""using var [|transaction = await Db.Database.BeginTransactionAsync()~|]; Use(transaction);""")]
    public Task Disposal_that_writes_or_asks_is_reported(string statements) => RuleCheck.StatementsAsync(ScanRules.BlockingDisposal, statements, TopLevel.Silent);

    [Theory]
    [InlineData("""using var memory = new MemoryStream(); Use(memory);""")]
    [InlineData("""using var reader = new StreamReader("a"); Use(reader);""")]
    [InlineData("""using var reader = new StringReader("a"); Use(reader);""")]
    [InlineData("""using var file = File.OpenRead("a"); Use(file);""")]
    [InlineData("""using var file = new FileStream("a", FileMode.Open, FileAccess.Read); Use(file);""")]
    [InlineData("""using var embedded = typeof(Shop).Assembly.GetManifestResourceStream("a"); Use(embedded);""")]
    [InlineData("""using var source = new CancellationTokenSource(); Use(source);""")]
    [InlineData("""IServiceProvider services = null!; using var scope = services.CreateScope(); Use(scope);""")]
    [InlineData("""await using var file = File.Create("a"); Use(file);""")]
    [InlineData("""using var zip = new GZipStream(File.OpenRead("a"), CompressionMode.Decompress); Use(zip);""")]
    [InlineData("""using var zip = new GZipStream(new MemoryStream(), CompressionMode.Compress); Use(zip);""")]
    [InlineData("""using var writer = new StreamWriter(new MemoryStream()); Use(writer);""")]
    [InlineData("""using var writer = new StringWriter(); Use(writer);""")]
    [InlineData("""DbDataReader reader = null!; using (reader) Use(reader);""")]
    [InlineData("""DbConnection connection = null!; using (connection) Use(connection);""")]
    [InlineData("""using var http = new HttpClient(); Use(http);""")]
    public Task Disposal_that_only_lets_go_is_not(string statements) => RuleCheck.StatementsAsync(ScanRules.BlockingDisposal, statements);

    [Theory]
    [InlineData("""public class Code { public void Run() { using var file = File.Create("a"); Use(file); } }""")]
    [InlineData("""public class Code { public Task RunAsync() { using var file = File.Create("a"); Use(file); return Task.CompletedTask; } }""")]
    public Task Code_that_cannot_await_is_not(string types) => RuleCheck.TypesAsync(ScanRules.BlockingDisposal, types);
}
