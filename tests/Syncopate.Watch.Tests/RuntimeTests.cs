using System.Globalization;
using Syncopate.Watch.Probes;
using Syncopate.Watch.Starvation;
using Xunit;

namespace Syncopate.Watch.Tests;

/// <summary>The same views of a program on other runtimes than the one that this is built for. None may be empty without a word.</summary>
[Trait("Judges", "behaviour")]
public sealed class RuntimeTests(RuntimeKinds kinds)
{
    private const int MostLooks = 30;
    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(5);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("net8.0")]
    [InlineData("net9.0")]
    [InlineData("net11.0")]
    [InlineData("net11.0-ra")]
    public async Task Live_awaits_are_told_with_their_lines_in_a_process_that_has_suspended_before(string kind)
    {
        TaskCompletionSource<(LiveAwaits Table, LiveAwait Site)> found = new(TaskCreationOptions.RunContinuationsAsynchronously);
        TaskCompletionSource begun = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await using WatchedProcess watched = await kinds.StartAsync(kind, "awaits");
        await watched.AskAsync("rest"); // .NET 11 stops keeping its list for debuggers at the first suspension of all.
        await using LiveAwaitProbe probe = await LiveAwaitProbe.StartAsync(watched.ProcessId, Keep, Token);
        await begun.Task.WaitAsync(Timeout, Token);

        await watched.AskAsync("hold");
        (LiveAwaits table, LiveAwait site) = await found.Task.WaitAsync(Timeout, Token);

        Assert.Equal("Awaits.HoldInnerAsync", site.Method);
        Assert.EndsWith("Awaits.cs", site.File, StringComparison.Ordinal);
        string[] source = await File.ReadAllLinesAsync(
            Path.Combine(EndToEnd.Tests.Built.RepositoryRoot, "tests", "WatchedProgram", "Awaits.cs"), Token);
        Assert.Equal(LineOf("await _never.Task"), site.Line);
        Assert.StartsWith(
            $"Awaits.HoldAsync (Awaits.cs:{LineOf("await HoldInnerAsync()")})", Assert.Single(site.Chain), StringComparison.Ordinal);
        Assert.Equal(kind == "net11.0-ra", table.RuntimeAsyncMethods > 0);

        int LineOf(string code) => Array.FindIndex(source, line => line.Contains(code, StringComparison.Ordinal)) + 1;

        void Keep(LiveAwaits awaits)
        {
            begun.TrySetResult();
            LiveAwait? held = awaits.Sites.FirstOrDefault(
                s => s is { InFlight: 5, LongestMilliseconds: > 0, Method: "Awaits.HoldInnerAsync", Line: not null });
            if (held is not null)
                found.TrySetResult((awaits, held));
        }
    }

    [Theory]
    [InlineData("net9.0")]
    [InlineData("net11.0")]
    public async Task What_the_agent_cannot_read_is_said_and_not_thrown_into_the_process(string kind)
    {
        TaskCompletionSource<string> said = new(TaskCreationOptions.RunContinuationsAsynchronously);
        await using WatchedProcess watched = await kinds.StartAsync(kind, "broken");
        await using LiveAwaitProbe probe = await LiveAwaitProbe.StartAsync(watched.ProcessId, Keep, Token);

        Assert.Contains(
            "could not be read: InvalidOperationException: The list is not what it was.", await said.Task.WaitAsync(Timeout, Token),
            StringComparison.Ordinal);
        Assert.Equal("ok", await watched.AskAsync("still there?"));

        void Keep(LiveAwaits awaits)
        {
            if (awaits.Unsupported is { } reason)
                said.TrySetResult(reason);
        }
    }

    [Theory]
    [InlineData("net8.0")]
    [InlineData("net9.0")]
    [InlineData("net11.0")]
    [InlineData("net11.0-ra")]
    public async Task Every_blocked_place_is_found_at_its_line(string kind)
    {
        await using WatchedProcess watched = await kinds.StartAsync(kind, "blocked-places");
        HashSet<string> places = [.. (await PlacesAsync(watched)).Keys];
        if (kind == "net8.0")
            places.Remove("BlockedPlaces.EnterLock"); // Its class is from .NET 9 on.
        Dictionary<string, int?> found = [];
        for (int look = 0; look < MostLooks && found.Count < places.Count; look++)
        {
            BlockedSites sites = await BlockingProbe.TakeAsync(watched.ProcessId, TimeSpan.FromSeconds(1), cancellationToken: Token);
            foreach (BlockedSite site in sites.Sites.Where(site => places.Contains(site.Place)))
                found[site.Place] = site.Line;
        }

        // A place knows its line once it has blocked.
        Dictionary<string, int> lines = await PlacesAsync(watched);
        Assert.Equal(
            places.Order().Select(place => $"{place}:{lines[place]}"),
            found.OrderBy(place => place.Key).Select(place => $"{place.Key}:{place.Value}"));
    }

    [Theory]
    [InlineData("net8.0")]
    [InlineData("net9.0")]
    [InlineData("net11.0")]
    [InlineData("net11.0-ra")]
    public async Task A_starving_pool_is_told_with_the_line_to_convert(string kind)
    {
        await using WatchedProcess watched = await kinds.StartAsync(kind, "starving", "100", "40");
        await using ProcessWatch watch = await ProcessWatch.OpenAsync(watched.ProcessId, new WatchOptions(), Token);

        StarvationVerdict verdict = await MomentSearch.VerdictAsync(watch, watched.ProcessId);

        Assert.True(verdict.IsStarving, verdict.Sentence);
        Assert.Equal(("Starving.Answer", 26), (verdict.ConvertFirst?.Place, verdict.ConvertFirst?.Line));
        Assert.Empty(watch.Missing);
    }

    /// <summary>The runtime enters locks in native code there, and on .NET 8 tells no waits.</summary>
    [Theory]
    [InlineData("net8.0")]
    [InlineData("net9.0")]
    [InlineData("net11.0")]
    public async Task A_lock_is_found_at_its_line_with_who_has_it(string kind)
    {
        await using WatchedProcess watched = await kinds.StartAsync(kind, "convoy", "monitor", "10", "40");
        BlockedSite? site = null;
        for (int look = 0; look < MostLooks && site?.Holder is null; look++)
        {
            BlockedSites found = await BlockingProbe.TakeAsync(watched.ProcessId, TimeSpan.FromSeconds(1), cancellationToken: Token);
            site = found.Sites.FirstOrDefault(place => place.Call == "Monitor.Enter");
        }

        Assert.Equal((BlockingKind.Lock, "Convoy.Enter"), (site?.Kind, site?.Place));
        Assert.EndsWith("Convoy.cs", site?.File, StringComparison.Ordinal);
        Assert.NotNull(site?.Line);
        Assert.Equal(("Thread.Sleep", "Convoy.Enter"), (site.Holder?.Call, site.Holder?.Place));
        Assert.True(site.Share > 0.5, $"{site.Share}");
    }

    private static async Task<Dictionary<string, int>> PlacesAsync(WatchedProcess watched) =>
        (await watched.AskAsync("truth")).Split('|').Select(place => place.Split(' '))
            .ToDictionary(place => $"BlockedPlaces.{place[0]}", place => int.Parse(place[1], CultureInfo.InvariantCulture));
}
