using Microsoft.CodeAnalysis.CSharp;
using Syncopate.Analyzers;
using Syncopate.Scan.Tests.Rewriting;
using Xunit;

namespace Syncopate.Scan.Tests.Rules;

public sealed class SyncCallTests
{
    [Theory]
    [InlineData("""Use([|File.ReadAllText("a")|]);""")]
    [InlineData("""[|File.WriteAllText("a", "b")|];""")]
    [InlineData("""using var file = new FileStream("a", FileMode.Open, FileAccess.Read); [|file.Read(new byte[1], 0, 1)|];""")]
    [InlineData("""using var reader = new StreamReader("a"); Use([|reader.ReadLine()|]);""")]
    [InlineData("""[|Source.CopyTo(new MemoryStream())|];""")]
    [InlineData("""using var zip = new GZipStream(File.OpenRead("a"), CompressionMode.Decompress); [|zip.CopyTo(Source)|];""")]
    [InlineData("""using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp); [|socket.Connect("a", 1)|];""")]
    [InlineData("""Use([|Http.Send(new HttpRequestMessage())|]);""")]
    [InlineData("""DbCommand command = null!; Use([|command.ExecuteReader()|]); Use([|command.ExecuteScalar()|]);""")]
    [InlineData("""DbConnection connection = null!; [|connection.Open()|];""")]
    [InlineData("""System.Diagnostics.Process other = null!; [|other.WaitForExit()|];""")]
    [InlineData("""SemaphoreSlim gate = new(1); [|gate.Wait()|]; gate.Release();""")]
    [InlineData("""System.Diagnostics.Process one = null!, other = null!; if (one.ExitCode == 0) [|other.WaitForExit()|];""")]
    [InlineData("""
        var answer = await Http.GetAsync("a", HttpCompletionOption.ResponseHeadersRead)~;
        using var text = new StreamReader(await answer.Content.ReadAsStreamAsync()~); Use([|text.ReadToEnd()|]);
        """)]
    [InlineData("""Use([|Dns.GetHostEntry("a")|]);""")]
    [InlineData("""IDistributedCache cache = null!; Use([|cache.GetString("a")|]); Use([|cache.Get("a")|]);""")]
    [InlineData("""[|Store.Save()|];""")]
    public Task A_call_that_waits_and_has_a_twin_is_reported(string statements) =>
        RuleCheck.StatementsAsync(ScanRules.SyncCall, statements, TopLevel.Silent);

    [Theory]
    [InlineData("""Func<Task> inner = async () => { await Task.Yield(); [|File.WriteAllText("a", "")|]; }; await inner()~;""")]
    [InlineData("""Func<Task<string>> inner = () => Task.FromResult([|File.ReadAllText("a")|]); Use(await inner()~);""")]
    public Task An_async_lambda_is_async_code_wherever_it_stands(string statements) => RuleCheck.StatementsAsync(ScanRules.SyncCall, statements);

