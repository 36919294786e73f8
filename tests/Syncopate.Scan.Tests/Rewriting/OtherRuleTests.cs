using Syncopate.Analyzers;
using Syncopate.Analyzers.Rewriting.Converting;
using Xunit;

namespace Syncopate.Scan.Tests.Rewriting;

public sealed class OtherRuleTests
{
    [Theory]
    [InlineData("[|Thread.Sleep(10)|];", "await Task.Delay(10, token);")]
    [InlineData("[|System.Threading.Thread.Sleep(TimeSpan.FromSeconds(1))|];", "await System.Threading.Tasks.Task.Delay(TimeSpan.FromSeconds(1), token);")]
    [InlineData("await Task.Run(() => [|Thread.Sleep(10)|]);", "await Task.Run(async () => await Task.Delay(10, token));")]
    [InlineData("await Task.Run(() => { [|Thread.Sleep(10)|]; return 1; });", "await Task.Run(async () => { await Task.Delay(10, token); return 1; });")]
    [InlineData("new List<int>().ForEach(_ => [|Thread.Sleep(1)|]);", null)]
    [InlineData("new Thread(() => [|Thread.Sleep(1)|]).Start();", null)]
    public void Sleeping(string before, string? after) => Expect(ScanRules.Sleep, before, after);

    [Theory]
    [InlineData("[|SendAsync()|];", "await SendAsync();")]
    [InlineData("[|SendAsync();|]", "await SendAsync();")]
    [InlineData("_ = [|SendAsync()|];", null)]
    [InlineData("[|Task.Factory.StartNew(async () => await SendAsync())|];", null)]
    [InlineData("Action act = () => [|SendAsync()|];", null)]
    public void A_dropped_task(string before, string? after) => Expect(ScanRules.DroppedTask, before, after);

    [Theory]
    [InlineData("[|using|] (FileStream file = File.Create(\"\")) { }", "await using (FileStream file = File.Create(\"\")) { }")]
    [InlineData("[|using FileStream file = File.Create(\"\");|]", "await using FileStream file = File.Create(\"\");")]
    [InlineData("using FileStream file = [|File.Create(\"\")|];", "await using FileStream file = File.Create(\"\");")]
    [InlineData("[|using StringReader text = new(\"\");|]", null)]
    public void Disposal(string before, string? after) => Expect(ScanRules.BlockingDisposal, before, after);

    [Theory]
    [InlineData("string a = [|await GetAsync(1)|];\n        string b = await GetAsync(2);", "Task<string> aTask = GetAsync(1);\n        Task<string> bTask = GetAsync(2);\n        string a = await aTask;\n        string b = await bTask;")]
    [InlineData("[|var a = await GetAsync(1).ConfigureAwait(false);|]\n        var b = await GetAsync(2).ConfigureAwait(false); // Both.", "var aTask = GetAsync(1);\n        var bTask = GetAsync(2);\n        var a = await aTask.ConfigureAwait(false);\n        var b = await bTask.ConfigureAwait(false); // Both.")]
    [InlineData("string aTask = \"\", a;\n        [|a = await GetAsync(aTask.Length);|]\n        string b = await GetAsync(2);", "string aTask = \"\", a;\n        Task<string> aTask2 = GetAsync(aTask.Length);\n        Task<string> bTask = GetAsync(2);\n        a = await aTask2;\n        string b = await bTask;")]
    [InlineData("string a = [|await GetAsync(1)|];\n        string b = await GetAsync(a.Length);", null)]
    [InlineData("string a = ([|await GetAsync(1)|]).Trim();\n        string b = await GetAsync(2);", null)]
    [InlineData("string a = [|await GetAsync(1)|];\n        Console.WriteLine(a);\n        string b = await GetAsync(2);", null)]
    public void Sequential_awaits(string before, string? after) => Expect(ScanRules.SequentialAwaits, before, after);

    [Fact]
    public void An_async_method_without_a_task_gets_one_and_its_calls_wait() => Specimen.Becomes(
        ScanRules.AsyncVoid,
        "class C { public async void [|Refresh|]() => await Task.Yield(); async Task M() { Refresh(); } }",
        "class C { public async Task Refresh() => await Task.Yield(); async Task M() { await Refresh(); } }");

