using Syncopate.Analyzers;
using Xunit;

namespace Syncopate.Scan.Tests.Rewriting;

public sealed class CallTests
{
    [Theory]
    [InlineData("string s = [|File.ReadAllText(path)|];", "string s = await File.ReadAllTextAsync(path, token);")]
    [InlineData("[|File.WriteAllText(path, [|File.ReadAllText(path)|])|];", "await File.WriteAllTextAsync(path, await File.ReadAllTextAsync(path, token), token);")]
    [InlineData("int n = [|File.ReadAllText(path)|].Length;", "int n = (await File.ReadAllTextAsync(path, token)).Length;")]
    [InlineData("[|store.Save()|];", "await store.SaveAsync();")]
    [InlineData("store\n            .Self() // First.\n            .[|Save|](); // Last.", "await store\n            .Self() // First.\n            .SaveAsync(); // Last.")]
    [InlineData("maybe?.[|Save()|];", "await (maybe?.SaveAsync() ?? Task.CompletedTask);")]
    [InlineData("maybe?.Self().[|Save()|];", "await (maybe?.Self().SaveAsync() ?? Task.CompletedTask);")]
    [InlineData("int? n = maybe?.[|Load(1)|];", null)]
    [InlineData("int n = [|store.Load(1)|];", "int n = await store.LoadAsync(1);")]
    [InlineData("int n = [|store.Find(1)|];", "int n = await store.FindAsync(1, token);")]
    [InlineData("int n = [|store.Find(id: 1)|];", "int n = await store.FindAsync(id: 1, ct: token);")]
    [InlineData("int n = [|store.Strict(1)|];", "int n = await store.StrictAsync(1, token);")]
    [InlineData("int n = [|store.Other(1)|];", null)]
    [InlineData("int n = [|store.Get<int>()|];", "int n = await store.GetAsync<int>();")]
    [InlineData("Func<int> f = () => [|store.Load(1)|];", null)]
    [InlineData("new List<int> { 1 }.ForEach(x => [|store.Save()|]);", null)]
    [InlineData("Func<Task> f = () => { [|store.Save()|]; return Task.CompletedTask; };", "Func<Task> f = async () => { await store.SaveAsync(); };")]
    [InlineData("Func<bool, Task> f = x => { if (x) return store.SaveAsync(); [|store.Save()|]; return store.SaveAsync(); };", "Func<bool, Task> f = async x => { if (x) { await store.SaveAsync(); return; } await store.SaveAsync(); await store.SaveAsync(); };")]
    [InlineData("await Task.Run(() => [|store.Save()|]);", "await Task.Run(async () => await store.SaveAsync());")]
    [InlineData("string? l = [|new StreamReader(path).ReadLine()|];", "string? l = await new StreamReader(path).ReadLineAsync(token);")]
    public void In_an_async_method(string before, string? after)
    {
        if (after is null)
            Specimen.Stays(ScanRules.SyncCall, InMethod(before), "");
        else
            Specimen.Becomes(ScanRules.SyncCall, InMethod(before), InMethod(after));
    }

    [Fact]
    public void The_token_of_the_nearest_function_is_handed_on() => Specimen.Becomes(
        ScanRules.SyncCall,
        """
        public class Code
        {
            public Task M(CancellationToken stopping) => Parallel.ForEachAsync(new[] { "a" }, stopping, async (path, token) =>
            {
                await Task.Yield();
                [|File.ReadAllText(path)|];
            });
        }
        """,
        """
        public class Code
        {
            public Task M(CancellationToken stopping) => Parallel.ForEachAsync(new[] { "a" }, stopping, async (path, token) =>
            {
                await Task.Yield();
                await File.ReadAllTextAsync(path, token);
            });
        }
        """);

    [Fact]
    public void Two_tokens_are_ambiguous_and_none_is_handed_on() => Specimen.Becomes(
        ScanRules.SyncCall,
        "class C { async Task M(CancellationToken one, CancellationToken two) { [|File.ReadAllText(\"\")|].ToString(); } }",
        "class C { async Task M(CancellationToken one, CancellationToken two) { (await File.ReadAllTextAsync(\"\")).ToString(); } }");

