using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>Fifty visitors on the blog at once, half of them writing, through both forms: nothing goes wrong, nothing is lost, nothing is left over.</summary>
public sealed partial class SoakTests(SqliteBlogSite sqlite, PostgresBlogSite postgres, ITestOutputHelper output) : IClassFixture<SqliteBlogSite>, IClassFixture<PostgresBlogSite>
{
    private const int Users = 50;

    // Threads that the runtime starts once and keeps: timers, tiered compilation, the collector's and the provider's own.
    private const int KeptThreads = 8;

    // The minute that is promised runs on the database that every machine has; the other one shows the same in less.
    private static readonly TimeSpan OnSqlite = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan OnPostgres = TimeSpan.FromSeconds(20);

    // A thread of the pool retires after 20 s without work.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    [Fact]
    public Task A_minute_on_SQLite_loses_no_edit_and_leaves_neither_context_nor_thread() => SoakAsync(sqlite.Address, OnSqlite);

    [Fact]
    public Task Twenty_seconds_on_PostgreSQL_lose_no_edit_and_leave_neither_context_nor_thread() => SoakAsync(postgres.Address, OnPostgres);

    private async Task SoakAsync(Uri site, TimeSpan duration)
    {
        using var crowd = await SoakCrowd.GatherAsync(site);
        using var observer = new Visitor(site);
        var before = await InsideAsync(observer);
        var begin = Stopwatch.GetTimestamp();

        crowd.Start(Users);
        await crowd.UntilAsync(_ => Stopwatch.GetElapsedTime(begin) >= duration, duration + Patience);
        var during = await InsideAsync(observer);
        await crowd.EndAsync();
        var after = await CalmAsync(observer, before.Threads + KeptThreads);

        output.WriteLine($"{crowd.Tally.Figures}; contexts in use {before.Lent}, {during.Lent}, {after.Lent}, kept {before.Kept}, {during.Kept}, {after.Kept}; threads {before.Threads}, {during.Threads}, {after.Threads}");
        Assert.Empty(crowd.Tally.Wrong);
        Assert.Equal(0, crowd.Tally["unavailable"]);
        Assert.All(["read", "edited", "created", "deleted", "conflict"], outcome => Assert.True(crowd.Tally[outcome] > 0, outcome));
        Assert.Equal(before.Lent, after.Lent);
        // As EF Core itself counts them: one for each visitor and one for the page that says so, however many requests there were.
        Assert.InRange(after.Kept, 1, Users + 1);
        Assert.InRange(after.Threads, 1, before.Threads + KeptThreads);
    }

    /// <summary>Asks until the process is as calm as before; what it holds then.</summary>
    private static async Task<(int Lent, int Kept, int Threads)> CalmAsync(Visitor observer, int threads)
    {
        var begin = Stopwatch.GetTimestamp();
        var inside = await InsideAsync(observer);
        using var tick = new PeriodicTimer(TimeSpan.FromMilliseconds(500));
        while ((inside.Threads > threads || inside.Lent > 1) && Stopwatch.GetElapsedTime(begin) < Patience && await tick.WaitForNextTickAsync(TestContext.Current.CancellationToken))
            inside = await InsideAsync(observer);
        return inside;
    }

    private static async Task<(int Lent, int Kept, int Threads)> InsideAsync(Visitor observer)
    {
        var page = await observer.GetAsync("/internals");
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