    [Theory]
    [InlineData("class C { async void [|Refresh|]() => await Task.Yield(); void M() { Refresh(); } }", "not in async code")]
    [InlineData("class C { async void [|Refresh|]() => await Task.Yield(); void M() { Action a = Refresh; } }", "delegate")]
    [InlineData("class C { event EventHandler? E; async void [|On|](object? o, EventArgs e) => await Task.Yield(); void M() { E += On; } }", "delegate")]
    [InlineData("interface I { void Go(); } class C : I { public async void [|Go|]() => await Task.Yield(); void M() { Action a = ((I)this).Go; } }", "delegate")]
    [InlineData("class C : IDisposable { public async void [|Dispose|]() => await Task.Yield(); }", "not part of this code")]
    [InlineData("class C { void M() { new List<int>().ForEach([|async x => await Task.Yield()|]); } }", "returns nothing")]
    public void An_async_method_that_has_to_return_nothing_stays(string code, string reason) => Specimen.Stays(ScanRules.AsyncVoid, code, reason);

    [Fact]
    public void An_action_keeps_its_name() => Specimen.Becomes(
        ScanRules.BlockingAction,
        """
        using Microsoft.AspNetCore.Mvc;

        public class OrdersController : ControllerBase
        {
            [HttpGet("a")]
            public IActionResult Text(CancellationToken token) => Ok([|System.IO.File.ReadAllText("a")|]);

            [HttpGet("b")]
            public void Wait()
            {
                // Why.
                [|Thread.Sleep(1)|];
            }
        }
        """,
        """
        using Microsoft.AspNetCore.Mvc;

        public class OrdersController : ControllerBase
        {
            [HttpGet("a")]
            public async Task<IActionResult> Text(CancellationToken token) => Ok(await System.IO.File.ReadAllTextAsync("a", token));

            [HttpGet("b")]
            public async Task Wait()
            {
                // Why.
                await Task.Delay(1);
            }
        }
        """,
        FixReach.Project);

    [Fact]
    public void A_handler_of_a_minimal_api_becomes_async() => Specimen.Becomes(
        ScanRules.BlockingAction,
        """
        using Microsoft.AspNetCore.Builder;

        WebApplication app = WebApplication.Create();
        app.MapGet("/a", (string path) => [|File.ReadAllText(path)|]);
        app.MapGet("/b", string (string path) => { return [|File.ReadAllText(path)|]; });
        app.MapGet("/c", Read);
        app.Run();

        static string Read(string path) => [|File.ReadAllText(path)|];
        """,
        """
        using Microsoft.AspNetCore.Builder;

        WebApplication app = WebApplication.Create();
        app.MapGet("/a", async (string path) => await File.ReadAllTextAsync(path));
        app.MapGet("/b", async Task<string> (string path) => { return await File.ReadAllTextAsync(path); });
        app.MapGet("/c", ReadAsync);
        app.Run();

        static async Task<string> ReadAsync(string path) => await File.ReadAllTextAsync(path);
        """,
        FixReach.Project);

    [Fact]
    public void A_view_component_is_found_by_another_name() => Specimen.Becomes(
        ScanRules.BlockingAction,
        "public class MenuViewComponent : Microsoft.AspNetCore.Mvc.ViewComponent { public string Invoke() => [|File.ReadAllText(\"\")|]; }",
        "public class MenuViewComponent : Microsoft.AspNetCore.Mvc.ViewComponent { public async Task<string> InvokeAsync() => await File.ReadAllTextAsync(\"\"); }");

    [Fact]
    public void A_task_that_was_dropped_before_does_not_stand_in_the_way() => Specimen.Becomes(
        ScanRules.Chain,
        "class C { private void Save() { Log(); [|File.WriteAllText(\"\", \"\")|]; } private Task Log() => Task.CompletedTask; async Task M() { await Log(); Save(); } }",
        "class C { private async Task Save() { Log(); await File.WriteAllTextAsync(\"\", \"\"); } private Task Log() => Task.CompletedTask; async Task M() { await Log(); await Save(); } }");

    private static void Expect(Microsoft.CodeAnalysis.DiagnosticDescriptor rule, string before, string? after)
    {
        if (after is null)
            Specimen.Stays(rule, InMethod(before), "");
        else
            Specimen.Becomes(rule, InMethod(before), InMethod(after));
    }

    private static string InMethod(string statements) => $$"""
        class C
        {
            public async Task M(CancellationToken token)
            {
                {{statements}}
                await Task.Yield();
            }

            private Task SendAsync() => Task.CompletedTask;
            private Task<string> GetAsync(int n) => Task.FromResult("");
        }
        """;
}