    [Theory]
    [InlineData("Use([|Db.Orders.ToList()|]);")]
    [InlineData("Use([|Db.Orders.Where(o => o.Id > 1).ToArray()|]);")]
    [InlineData("Use([|Db.Orders.ToDictionary(o => o.Id)|]);")]
    [InlineData("Use([|Db.Orders.First()|]); Use([|Db.Orders.FirstOrDefault(o => o.Id == 1)|]);")]
    [InlineData("Use([|Db.Orders.Single()|]); Use([|Db.Orders.SingleOrDefault()|]);")]
    [InlineData("Use([|Db.Orders.OrderBy(o => o.Id).Last()|]); Use([|Db.Orders.OrderBy(o => o.Id).LastOrDefault()|]);")]
    [InlineData("Use([|Db.Orders.Any()|]); Use([|Db.Orders.All(o => o.Id > 1)|]); Use([|Db.Orders.Select(o => o.Id).Contains(1)|]);")]
    [InlineData("Use([|Db.Orders.Count()|]); Use([|Db.Orders.LongCount()|]);")]
    [InlineData("Use([|Db.Orders.Sum(o => o.Id)|]); Use([|Db.Orders.Min(o => o.Id)|]); Use([|Db.Orders.Max(o => o.Id)|]); Use([|Db.Orders.Average(o => o.Id)|]);")]
    [InlineData("Use([|Db.Orders.Find(1)|]); [|Db.Orders.Load()|];")]
    [InlineData("""[|Db.SaveChanges()|]; [|Db.Database.ExecuteSqlRaw("a")|];""")]
    [InlineData("[|Db.Orders.ExecuteDelete()|]; [|Db.Database.EnsureCreated()|]; [|Db.Database.Migrate()|];")]
    [InlineData("Use([|Db.Database.BeginTransaction()|]); [|Db.Database.OpenConnection()|];")]
    [InlineData("Use([|Store.Query().FirstOrDefault()|]);")]
    [InlineData("IQueryable<int> known = Db.Orders.Select(o => o.Id); Use(new[] { 1 }.Where(id => ![|known.Contains(id)|]).ToList());")]
    [InlineData("Use([|(from order in Db.Orders where order.Id > 1 select order).ToList()|]);")]
    [InlineData("Use([|Db.Orders.AsNoTracking().Include(o => o.Lines).ToList()|]);")]
    [InlineData("IQueryable<Order> Apply(IQueryable<Order> many) => many.Where(o => o.Id > 1); Use([|Apply(Db.Orders).First()|]);")]
    [InlineData("""
        IQueryable<int> Both(IQueryable<int> one, IQueryable<int> other) => one.Concat(other);
        Use([|Both(new[] { 1 }.AsQueryable(), Db.Orders.Select(o => o.Id)).First()|]);
        """)]
    public Task A_query_that_is_sent_is_reported(string statements) => RuleCheck.StatementsAsync(ScanRules.SyncCall, statements, TopLevel.Silent);

    [Theory]
    [InlineData("Use(new List<int> { 1 }.ToList()); Use(new[] { 1 }.First()); Use(new byte[1].ToArray());")]
    [InlineData("var orders = await Db.Orders.ToListAsync()~; Use(orders.First().Lines.ToList()); Use(orders.Sum(o => o.Id));")]
    [InlineData("Use(await Db.Orders.Where(o => o.Lines.Any(l => l > 1) && o.Lines.Count() > 1).ToListAsync()~);")]
    [InlineData("Use(await (from order in Db.Orders where order.Lines.Any() select order.Lines.ToList()).ToListAsync()~);")]
    [InlineData("Use(await Db.Orders.Where(o => Db.Orders.Count() > o.Id).ToListAsync()~);")]
    [InlineData("Use(new List<int> { 1 }.AsQueryable().ToList()); IQueryable<int> some = new[] { 1 }.AsQueryable(); Use(some.Where(x => x > 1).First());")]
    [InlineData("IQueryable<int> Apply(IQueryable<int> many) => many.Where(x => x > 1); Use(Apply(new[] { 1 }.AsQueryable()).First());")]
    [InlineData("""
        IQueryable<int> Apply(IQueryable<int> many) => many.Where(x => x > 1); var some = new[] { 1 }.AsQueryable();
        if (Maybe) some = some.Where(x => x < 9); Use(Apply(some).ToList());
        """)]
    [InlineData("Db.Orders.Add(new Order()); Db.Orders.AddRange(new Order()); Db.Orders.Attach(new Order()); Db.Orders.Update(new Order()); Db.Orders.Remove(new Order()); Db.Add(new Order());")]
    [InlineData("IDbContextFactory<Shop> shops = null!; using var shop = shops.CreateDbContext(); Use(shop);")]
    [InlineData("""using var memory = new MemoryStream(); memory.Write(new byte[1], 0, 1); memory.CopyTo(new MemoryStream()); memory.Flush();""")]
    [InlineData("""using var reader = new StringReader("a"); Use(reader.ReadLine()); using var writer = new StringWriter(); writer.Write("a");""")]
    [InlineData("""using var embedded = typeof(Shop).Assembly.GetManifestResourceStream("a")!; using var reader = new StreamReader(embedded); Use(reader.ReadToEnd());""")]
    [InlineData("""using var zip = new GZipStream(new MemoryStream(), CompressionMode.Decompress); using var text = new StreamReader(zip); Use(text.ReadToEnd());""")]
    [InlineData("""
        using var zip = new ZipArchive(new MemoryStream()); foreach (var entry in zip.Entries)
        entry.Open().CopyTo(new MemoryStream());
        """)]
    [InlineData("""
        using var zip = new ZipArchive(new MemoryStream()); using var text = new
        StreamReader(zip.GetEntry("a")!.Open()); Use(text.ReadToEnd());
        """)]
    [InlineData("""
        using var zip = new ZipArchive(new MemoryStream()); using var text = new
        StreamReader(zip.Entries.First(e => e.Name == "a").Open()); Use(text.ReadToEnd());
        """)]
    [InlineData("""
        var answer = await Http.GetAsync("a")~; using var text = new StreamReader(await answer.Content.ReadAsStreamAsync()~);
        Use(text.ReadToEnd());
        """)]
    [InlineData("""System.Diagnostics.Process other = null!; if (other.ExitCode == 0) other.WaitForExit();""")]
    [InlineData("""ZipFile.ExtractToDirectory("a", "b");""")]
    [InlineData("""DbDataReader reader = null!; Use(reader.IsDBNull(0)); Use(reader.GetFieldValue<int>(1));""")]
    [InlineData("""using var sent = new System.Net.Security.SslStream(Source); sent.Flush();""")]
    [InlineData("""using var file = File.OpenRead("a"); file.Flush(true);""")]
    [InlineData("SemaphoreSlim gate = new(1); gate.Wait(0); gate.Wait(TimeSpan.Zero);")]
    [InlineData("""Use(File.Exists("a")); File.Delete("a"); using var file = File.OpenRead("a"); Directory.CreateDirectory("a");""")]
    [InlineData("""Store.Note("a"); Use(Store.Query());""")]
    [InlineData("""Console.WriteLine("a"); Console.Out.Flush();""")]
    [InlineData("""Use(JsonSerializer.Deserialize<int>("1")); Use(nameof(File.ReadAllText));""")]
    [InlineData("await Store.SaveAsync()~; await Store.CountAsync(1)~;")]
    public Task What_does_not_wait_or_has_no_twin_is_not(string statements) => RuleCheck.StatementsAsync(ScanRules.SyncCall, statements);

