using Microsoft.CodeAnalysis.CSharp;
using Syncopate.Analyzers;
using Syncopate.Scan.Tests.Rewriting;
using Xunit;

namespace Syncopate.Scan.Tests.Rules;

public sealed class SequentialAwaitsTests
{
    [Theory]
    [InlineData("""string rate = [|await Prices.GetAsync("eur")~; string page = await Http.GetStringAsync("/a")~|]; Use(rate + page);""")]
    [InlineData("""int count = [|await Counts.CountAsync(1)~; int other = await Counts.CountAsync(2)~|]; Use(count + other);""")]
    [InlineData("""int count = [|await Counts.CountAsync(1)~; int page = 1 + 1; string rate = await Prices.GetAsync("eur")~|]; Use(count + rate + page);""")]
    [InlineData("""string a; string b; a = [|await Prices.GetAsync("a")~; b = await Prices.GetAsync("b")~|]; Use(a + b);""")]
    public Task Independent_reads_of_other_machines_are_reported(string statements) => RuleCheck.StatementsAsync(ScanRules.SequentialAwaits, statements, TopLevel.Silent);

    [Theory]
    [InlineData("""string rate = await Prices.GetAsync("eur")~; string page = await Http.GetStringAsync(rate)~; Use(page);""")]
    [InlineData("""string rate = await Prices.GetAsync("eur")~; string trimmed = rate.Trim(); string page = await Http.GetStringAsync(trimmed)~; Use(page);""")]
    [InlineData("""Order order = new(); order.Name = await Prices.GetAsync("eur")~; string page = await Prices.GetAsync(order.Name)~; Use(page);""")]
    [InlineData("""string rate = await Prices.GetAsync("eur")~; if (rate.Length == 0) Use(1); string page = await Http.GetStringAsync("/a")~; Use(page);""")]
    [InlineData("""string rate = await Prices.GetAsync("eur")~ ?? throw new InvalidOperationException(); string page = await Http.GetStringAsync("/a")~; Use(page + rate);""")]
    [InlineData("""int count = await Db.Orders.CountAsync()~; Order order = await Db.Orders.FirstAsync()~; Use((count, order));""")]
    [InlineData("""int count = await Store.CountAsync(1)~; Order order = await Db.Orders.FirstAsync()~; Use((count, order));""")]
    [InlineData("""await Prices.SendAsync("a")~; string rate = await Prices.GetAsync("a")~; Use(rate);""")]
    [InlineData("""string rate = await Prices.GetAsync("a")~; await Prices.SendAsync("a")~; string after = await Http.GetStringAsync("/a")~; Use(rate + after);""")]
    [InlineData("""string rate = await Prices.ReadAgainAsync("a")~; string other = await Prices.ReadAgainAsync("b")~; Use(rate + other);""")]
    [InlineData("""string rate = await Prices.GetAsync("a")~; string again = await Prices.GetAsync("a")~; Use(rate == again);""")]
    [InlineData("""int a = await Source.ReadAsync(new byte[1])~; int b = await Source.ReadAsync(new byte[2])~; Use(a + b);""")]
    [InlineData("""await Task.Delay(1)~; string rate = await Prices.GetAsync("a")~; await Task.Delay(2)~; Use(rate);""")]
    [InlineData("""string text = await File.ReadAllTextAsync("a")~; string other = await File.ReadAllTextAsync("b")~; Use(text + other);""")]
    [InlineData("""IMemoryCache cache = null!; string? a = await cache.GetOrCreateAsync("a", _ => Prices.GetAsync("a"))~; string? b = await cache.GetOrCreateAsync("b", _ => Prices.GetAsync("b"))~; Use(a + b);""")]
    [InlineData("""var rate = Prices.GetAsync("a"); var page = Http.GetStringAsync("/a"); Use(await rate~ + await page~);""")]
    [InlineData("""string rate = await Prices.GetAsync("a")~; lock (Prices) { Use(1); } string page = await Http.GetStringAsync("/a")~; Use(rate + page);""")]
    [InlineData("""string rate = await Prices.GetAsync("a")~; using var source = new CancellationTokenSource(); string page = await Http.GetStringAsync("/a", source.Token)~; Use(rate + page);""")]
    [InlineData("""string rate = await Prices.GetAsync("a")~; foreach (char c in "ab") Use(c); string page = await Http.GetStringAsync("/a")~; Use(rate + page);""")]
    [InlineData("""int n = 0; string rate = await Prices.GetAsync("a" + n++)~; string page = await Http.GetStringAsync("/a" + n)~; Use(rate + page);""")]
    [InlineData("""int n = 0; string rate = await Prices.GetAsync("a" + (n = 5))~; string page = await Http.GetStringAsync("/a")~; Use(rate + page + n);""")]
    [InlineData("""int n = 0; string rate = await Prices.GetAsync(Step(ref n))~; string page = await Http.GetStringAsync("/a")~; Use(rate + page); static string Step(ref int n) => "a" + n++;""")]
    [InlineData("""Box box = new(); string rate = await Prices.GetAsync("a")~; box.Result += "b"; string page = await Http.GetStringAsync("/a")~; Use(rate + page);""")]
    [InlineData("""Order order = new(); string rate = await Prices.GetAsync("a")~; order.Id++; string page = await Http.GetStringAsync("/a")~; Use(rate + page);""")]
    [InlineData("""Func<Task<string>> one = () => Prices.GetAsync("a"); string rate = await one()~; string page = await one()~; Use(rate + page);""")]
    public Task What_depends_writes_shares_or_cannot_be_seen_is_not(string statements) => RuleCheck.StatementsAsync(ScanRules.SequentialAwaits, statements);