    [Fact]
    public void A_method_that_handed_a_task_on_becomes_async() => Specimen.Becomes(
        ScanRules.SyncCall,
        """
        class C
        {
            // Says why.
            public static Task<string> FirstAsync(string path, bool isPlain)
            {
                if (isPlain)
                    return File.ReadAllTextAsync(path);
                string text = [|File.ReadAllText(path)|];
                return Task.FromResult(text.Trim()); // Done.
            }

            public static Task SecondAsync(string path)
            {
                if (path.Length == 0)
                    return Task.CompletedTask;
                [|File.WriteAllText(path, "")|];
                return Task.CompletedTask;
            }

            public static ValueTask<string> ThirdAsync(string path) => new([|File.ReadAllText(path)|]);

            public static Task<string> FourthAsync(string path) => path == "" ? Task.FromResult("") : SixthAsync([|File.ReadAllText(path)|]);

            public static Task FifthAsync(string path) => SixthAsync([|File.ReadAllText(path)|]);

            private static Task<string> SixthAsync(string text) => Task.FromResult(text);
        }
        """,
        """
        class C
        {
            // Says why.
            public static async Task<string> FirstAsync(string path, bool isPlain)
            {
                if (isPlain)
                    return await File.ReadAllTextAsync(path);
                string text = await File.ReadAllTextAsync(path);
                return text.Trim(); // Done.
            }

            public static async Task SecondAsync(string path)
            {
                if (path.Length == 0)
                    return;
                await File.WriteAllTextAsync(path, "");
            }

            public static async ValueTask<string> ThirdAsync(string path) => await File.ReadAllTextAsync(path);

            public static async Task<string> FourthAsync(string path) => await (path == "" ? Task.FromResult("") : SixthAsync(await File.ReadAllTextAsync(path)));

            public static async Task FifthAsync(string path) => await SixthAsync(await File.ReadAllTextAsync(path));

            private static Task<string> SixthAsync(string text) => Task.FromResult(text);
        }
        """);

    [Fact]
    public void A_query_gets_the_using_it_needs() => Specimen.Becomes(
        ScanRules.SyncCall,
        """
        // Head.
        using System.Text;
        using Microsoft.Extensions.Logging;

        namespace N;

        class C
        {
            async Task<int> M(IQueryable<string> names, CancellationToken token) => [|names.Where(n => n != "").Count(n => n.Length > 1)|] + [|names.ToList()|].Count;
        }
        """,
        """
        // Head.
        using System.Text;
        using Microsoft.EntityFrameworkCore;
        using Microsoft.Extensions.Logging;

        namespace N;

        class C
        {
            async Task<int> M(IQueryable<string> names, CancellationToken token) => await names.Where(n => n != "").CountAsync(n => n.Length > 1, token) + (await names.ToListAsync(token)).Count;
        }
        """);

    [Fact]
    public void A_query_in_memory_in_one_branch_stays() => Specimen.Stays(
        ScanRules.SyncCall,
        "class C { async Task<int> M(IQueryable<int> q, bool b) { IQueryable<int> x = q; if (b) x = new[] { 1 }.AsQueryable(); return [|x.Count()|]; } }",
        "in memory");

    [Fact]
    public void Line_ends_of_Windows_stay() => Specimen.Becomes(
        ScanRules.SyncCall,
        "using System.Text;\r\n\r\nclass C\r\n{\r\n    async Task M(IQueryable<int> q)\r\n    {\r\n        int[] a = [|q.ToArray()|];\r\n    }\r\n}\r\n",
        "using System.Text;\r\nusing Microsoft.EntityFrameworkCore;\r\n\r\nclass C\r\n{\r\n    async Task M(IQueryable<int> q)\r\n    {\r\n        int[] a = await q.ToArrayAsync();\r\n    }\r\n}\r\n");

    [Fact]
    public void Code_that_configures_its_awaits_gets_configured_ones() => Specimen.Becomes(
        ScanRules.SyncCall,
        "class C { async Task<int> M() { await Task.Yield(); await Task.Delay(1).ConfigureAwait(false); await Task.Delay(1).ConfigureAwait(false); return [|File.ReadAllText(\"\")|].Length; } }",
        "class C { async Task<int> M() { await Task.Yield(); await Task.Delay(1).ConfigureAwait(false); await Task.Delay(1).ConfigureAwait(false); return (await File.ReadAllTextAsync(\"\").ConfigureAwait(false)).Length; } }");

    [Fact]
    public void Top_level_statements_await_as_they_are() => Specimen.Becomes(
        ScanRules.SyncCall, "string text = [|File.ReadAllText(\"a\")|];\nConsole.WriteLine(text);\n", "string text = await File.ReadAllTextAsync(\"a\");\nConsole.WriteLine(text);\n");

    private static string InMethod(string statements) => $$"""
        class C
        {
            public async Task M(Store store, Store? maybe, string path, CancellationToken token)
            {
                {{statements}}
                await Task.Yield();
            }
        }

        class Store
        {
            public void Save() { }
            public Task SaveAsync() => Task.CompletedTask;
            public int Load(int id) => id;
            public Task<int> LoadAsync(int id) => Task.FromResult(id);
            public int Find(int id) => id;
            public Task<int> FindAsync(int id, CancellationToken ct = default) => Task.FromResult(id);
            public int Strict(int id) => id;
            public Task<int> StrictAsync(int id, CancellationToken ct) => Task.FromResult(id);
            public int Other(int id) => id;
            public Task<string> OtherAsync(string name) => Task.FromResult(name);
            public T Get<T>() => default!;
            public Task<T> GetAsync<T>() => Task.FromResult<T>(default!);
            public Store Self() => this;
        }
        """;
}