    [Theory]
    [InlineData("""public class Code { public Task<string> RunAsync() { string text = [|File.ReadAllText("a")|]; return Task.FromResult(text); } }""")]
    [InlineData("""public class Code { public string Read() => File.ReadAllText("a"); public async Task<string> ReadAsync() { await Task.Yield(); return [|Read()|]; } }""")]
    [InlineData("""public class Code { public void Put() => Deep(); private void Deep() => File.WriteAllText("a", ""); public Task PutAsync() => WriteAsync("a"); } public class User(Code code) { public async Task RunAsync() { [|code.Put()|]; await Task.Yield(); } }""")]
    [InlineData("""public class Code { public int Sum() => 1 + 1; public async Task<int> SumAsync() { await Task.Yield(); return Sum(); } public async Task RunAsync() { Use(Sum()); await Task.Yield(); } }""")]
    [InlineData("""public class Code { public string Read() => File.ReadAllText("a"); public Task<string> ReadAsync() => File.ReadAllTextAsync("a"); public async Task RunAsync() { Use([|Read()|]); await Task.Yield(); } }""")]
    [InlineData("""public class Code { public string Read() => File.ReadAllText("a"); public Task<string> ReadAsync(int other) => File.ReadAllTextAsync("a" + other); public async Task RunAsync() { Use(Read()); await Task.Yield(); } }""")]
    [InlineData("""public class Code { public string Read() => File.ReadAllText("a"); public Task<string> ReadAsync(CancellationToken token) => File.ReadAllTextAsync("a", token); public async Task RunAsync() { Use([|Read()|]); await Task.Yield(); } }""")]
    [InlineData("""public class Code { public void Run() { File.WriteAllText("a", ""); Db.SaveChanges(); } public void Wait() { var gate = new SemaphoreSlim(1); gate.Wait(); } }""")]
    [InlineData("""public class Code { public async Task RunAsync() { Use(Read()); await Task.Yield(); } public async Task<string> Read() { await Task.Yield(); return ""; } }""")]
    [InlineData("""
        public class Code { public IQueryable<Order> Many() => from order in Db.Orders where
        Db.Orders.Any(other => other.Id == order.Id) select order; public async Task<IQueryable<Order>>
        ManyAsync() { await Task.Yield(); return Many(); } }
        """)]
    [InlineData("""
        public abstract class Code { public abstract string Read(); public virtual Task<string> ReadAsync()
        => Task.FromResult(Read()); }
        """)]
    [InlineData("""
        public abstract class Code { public abstract string Read(); public virtual async Task<string>
        ReadAsync() { await Task.Yield(); return [|Read()|]; } }
        """)]
    [InlineData("""
        public class Code { private static async Task<string> Read(bool async) { string text = async ?
        await File.ReadAllTextAsync("a") : File.ReadAllText("a"); if (async) await Task.Delay(1); else
        Thread.Sleep(1); return text; } }
        """)]
    [InlineData("""
        public class Code { private static async Task<string> Read(bool async) { if (!async) { return
        File.ReadAllText("a"); } else { return await File.ReadAllTextAsync("a"); } } }
        """)]
    [InlineData("""
        public class Code { private static async Task<string> Read(bool async) { if (async) return await
        File.ReadAllTextAsync("a"); return File.ReadAllText("a"); } }
        """)]
    [InlineData("""
        public class Code { private static async Task<int> Count(bool sync, int n) { if (sync) { if (n > 1) Use(File.ReadAllText("a")); }
        else await Task.Delay(1); switch (n) { case 1 when sync: return File.ReadAllText("a").Length; case 1: return
        (await File.ReadAllTextAsync("a")).Length; case 2: Use([|File.ReadAllText("a")|]); break; } return sync ? new[] { "a" }.Sum(one =>
        File.ReadAllText(one).Length) : await Task.Run(() => 1); } }
        """)]
    [InlineData("""
        public class Code { private static async Task<int> Count(bool late) { if (late) Use([|File.ReadAllText("a")|]); else await
        Task.Delay(1); return 1; } private static async Task<int> Sum(bool sync) { await Task.Delay(1); if (sync) Use(1);
        return [|File.ReadAllText("a")|].Length; } }
        """)]
    [InlineData("""
        public class Code { private static async Task<string> Read(bool cached) => cached ? await
        ReadAsync("a") : [|File.ReadAllText("a")|]; }
        """)]
    [InlineData("""
        public class Code { private static async Task<string> Read(string path) => path.Length > 1 ? await
        File.ReadAllTextAsync(path) : [|File.ReadAllText(path)|]; }
        """)]
    [InlineData("""
        public abstract class Job { public abstract void Run(); public virtual Task RunAsync() =>
        Task.CompletedTask; public async Task StartAsync() { Run(); await RunAsync(); } }
        """)]
    [InlineData("""
        public abstract class Job { public abstract void Run(); public virtual Task RunAsync() =>
        Task.CompletedTask; public async Task StartAsync() { [|Run()|]; await Task.Yield(); } }
        """)]
    [InlineData("""
        public abstract class Job { public abstract void Run(); public virtual Task RunAsync() =>
        Task.CompletedTask; } public class User { public async Task StartAsync(Job job) { [|job.Run()|];
        await job.RunAsync(); } }
        """)]
    [InlineData("""
        public class Code { public string Read() => File.ReadAllText("a"); public Task<string> ReadAsync() => Task.FromResult(Read()); }
        """)]
    [InlineData("""
        public abstract class Code<T> { public abstract T[] Ask<TOther>(string text); public Task<T[]> AskAsync(string text) => null!;
        public virtual Task<T[]> AskAsync<TOther>(string text) => Task.FromResult(Ask<TOther>(text)); }
        """)]
    [InlineData("""
        public class Keep { private readonly Dictionary<string, string> _all = []; public string GetOrAdd(string key, Func<string> make)
        => _all.TryGetValue(key, out string? value) ? value : make(); } public class Code(Keep keep) { public string Read() =>
        keep.GetOrAdd("a", () => File.ReadAllText("a")); public Task<string> ReadAsync() => File.ReadAllTextAsync("a"); public async Task
        RunAsync() { Use(Read()); await Task.Yield(); } }
        """)]
    [InlineData("""
        public class Keep { public string GetOrAdd(string key, Func<string> make) => File.Exists(key) ? File.ReadAllText(key) : make(); }
        public class Code(Keep keep) { public string Read() => keep.GetOrAdd("a", () => ""); public Task<string> ReadAsync() =>
        File.ReadAllTextAsync("a"); public async Task RunAsync() { Use([|Read()|]); await Task.Yield(); } }
        """)]
    [InlineData("""
        public class Many { public string With(string key, Func<string> make) => key + make(); } public class Code(Many many) { public
        string Read() => many.With("a", () => File.ReadAllText("a")); public Task<string> ReadAsync() => File.ReadAllTextAsync("a"); public
        async Task RunAsync() { Use([|Read()|]); await Task.Yield(); } }
        """)]
    [InlineData("""
        public static class Around { public static int First(Stream stream) => stream.Read(new byte[1]); public static async Task<int>
        FirstAsync(Stream stream) => await stream.ReadAsync(new byte[1]); public static async Task RunAsync() { Use(First(new
        MemoryStream())); Use([|First(File.OpenRead("a"))|]); await Task.Yield(); } }
        """)]
    [InlineData("""
        public class Code { public virtual int Sum() => 1; public virtual Task<int> SumAsync() => Task.FromResult(1); } public class Files :
        Code { public override int Sum() => File.ReadAllText("a").Length; public override async Task<int> SumAsync() { await Task.Yield();
        return base.Sum(); } public async Task RunAsync() { Use([|Sum()|]); await Task.Yield(); } }
        """)]
    [InlineData("""
        public class Job : IHostedService { public void Stop() => File.WriteAllText("a", ""); Task IHostedService.StartAsync(
        CancellationToken token) => Task.CompletedTask; Task IHostedService.StopAsync(CancellationToken token) { Stop(); return
        Task.CompletedTask; } }
        """)]
    [InlineData("""
        public interface INotify { void Start(string socket); Task Start(string pipe, CancellationToken token); void Stop(string pipe);
        Task Stop(string pipe, CancellationToken token); } public class Code(INotify notify) { public async Task RunAsync() {
        notify.Start("a"); [|notify.Stop("a")|]; await Task.Yield(); } }
        """)]
    public Task The_twin_and_what_is_behind_the_call_decide(string types) => RuleCheck.TypesAsync(ScanRules.SyncCall, types);

