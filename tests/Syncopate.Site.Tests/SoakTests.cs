using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>
/// Fifty visitors on the blog at once, half of them writing, through both forms: nothing goes wrong, nothing is lost, nothing is left over.
/// SYNCOPATE_SOAK says for how many seconds on each database; the minute that is promised is 60.
/// </summary>
/// <remarks>In the group of tests that run one at a time: fifty visitors are as much as two processors can serve.</remarks>
[Collection(nameof(SoakTests))]
[CollectionDefinition(nameof(SoakTests), DisableParallelization = true)]
[Trait("Judges", "laws")]
public sealed partial class SoakTests(SqliteBlogSite sqlite, PostgresBlogSite postgres, ITestOutputHelper output) : IClassFixture<SqliteBlogSite>, IClassFixture<PostgresBlogSite>
{
    private const int Users = 50;

    // Threads that the runtime starts once and keeps: timers, tiered compilation, the collector's and the provider's own.
    private const int KeptThreads = 8;

    private const double MostUnavailable = 0.01;

    private const string FewSeconds = "5";

    private static readonly string[] Outcomes = ["read", "edited", "created", "deleted", "conflict"];

    // Its threads retire within seconds; only a machine that stands still takes longer.
    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(5);

    private static TimeSpan Length { get; } =
        TimeSpan.FromSeconds(int.Parse(Environment.GetEnvironmentVariable("SYNCOPATE_SOAK") ?? FewSeconds, CultureInfo.InvariantCulture));

    [Fact]
    public Task A_crowd_on_SQLite_loses_no_edit_and_leaves_neither_context_nor_thread() => SoakAsync(sqlite.Address, Length);

    [Fact]
    public Task A_crowd_on_PostgreSQL_loses_no_edit_and_leaves_neither_context_nor_thread() => SoakAsync(postgres.Address, Length);

    private async Task SoakAsync(Uri site, TimeSpan duration)
    {
        using SoakCrowd crowd = await SoakCrowd.GatherAsync(site);
        using Visitor observer = new(site);
        (int Lent, int Kept, int Threads) before = await InsideAsync(observer);
        long begin = Stopwatch.GetTimestamp();

        crowd.Start(Users);
        await crowd.UntilAsync(
            tally => Stopwatch.GetElapsedTime(begin) >= duration && Outcomes.All(outcome => tally[outcome] > 0), duration + Timeout);
        (int Lent, int Kept, int Threads) during = await InsideAsync(observer);
        await crowd.EndAsync();
        (int Lent, int Kept, int Threads) after = await CalmAsync(observer, before.Threads + KeptThreads);

        output.WriteLine($"{crowd.Tally.Figures}; contexts in use {before.Lent}, {during.Lent}, {after.Lent}, kept {before.Kept}, {during.Kept}, {after.Kept}; threads {before.Threads}, {during.Threads}, {after.Threads}");
        Assert.Empty(crowd.Tally.Wrong);
        // Half of the crowd write to one file: on a machine that stands still one of them may wait for it too long, and is told so.
        int writes = Outcomes.Skip(1).Sum(outcome => crowd.Tally[outcome]);
        Assert.InRange(crowd.Tally["unavailable"], 0, MostUnavailable * writes);
        Assert.Equal(before.Lent, after.Lent);
        // As EF Core itself counts them: one for each visitor and one for the page that says so, however many requests there were.
        Assert.InRange(after.Kept, 1, Users + 1);
        Assert.InRange(after.Threads, 1, before.Threads + KeptThreads);
    }

    /// <summary>Asks until the process is as calm as before; what it holds then.</summary>
    private static async Task<(int Lent, int Kept, int Threads)> CalmAsync(Visitor observer, int threads)
    {
        long begin = Stopwatch.GetTimestamp();
        (int Lent, int Kept, int Threads) inside = await InsideAsync(observer);
        using PeriodicTimer tick = new(TimeSpan.FromMilliseconds(500));
        while ((inside.Threads > threads || inside.Lent > 1) && Stopwatch.GetElapsedTime(begin) < Timeout && await tick.WaitForNextTickAsync(TestContext.Current.CancellationToken))
            inside = await InsideAsync(observer);
        return inside;
    }

    private static async Task<(int Lent, int Kept, int Threads)> InsideAsync(Visitor observer)
    {
        Seen page = await observer.GetAsync("/internals");
        return (Figure(Lent().Match(page.Words)), Figure(Kept().Match(page.Words)), Figure(Threads().Match(page.Words)));
    }

    private static int Figure(Match match) => int.Parse(match.Groups[1].ValueSpan, NumberStyles.None, CultureInfo.InvariantCulture);

    [GeneratedRegex("Contexts in use, this page’s included ([0-9]+)")]
    private static partial Regex Lent();

    [GeneratedRegex("Contexts kept, in pools too ([0-9]+)")]
    private static partial Regex Kept();

    [GeneratedRegex("Threads of the process ([0-9]+)")]
    private static partial Regex Threads();
}
