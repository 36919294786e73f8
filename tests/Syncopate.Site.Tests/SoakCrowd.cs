using System.Diagnostics;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>Many visitors of one site, each with a connection and cookies of his own.</summary>
internal sealed class SoakCrowd : IDisposable
{
    // Fewer than the writers, so that they meet.
    private const int Posts = 10;

    private readonly List<Visitor> _visitors = [];
    private readonly List<string> _posts = [];
    private readonly Uri _site;
    private Task _all = Task.CompletedTask;

    // Written by the test, read by every visitor.
    private volatile bool _isOver;

    private SoakCrowd(Uri site) => _site = site;

    public SoakTally Tally { get; } = new();

    /// <summary>Creates the posts that the writers will edit, and starts nobody.</summary>
    public static async Task<SoakCrowd> GatherAsync(Uri site)
    {
        SoakCrowd crowd = new(site);
        Visitor first = crowd.NewVisitor();
        for (int post = 0; post < Posts; post++)
        {
            Seen created = await first.FillInAsync("/posts/async/create", ("Title", "Edited by many"), ("Content", "Nothing yet."), ("BlogId", "1"), ("TagIds", "1"));
            crowd._posts.Add((created.Location ?? throw new InvalidOperationException($"No post was created: {created.Words}")).Split('/')[^1]);
        }

        return crowd;
    }

    public void Start(int users) =>
        _all = Task.WhenAll(Enumerable.Range(0, users).Select(number => new SoakUser(NewVisitor(), number, _posts, Tally).RunAsync(() => _isOver)).ToList());

    /// <summary>Waits while they work, until something has come about.</summary>
    public async Task UntilAsync(Func<SoakTally, bool> came, TimeSpan timeout)
    {
        long begin = Stopwatch.GetTimestamp();
        using PeriodicTimer tick = new(TimeSpan.FromMilliseconds(50));
        while (!came(Tally) && await tick.WaitForNextTickAsync(TestContext.Current.CancellationToken))
            Assert.True(Stopwatch.GetElapsedTime(begin) < timeout, $"Waited {timeout.TotalSeconds} s in vain. So far: {Tally.Figures}; wrong: {string.Join(" | ", Tally.Wrong)}");
    }

    /// <summary>Lets everybody finish what he began, and looks whether all that was accepted is there.</summary>
    public async Task EndAsync()
    {
        _isOver = true;
        await _all;
        using Visitor visitor = new(_site);
        await Tally.CheckAsync(visitor, _posts);
    }

    public void Dispose() => _visitors.ForEach(static visitor => visitor.Dispose());

    private Visitor NewVisitor()
    {
        _visitors.Add(new Visitor(_site));
        return _visitors[^1];
    }
}