    [Fact]
    public void An_asynchronous_form_is_not_told_to_call_itself()
    {
        CSharpCompilation compilation = Specimen.Compile("Case",
        [
            .. Known.Files(),
            Specimen.Parse("""
                public class Code
                {
                    public string Read() => Disk.ReadAllText("a");
                    public async Task<string> ReadAsync() { await Task.Yield(); return Read(); }
                }
                """, "Code.cs"),
        ]);

        Sighting found = Assert.Single(RuleScan.Files(compilation), one => one.Rule == ScanRules.SyncCall);

        Assert.EndsWith("; its asynchronous form must await that itself", found.Message, StringComparison.Ordinal);
        Assert.Null(found.Twin);
    }

    [Fact]
    public Task Extensions_are_twins_of_each_other() => RuleCheck.TypesAsync(ScanRules.SyncCall, """
        public class Code { public async Task RunAsync(HttpClient http) { Use([|Around.Ask(http)|]); await Task.Yield(); } }
        public static class Around
        {
            public static string Ask(HttpClient http) => http.Send(new HttpRequestMessage()).ToString();
            public static async Task<string> AskAsync(HttpClient http, CancellationToken token = default) => (await http.SendAsync(new HttpRequestMessage(), token)).ToString();
        }
        """);

    [Theory]
    [InlineData("""await Task.Yield(); Use(File.ReadAllText("a")); var builder = WebApplication.CreateBuilder(); var app = builder.Build(); app.Run();""")]
    public Task What_runs_once_at_the_start_is_not_reported(string program) => RuleCheck.ProgramAsync(ScanRules.SyncCall, program);
}