    [Fact]
    public Task A_chain_of_three_is_one_finding() => RuleCheck.StatementsAsync(ScanRules.SequentialAwaits, """
        string a = [|await Prices.GetAsync("a")~;
        string b = await Http.GetStringAsync("/b")~;
        int c = await Counts.CountAsync(1)~|];
        Use(a + b + c);
        """, TopLevel.Silent);

    [Theory]
    [InlineData("""public class Code(IOther other) { public async Task RunAsync() { string a = await other.GetAsync("a"); string b = await other.GetAsync("b"); Use(a + b); } } public interface IOther { Task<string> GetAsync(string name); }""")]
    [InlineData("""internal class Code(IOther other) { public async Task RunAsync() { string a = [|await other.GetAsync("a"); string b = await other.GetAsync("b")|]; Use(a + b); } } internal interface IOther { Task<string> GetAsync(string name); } internal class Other(HttpClient http) : IOther { public Task<string> GetAsync(string name) => http.GetStringAsync(name); }""")]
    [InlineData("""public class Code(IOther other) { public async Task RunAsync() { string a = await other.GetAsync("a"); string b = await other.GetAsync("b"); Use(a + b); } } public interface IOther { Task<string> GetAsync(string name); } public class Other(HttpClient http) : IOther { public Task<string> GetAsync(string name) => http.GetStringAsync(name); } public class More(Shop shop) : IOther { public async Task<string> GetAsync(string name) => (await shop.Orders.FirstAsync(o => o.Name == name)).Name; }""")]
    [InlineData("""
        internal class Code(Plans plans) { public async Task RunAsync() { string a = [|await plans.GetAsync("a"); string b = await
        plans.GetAsync("b")|]; Use(a + b); } } internal class Plans(HttpClient http) { public async Task<string> GetAsync(string name)
        { HttpResponseMessage answer = await http.GetAsync(name); return answer.IsSuccessStatusCode ? await
        answer.Content.ReadAsStringAsync() : throw new IOException(); } }
        """)]
    [InlineData("""
        internal class Code(Plans plans) { public async Task RunAsync() { string a = await plans.GetAsync(); string b = await
        plans.GetMoreAsync(); Use(a + b); } } internal class Plans(HttpResponseMessage answer) { public async
        Task<string> GetAsync() => await answer.Content.ReadAsStringAsync(); public async Task<string>
        GetMoreAsync() => await answer.Content.ReadAsStringAsync(); }
        """)]
    [InlineData("""
        internal class Code(IRates rates) { public async Task RunAsync() { string a = [|await rates.FindAsync("a"); string b = await
        rates.FindAsync("b")|]; Use(a + b); string c = await rates.AddAsync("c"); string d = await rates.AddAsync("d"); Use(c + d); } }
        internal interface IRates { [Get("/rates/{name}")] Task<string> FindAsync(string name); [Post("/rates")] Task<string>
        AddAsync(string name); } internal class GetAttribute(string path) : Attribute { public string Path => path; } internal class
        PostAttribute(string path) : Attribute { public string Path => path; }
        """)]
    public Task All_implementations_must_be_seen_and_free(string types) => RuleCheck.TypesAsync(ScanRules.SequentialAwaits, types);

    /// <summary>An analyzer sees one project: who uses the library may implement its interface in another way. The scan
    /// sees the solution.</summary>
    [Fact]
    public void What_a_public_interface_of_a_library_does_is_known_to_the_scan_only()
    {
        CSharpCompilation library = Specimen.Compile("Library", [.. Known.Files(), Specimen.Parse("""
            public class Code(IOther other)
            {
                public async Task<string> RunAsync()
                {
                    string a = await other.GetAsync("a");
                    string b = await other.GetAsync("b");
                    return a + b;
                }
            }
            public interface IOther { Task<string> GetAsync(string name); }
            public class Other(HttpClient http) : IOther { public Task<string> GetAsync(string name) => http.GetStringAsync(name); }
            """, "Library.cs")]);

        IEnumerable<string> alone = RuleScan.Files(library).Select(found => found.Rule.Id);
        IEnumerable<string> whole = RuleScan.Solution(library).Findings.Select(found => found.Rule);

        Assert.DoesNotContain("SYNC2006", alone);
        Assert.Contains("SYNC2006", whole);
    }
}
