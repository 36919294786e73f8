using Syncopate.Analyzers;
using Xunit;

namespace Syncopate.Scan.Tests.Rules;

public sealed class SleepTests
{
    [Theory]
    [InlineData("[|Thread.Sleep(10)|];")]
    [InlineData("[|Thread.Sleep(TimeSpan.FromSeconds(1))|];")]
    [InlineData("[|SpinWait.SpinUntil(() => Maybe, 100)|];")]
    [InlineData("new List<int> { 1 }.ForEach(_ => [|Thread.Sleep(1)|]);")]
    [InlineData("Use(new[] { 1 }.Select(x => { [|Thread.Sleep(1)|]; return x; }).ToList());")]
    public Task A_sleep_in_async_code_is_reported(string statements) => RuleCheck.StatementsAsync(ScanRules.Sleep, statements, TopLevel.Silent);

    [Theory]
    [InlineData("await Task.Run(() => [|Thread.Sleep(10)|])~;")]
    [InlineData("await Task.Run(() => { if (Maybe) [|Thread.Sleep(10)|]; })~;")]
    [InlineData("using var timer = new Timer(_ => [|Thread.Sleep(10)|]); Use(timer);")]
    public Task A_sleep_on_a_thread_of_the_pool_is_reported(string statements) => RuleCheck.StatementsAsync(ScanRules.Sleep, statements);

    [Theory]
    [InlineData("new Thread(() => Thread.Sleep(10)).Start();")]
    [InlineData("Thread own = new(() => { while (true) Thread.Sleep(10); }); own.Start();")]
    [InlineData("Thread.Sleep(0);")]
    [InlineData("await Task.Delay(10)~;")]
    public Task A_thread_of_ones_own_may_sleep(string statements) => RuleCheck.StatementsAsync(ScanRules.Sleep, statements);

    [Theory]
    [InlineData("public static class Program { public static void Main() => Thread.Sleep(10); }")]
    [InlineData("public static class Program { public static async Task Main() { Thread.Sleep(10); await Task.Yield(); } }")]
    [InlineData("Thread.Sleep(10);")]
    public Task The_main_thread_of_a_program_may_sleep(string program) => RuleCheck.ProgramAsync(ScanRules.Sleep, program);

    [Fact]
    public Task Sync_code_that_nobody_is_known_to_call_may_sleep() =>
        RuleCheck.TypesAsync(ScanRules.Sleep, "public class Code { public void Run() => Thread.Sleep(10); }");
}
