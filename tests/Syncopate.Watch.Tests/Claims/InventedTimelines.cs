using Syncopate.Watch.Awaits;

namespace Syncopate.Watch.Tests.Claims;

/// <summary>Async timelines of invented calls, and the waits of a moment.</summary>
internal static class InventedTimelines
{
    private static readonly StateMachine Outer = new("Shop.Orders+<PayAsync>d__1", "Orders.PayAsync", "/src/Shop/Orders.cs", 12,
        [new SourcePlace("/src/Shop/Orders.cs", 13), new SourcePlace("/src/Shop/Orders.cs", 14)]);

    /// <summary>A timeline as a look at the task library's events makes it.</summary>
    public static AsyncTimeline Of(Random random)
    {
        CallTrace[] calls = [.. Enumerable.Range(0, random.Next(4)).SelectMany(_ => Call(random))];
        return new AsyncTimeline(random.Next(2) == 0 ? AsyncTimelineSource.Woven : AsyncTimelineSource.TaskEvents,
            2000 * random.NextDouble(), 0,
            TimelineBuilder.Methods(calls), Waterfall.Of(calls), SequentialAwaits.Find(calls), []);
    }

    /// <summary>What waits at one moment.</summary>
    public static LiveAwaits Awaits(Random random)
    {
        LiveAwait[] sites = [.. Enumerable.Range(0, random.Next(4))
            .Select(_ => new LiveAwait("Orders.PayAsync", random.Next(2) == 0 ? "/src/Shop/Orders.cs" : null, 12,
            random.Next(1, 40), 1e4 * random.NextDouble(), random.Next(2) == 0 ? [] : ["OrdersController.Pay (OrdersController.cs:9)"]))];
        return new LiveAwaits(sites.Sum(site => site.InFlight) + random.Next(2), random.Next(2) == 0 ? 1 : random.NextDouble(), sites,
            random.Next(8) == 0 ? "the process runs on .NET 6." : null);
    }

    private static IEnumerable<CallTrace> Call(Random random)
    {
        double start = 1000 * random.NextDouble();
        CallTrace outer = new(Outer.TypeName) { IsMethod = true, Machine = Outer, Start = start };
        outer.Threads.Add(random.Next(3));
        double at = start + random.NextDouble();
        List<CallTrace> parts = [];
        for (int i = random.Next(9); i > 0; i--)
        {
            double took = 60 * random.NextDouble() * random.NextDouble();
            CallTrace part = new(random.Next(2) == 0 ? "Task.Delay" : "<SendAsync>d__7") { Start = at, End = at + took, Parent = outer };
            outer.Suspend(at, part);
            outer.Resume(at + took, random.Next(3));
            parts.Add(part);
            at += took + random.NextDouble();
        }

        if (random.Next(8) > 0)
            outer.End = at;
        return [outer, .. parts];
    }
}
