using Syncopate.Analyzers;
using Xunit;

namespace Syncopate.Scan.Tests.Rules;

public sealed class DroppedTaskTests
{
    [Theory]
    [InlineData("""[|ReadAsync("a")|];""")]
    [InlineData("""[|ReadAsync("a").ConfigureAwait(false)|];""")]
    [InlineData("""[|OneAsync()|];""")]
    [InlineData("""Box? box = null; box?[|.Read.WaitAsync(TimeSpan.Zero)|];""")]
    [InlineData("""[|Task.Run(() => ReadAsync("a"))|];""")]
    [InlineData("""[|Task.Factory.StartNew(async () => await ReadAsync("a")~)|];""")]
    [InlineData("""[|Task.Delay(1)|];""")]
    [InlineData("""[|Task.WhenAll(Task.Delay(1))|];""")]
    [InlineData("""Action run = () => { [|Store.SaveAsync()|]; }; run();""")]
    [InlineData("""[?Task.Run(() => { try { Use(1); } catch (Exception e) { Use(e); } })|];""")]
    public Task A_task_that_is_dropped_is_reported(string statements) =>
        RuleCheck.StatementsAsync(ScanRules.DroppedTask, "\n#pragma warning disable CS4014\n" + statements);

    [Theory]
    [InlineData("""await ReadAsync("a")~;""")]
    [InlineData("""var kept = ReadAsync("a"); Use(kept);""")]
    [InlineData("""Use(ReadAsync("a"));""")]
    [InlineData("""var many = new List<object>(); many.Add(ReadAsync("a"));""")]
    [InlineData("""_ = ReadAsync("a");""")]
    [InlineData("""Store.SaveAsync().ContinueWith(done => Use(done.Exception), TaskContinuationOptions.OnlyOnFaulted);""")]
    [InlineData("""Store.Save(); Use(1);""")]
    [InlineData("""Task kept; kept = Task.Delay(1); await kept~;""")]
    public Task A_task_that_is_kept_awaited_or_handed_on_is_not(string statements) => RuleCheck.StatementsAsync(ScanRules.DroppedTask, statements);

    [Theory]
    [InlineData("""public class Code { public void Run() => [|WriteAsync("a")|]; }""")]
    [InlineData("""public class Code { public void Run() { [|WriteAsync("a")|]; } }""")]
    [InlineData("""public class Code { public Code() => [|WriteAsync("a")|]; public int Number { get => 1; set => [|WriteAsync("a")|]; } }""")]
    [InlineData("""public class Code { public Task RunAsync() => Task.Delay(1); public Func<Task> Later => () => Task.Delay(1); }""")]
    [InlineData("""public class Code { private Task? _task; public void Run() => _task = Task.Delay(1); public override string ToString() => _task?.ToString() ?? ""; }""")]
    [InlineData("""public class Code { public void Run() => Around.Forget(Task.Delay(1)); } public static class Around { public static Task Forget(Task task) => task; }""")]
    public Task Bodies_of_void_members_are_statements_too(string types) => RuleCheck.TypesAsync(ScanRules.DroppedTask, types);
}
