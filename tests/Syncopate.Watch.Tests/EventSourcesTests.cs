using Syncopate.Running;
using Syncopate.Watch.Probes;
using Syncopate.Watch.Processes;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>A program whose event sources are switched off tells nothing of itself: it is neither paused nor without async
/// methods.</summary>
[Trait("Judges", "behaviour")]
public sealed class EventSourcesTests
{
    private const string Switch = "System.Diagnostics.Tracing.EventSource.IsSupported";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("false", true)]
    [InlineData("\"False\"", true)]
    [InlineData("true", false)]
    public void The_settings_beside_a_program_say_whether_they_are_off(string value, bool areOff)
    {
        using TemporaryFolder folder = new();
        string file = Path.Combine(folder.Path, "Shop.runtimeconfig.json");
        File.WriteAllText(file, $$"""{ "runtimeOptions": { "configProperties": { "{{Switch}}": {{value}} } } }""");

        Assert.Equal(areOff, EventSources.AreOff(file));
    }

    [Theory]
    [InlineData("")]
    [InlineData("[]")]
    [InlineData("{ \"runtimeOptions\": { \"tfm\": \"net10.0\" } }")]
    public void Settings_that_do_not_say_it_do_not_switch_them_off(string text)
    {
        using TemporaryFolder folder = new();
        string file = Path.Combine(folder.Path, "Shop.runtimeconfig.json");
        File.WriteAllText(file, text);

        Assert.False(EventSources.AreOff(file));
        Assert.False(EventSources.AreOff(Path.Combine(folder.Path, "none.runtimeconfig.json")));
    }

    [Fact]
    public async Task A_watch_says_that_they_are_off_and_goes_on_with_what_the_system_tells()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Elsewhere the settings of a process are not found.");
        using TemporaryFolder folder = new();
        await using WatchedProcess watched = await StartAsync(folder);
        await using ProcessWatch watch = await ProcessWatch.OpenAsync(watched.ProcessId, new WatchOptions(), Token);

        WatchSample moment = await MomentSearch.FirstAsync(
            watch, sample => sample.Processors is { WorkerSeconds: > 0 });

        Assert.StartsWith(
            "Its event sources are switched off (EventSourceSupport, by WatchedProgram.runtimeconfig.json)", Assert.Single(watch.Missing),
            StringComparison.Ordinal);
        Assert.Null(moment.Pool);
        Assert.Null(moment.NotTold);
    }

    [Fact]
    public async Task Its_blocked_places_are_seen_by_samples()
    {
        using TemporaryFolder folder = new();
        await using WatchedProcess watched = await StartAsync(folder);

        BlockedSites sites = await BlockingProbe.TakeAsync(
            watched.ProcessId, ProbeTrigger.Window, cancellationToken: Token);

        Assert.Equal("Thread.Sleep", sites.Sites[0].Call);
    }

    [Fact]
    public async Task No_timeline_of_async_methods_is_taken_and_said_to_be_empty()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Elsewhere the settings of a process are not found.");
        using TemporaryFolder folder = new();
        await using WatchedProcess watched = await StartAsync(folder);

        TargetFailedException refused = await Assert.ThrowsAsync<TargetFailedException>(
            () => AsyncProbe.TakeAsync(watched.ProcessId, ProbeTrigger.Window, TimeProvider.System, Token));

        Assert.StartsWith("What async methods did is not known.", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_load_is_told_its_processor_time_alone()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Elsewhere the settings of a process are not found.");
        using TemporaryFolder folder = new();
        await using WatchedProcess watched = await StartAsync(folder);
        await using ProcessCounters counters = await ProcessCounters.AttachAsync(watched.ProcessId, Token);

        await counters.SettleAsync(Token);

        Assert.False(counters.Take()!.IsMonitored);
        Assert.StartsWith("Its event sources are switched off", counters.Missing, StringComparison.Ordinal);
    }

    // A copy of the program with that setting, whose pool sleeps.
    private static async Task<WatchedProcess> StartAsync(TemporaryFolder folder)
    {
        string program = EndToEnd.Tests.Built.Dll("WatchedProgram");
        foreach (string file in Directory.GetFiles(Path.GetDirectoryName(program)!, "WatchedProgram.*"))
            File.Copy(file, Path.Combine(folder.Path, Path.GetFileName(file)));
        string settings = Path.Combine(folder.Path, "WatchedProgram.runtimeconfig.json");
        string text = await File.ReadAllTextAsync(settings, Token);
        await File.WriteAllTextAsync(
            settings,
            text.Replace("\"configProperties\": {", $"\"configProperties\": {{ \"{Switch}\": false,", StringComparison.Ordinal),
            Token);
        return await WatchedProcess.StartAsync(
            Path.Combine(folder.Path, "WatchedProgram.dll"), ["starving", "200", "20"], new Dictionary<string, string>());
    }
}
