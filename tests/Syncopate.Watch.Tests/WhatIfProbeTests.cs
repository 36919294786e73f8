using System.Globalization;
using Syncopate.EndToEnd.Tests;
using Syncopate.Watch.Probes;
using Syncopate.Watch.Reporting;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>Another minimum of threads, tried in a real process: what it does is measured, and what was there is put back whatever
/// ends it.</summary>
[Collection(nameof(Alone))]
[Trait("Judges", "behaviour")]
public sealed class WhatIfProbeTests
{
    private const int Asked = 48;
    private const string Before = "8";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    // 8 threads and 48 of 40 callers who sleep: five times as many pass. Behind one lock as many pass with any number.
    [Theory]
    [InlineData("sleep", true)]
    [InlineData("monitor", false)]
    public async Task What_more_threads_gain_is_measured_and_they_are_gone_afterwards(string kind, bool gains)
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("convoy", kind, "50", "40");

        WatchWhatIf made = await RunAsync(watched, Token);

        WhatIfReport report = WhatIfReport.Of(made);
        Assert.Null(made.Failure);
        Assert.Equal(8, made.Minimum);
        Assert.Equal(2 * WatchWhatIf.Pairs, made.Turns.Count);
        Assert.Equal(Before, await watched.AskAsync("minimum"));
        Assert.True(gains ? report.Low > 1.5 : report.Low < 1.5, report.Sentence);
        Assert.True(gains == made.PerSecondChanged > 1.5 * made.PerSecondAsItIs, report.Sentence);
        Assert.StartsWith("Measured in this process, in 12 turns under its actual load: ", report.Sentence, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_stopped_in_the_middle_of_a_turn_puts_back_what_was_there()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("convoy", "sleep", "50", "40");
        using CancellationTokenSource stop = CancellationTokenSource.CreateLinkedTokenSource(Token);
        Task<WatchWhatIf> running = RunAsync(watched, stop.Token);
        await UntilMinimumAsync(watched, Asked.ToString(CultureInfo.InvariantCulture));

        await stop.CancelAsync();
        WatchWhatIf made = await running;

        Assert.Equal(Before, await watched.AskAsync("minimum"));
        Assert.Equal("The watch ended before all turns were done.", made.Failure);
        Assert.Contains("was not measured to the end", WhatIfReport.Of(made).Sentence, StringComparison.Ordinal);
    }

    [Fact]
    public async Task When_the_watcher_is_killed_the_process_puts_back_what_was_there()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("convoy", "sleep", "50", "40");
        string change = string.Create(CultureInfo.InvariantCulture, $"threads={Asked}");
        await using Tool tool = Tool.Start(
            "watch", watched.ProcessId.ToString(CultureInfo.InvariantCulture), "--json", "--what-if", change, "--allow-change");
        await UntilMinimumAsync(watched, Asked.ToString(CultureInfo.InvariantCulture));

        tool.Signal("KILL");

        await UntilMinimumAsync(watched, Before);
    }

    [Fact]
    public async Task A_minimum_that_the_program_sets_meanwhile_stays()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("convoy", "sleep", "50", "40");
        using CancellationTokenSource stop = CancellationTokenSource.CreateLinkedTokenSource(Token);
        Task<WatchWhatIf> running = RunAsync(watched, stop.Token);
        await UntilMinimumAsync(watched, Asked.ToString(CultureInfo.InvariantCulture));

        await watched.AskAsync("minimum 12");
        await stop.CancelAsync();
        await running;

        Assert.Equal("12", await watched.AskAsync("minimum"));
    }

    [Fact]
    public async Task A_pool_that_may_not_have_so_many_refuses_and_that_is_said()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("convoy", "sleep", "50", "40");
        await watched.AskAsync("maximum 20");

        WatchWhatIf made = await RunAsync(watched, Token);

        Assert.Equal("The pool may have 20 threads at most (ThreadPool.SetMaxThreads).", made.Failure);
        Assert.Equal(Before, await watched.AskAsync("minimum"));
    }

    private static Task<WatchWhatIf> RunAsync(WatchedProcess watched, CancellationToken cancellationToken)
    {
        long started = TimeProvider.System.GetTimestamp();
        return WhatIfProbe.RunAsync(
            watched.ProcessId,
            Asked,
            () => (long)TimeProvider.System.GetElapsedTime(started).TotalNanoseconds,
            TimeProvider.System,
            cancellationToken);
    }

    // For as long as the test may last.
    private static async Task UntilMinimumAsync(WatchedProcess watched, string minimum)
    {
        while (await watched.AskAsync("minimum") != minimum)
            await Task.Delay(20, Token);
    }
}
