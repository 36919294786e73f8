using Microsoft.CodeAnalysis.CSharp;
using Syncopate.Analyzers;
using Syncopate.Scan.Tests.Rewriting;
using Xunit;

namespace Syncopate.Scan.Tests.Rules;

public sealed class AsyncVoidTests
{
    [Theory]
    [InlineData("""new List<string> { "a" }.ForEach([|async path => Use(await ReadAsync(path)~)|]);""")]
    [InlineData("""Parallel.ForEach(new[] { "a" }, [|async path => Use(await ReadAsync(path)~)|]);""")]
    [InlineData("""using var timer = new Timer([|async _ => Use(await ReadAsync("a")~)|]); Use(timer);""")]
    [InlineData("""await Task.Factory.StartNew((Action)([|async () => Use(await ReadAsync("a")~)|]))~;""")]
    [InlineData("""Action forgotten = [|async () => await Task.Delay(1)~|]; forgotten();""")]
    [InlineData("""Forget(); async void [|Forget|]() => await Task.Delay(1)~;""")]
    public Task An_async_lambda_that_gives_nothing_is_reported(string statements) => RuleCheck.StatementsAsync(ScanRules.AsyncVoid, statements);

    [Theory]
    [InlineData("""await Task.Run(async () => Use(await ReadAsync("a")~))~;""")]
    [InlineData("""Func<Task> later = async () => Use(await ReadAsync("a")~); await later()~;""")]
    [InlineData("""AppDomain.CurrentDomain.ProcessExit += async (_, _) => await Task.Delay(1)~;""")]
    [InlineData("""EventHandler handler = async (sender, e) => await Task.Delay(1)~; handler(null, EventArgs.Empty);""")]
    [InlineData("""Use(new[] { "a" }.Select(async path => await ReadAsync(path)~).ToList());""")]
    [InlineData("""await Parallel.ForEachAsync(new[] { "a" }, async (path, token) => Use(await ReadAsync(path)~))~;""")]
    public Task A_lambda_that_gives_a_task_and_a_handler_of_an_event_are_not(string statements) => RuleCheck.StatementsAsync(ScanRules.AsyncVoid, statements);

    [Theory]
    [InlineData("public class Code { public async void [|Run|]() => await Task.Delay(1); }")]
    [InlineData("public class Code { private async void [|Run|](object sender, string text) { await Task.Delay(text.Length); } }")]
    [InlineData("public class Code { private async void OnClick(object? sender, EventArgs e) => await Task.Delay(1); }")]
    [InlineData("public class Args : EventArgs; public class Code { private async void OnClick(object? sender, Args e) => await Task.Delay(1); }")]
    [InlineData("public abstract class Above { public abstract void Run(); } public class Code : Above { public override async void [?Run|]() => await Task.Delay(1); }")]
    [InlineData("public interface IRun { void Run(); } public class Code : IRun { public async void [?Run|]() => await Task.Delay(1); }")]
    [InlineData("public interface IRun { void Run(); } public class Code : IRun { async void IRun.[?Run|]() => await Task.Delay(1); }")]
    [InlineData("public class Code { public event Action? Changed; public void Start() { Changed += OnChanged; Changed?.Invoke(); } private async void [?OnChanged|]() => await Task.Delay(1); }")]
    [InlineData("public class Code { public async Task RunAsync() => await Task.Delay(1); public async ValueTask OtherAsync() => await Task.Delay(1); }")]
    public Task Methods_are_reported_unless_their_form_is_given(string types) => RuleCheck.TypesAsync(ScanRules.AsyncVoid, types);

    [Fact]
    public void The_place_is_the_name_or_the_head_of_the_lambda_and_not_the_body()
    {
        CSharpCompilation compilation = Specimen.Compile("Case", [Specimen.Parse("""
            using System;
            using System.Threading.Tasks;
            public class Code
            {
                [Obsolete]
                public async void Run()
                {
                    await Task.Delay(1);
                }

                public void Give() => Array.ForEach([1], async one =>
                {
                    await Task.Delay(one);
                });
            }
            """, "Code.cs")]);

        IReadOnlyList<Finding> found = [.. RuleScan.Solution(compilation).Findings.OrderBy(finding => finding.Place.Line)];

        Assert.Equal([(6, 23, 6, 26), (11, 46, 11, 58)], found.Select(f =>
            (f.Place.Line, f.Place.Column, f.Place.EndLine, f.Place.EndColumn)));
        Assert.Equal(["Run", "async one =>"], found.Select(f => f.Call));
    }
}
