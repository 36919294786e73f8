using Syncopate.Watch.Probes;
using Xunit;
using static Syncopate.Watch.Tests.Blocking.NettraceStream;

namespace Syncopate.Watch.Tests.Blocking;

/// <summary>Which stretches of blocked time are one place, on streams written by hand.</summary>
[Trait("Judges", "behaviour")]
public sealed class BlockedTimeTests
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const string Rundown = "Microsoft-Windows-DotNETRuntimeRundown";
    private const byte WaitBegins = 1;
    private const byte WaitEnds = 2;
    private const byte Sample = 3;
    private const byte RequestBegins = 4;
    private const byte Contended = 7;
    private const byte RequestEnds = 8;

    private static readonly (string, int)[] Kinds =
        [(Runtime, 301), (Runtime, 302), ("Microsoft-DotNETCore-SampleProfiler", 0), ("Microsoft.AspNetCore.Hosting", 3), (Rundown, 144), (Rundown, 154), (Runtime, 81), ("Microsoft.AspNetCore.Hosting", 4)];

    // Return addresses of the methods in Methods, and after them what the pool adds.
    private const long Enter = 0x1010;
    private const long Enqueue = 0x2010;
    private const long Texts = 0x3010;
    private const long Own = 0x4010;
    private const long Lambda = 0x5010;
    private const long Requests = 0x6010;
    private const long Sleep = 0x9010;
    private const long Wait = 0xa010;
    private const long Spin = 0xb010;

    private static readonly long[] Pool = [0x7010, 0x8010];

    private static readonly byte[][] Methods =
    [
        Method(0x1000, 1, "System.Threading.Monitor", "Enter"),
        Method(0x2000, 1, "System.IO.Written", "Enqueue"),
        Method(0x3000, 1, "System.Resources.RuntimeResourceSet", "GetObject"),
        Method(0x4000, 2, "Shop.Orders", "Pay"),
        Method(0x5000, 1, "dynamicClass", "lambda_method7"),
        Method(0x6000, 1, "Microsoft.AspNetCore.Hosting.HostingApplication", "ProcessRequestAsync"),
        Method(0x7000, 1, "System.Threading.ThreadPoolWorkQueue", "Dispatch"),
        Method(0x8000, 1, "System.Threading.PortableThreadPool+WorkerThread", "WorkerThreadStart"),
        Method(0x9000, 1, "System.Threading.Thread", "Sleep"),
        Method(0xa000, 1, "System.Threading.Tasks.Task", "Wait"),
        Method(0xb000, 1, "System.Threading.SpinWait", "SpinUntil"),
        Event(6, 1, 0, [.. Long(1), .. Long(44), .. Int(0), .. Int(0), .. Text("/shared/Microsoft.NETCore.App/System.Private.CoreLib.dll")]),
        Event(6, 1, 0, [.. Long(2), .. Long(45), .. Int(0), .. Int(0), .. Text("/no/such/folder/Shop.dll")]),
    ];

    [Fact]
    public void Two_locks_of_the_framework_below_the_same_line_are_two_places()
    {
        BlockedSites sites = Sites(
            [[Enter, Enqueue, Own, .. Pool], [Enter, Texts, Own, .. Pool]],
            Event(Sample, 1, 1, Int(2), stack: 1), Event(WaitBegins, 1, 10, [], stack: 1), Event(WaitEnds, 1, 30, [], stack: 1), Event(WaitBegins, 1, 10, [], stack: 2), Event(WaitEnds, 1, 20, [], stack: 2),
            Event(Sample, 1, 1, Int(2), stack: 1));

        Assert.Equal(
            [
                "Monitor.Enter in Written.Enqueue, called from Orders.Pay",
                "Monitor.Enter in RuntimeResourceSet.GetObject, called from Orders.Pay",
            ],
            sites.Sites.Select(site => site.Describe()));
    }

    // What is compiled into its caller is known by its route alone, and a request that began before the look has none.
    [Fact]
    public void Waits_of_the_same_generated_code_are_one_place_whether_their_route_is_known_or_not()
    {
        BlockedSites sites = Sites(
            [[Sleep, Lambda, Requests, .. Pool]],
            Event(Sample, 1, 1, Int(2)), Event(WaitBegins, 1, 10, []), Event(WaitEnds, 1, 30, []),
            Event(RequestBegins, 1, 1, [.. Text("GET"), .. Text("/orders")]), Event(WaitBegins, 1, 10, []), Event(WaitEnds, 1, 20, []), Event(Sample, 1, 1, Int(2)));

        BlockedSite site = Assert.Single(sites.Sites);
        Assert.Equal(("GET /orders", "GET /orders"), (site.Place, site.Route));
    }

    [Fact]
    public void The_owner_of_a_lock_is_told_by_what_it_does_meanwhile()
    {
        const byte Owner = 9;
        BlockedSites sites = Sites(
            [[Enter, Own, .. Pool], [Sleep, Own, .. Pool]],
            On(Owner, Event(Sample, 1, 1, Int(1), stack: 2)), Event(Sample, 1, 1, Int(1), stack: 1),
            Event(Contended, 1, 5, [0, 0, 0, .. Long(1), .. Long(2), .. Long(Owner)], stack: 1), Event(WaitBegins, 1, 1, [], stack: 1),
            On(Owner, Event(Sample, 1, 10, Int(1), stack: 2)), Event(WaitEnds, 1, 30, [], stack: 1), Event(Sample, 1, 1, Int(2), stack: 1));

        BlockedHolder? holder = sites.Sites.Single(site => site.Kind == BlockingKind.Lock).Holder;
        Assert.Equal("Thread.Sleep called by Orders.Pay", holder?.Describe());
        Assert.Null(holder?.HoldMilliseconds);
    }

    // It has long let go of the lock when it is seen again.
    [Fact]
    public void What_an_owner_does_after_the_wait_says_nothing_of_the_lock()
    {
        const byte Owner = 9;
        BlockedSites sites = Sites(
            [[Enter, Own, .. Pool], [Sleep, Lambda, .. Pool]],
            Event(Sample, 1, 1, Int(1), stack: 1),
            Event(Contended, 1, 5, [0, 0, 0, .. Long(1), .. Long(2), .. Long(Owner)], stack: 1), Event(WaitBegins, 1, 1, [], stack: 1),
            Event(WaitEnds, 1, 30, [], stack: 1), On(Owner, Event(Sample, 1, 10, Int(1), stack: 2)), Event(Sample, 1, 1, Int(2), stack: 1));

        Assert.Null(sites.Sites.Single(site => site.Kind == BlockingKind.Lock).Holder);
    }

    [Theory]
    [InlineData(Sleep, 1, HolderEvidence.Exclusive)]
    [InlineData(Own, 1, HolderEvidence.Exclusive)]
    [InlineData(Wait, 1, HolderEvidence.WaitsForTask)]
    [InlineData(Texts, 1, HolderEvidence.None)]
    [InlineData(Spin, 1, HolderEvidence.None)] // It polls for what others do.
    [InlineData(Sleep, 2, HolderEvidence.Several)]
    public void A_lock_is_a_limit_where_one_is_always_held_by_who_needs_no_thread(long doing, int locks, Enum evidence)
    {
        const byte Owner = 9;
        const byte Other = 8;
        long[] holder = doing switch
        {
            Texts => [Enter, Texts, Own, .. Pool],
            Own => [Own, .. Pool],
            Spin => [Sleep, Spin, Own, .. Pool],
            _ => [doing, Own, .. Pool],
        };
        BlockedSites sites = Sites(
            [[Enter, Own, .. Pool], holder],
            Event(WaitBegins, 1, 1, [], stack: 1), On(Other, Event(WaitBegins, 1, 1, [], stack: 1)),
            On(Owner, Event(Sample, 1, 1, Int(1), stack: 2)),
            Event(Contended, 1, 1, [0, 0, 0, .. Long(1), .. Long(7), .. Long(Owner)], stack: 1),
            On(Other, Event(Contended, 1, 1, [0, 0, 0, .. Long(locks), .. Long(7), .. Long(Owner)], stack: 1)),
            On(Owner, Event(Sample, 1, 10, Int(1), stack: 2)), On(Owner, Event(Sample, 1, 50, Int(1), stack: 2)),
            Event(WaitEnds, 1, 30, [], stack: 1), On(Other, Event(WaitEnds, 1, 1, [], stack: 1)));

        Assert.Equal((HolderEvidence)evidence, sites.Sites.First(site => site is { Kind: BlockingKind.Lock, Via: null }).Holder?.Evidence);
    }

    // Two threads wait for the first half of a look: as long as all of it, and in the second half nobody waits.
    [Fact]
    public void Waits_that_together_are_as_long_as_a_look_do_not_show_that_somebody_always_waits()
    {
        const byte Owner = 9;
        const byte Other = 8;
        BlockedSites sites = Sites(
            [[Enter, Own, .. Pool], [Sleep, Own, .. Pool]],
            Event(WaitBegins, 1, 1, [], stack: 1), On(Other, Event(WaitBegins, 1, 1, [], stack: 1)),
            On(Owner, Event(Sample, 1, 1, Int(1), stack: 2)),
            Event(Contended, 1, 1, [0, 0, 0, .. Long(1), .. Long(7), .. Long(Owner)], stack: 1),
            On(Other, Event(Contended, 1, 1, [0, 0, 0, .. Long(1), .. Long(7), .. Long(Owner)], stack: 1)),
            On(Owner, Event(Sample, 1, 30, Int(1), stack: 2)),
            Event(WaitEnds, 1, 1, [], stack: 1), On(Other, Event(WaitEnds, 1, 1, [], stack: 1)),
            On(Owner, Event(Sample, 1, 28, Int(1), stack: 2)));

        BlockedSite waiting = sites.Sites.Single(site => site.Kind == BlockingKind.Lock);
        Assert.True(waiting.BlockedMilliseconds >= sites.WindowMilliseconds);
        Assert.Equal(HolderEvidence.None, waiting.Holder?.Evidence);
    }

    // A page that needs no lock, beside one that does.
    [Fact]
    public void Requests_that_never_come_to_a_lock_are_counted_beside_those_that_wait_for_it()
    {
        const byte Other = 8;
        BlockedSites sites = Sites(
            [[Enter, Own, .. Pool], [Own, .. Pool]],
            Event(Sample, 1, 1, Int(2), stack: 2),
            Event(RequestBegins, 1, 1, [.. Text("GET"), .. Text("/orders")], stack: 2), Event(WaitBegins, 1, 1, [], stack: 1),
            On(Other, Event(RequestBegins, 1, 1, [.. Text("GET"), .. Text("/health")], stack: 2)),
            On(Other, Event(RequestEnds, 1, 1, [], stack: 2)),
            Event(WaitEnds, 1, 20, [], stack: 1), Event(RequestEnds, 1, 1, [], stack: 2),
            Event(Sample, 1, 1, Int(2), stack: 2));

        Assert.Equal(0.5, Assert.Single(sites.Sites).OtherRequests);
    }

    // Another page enters the same lock in a method of its own.
    [Fact]
    public void Requests_that_find_the_same_lock_held_in_another_method_are_none_that_never_come_to_it()
    {
        const byte Other = 8;
        byte[] held = [0, 0, 0, .. Long(1), .. Long(7), .. Long(9)];
        BlockedSites sites = Sites(
            [[Enter, Own, .. Pool], [Own, .. Pool], [Enter, Texts, .. Pool]],
            Event(Sample, 1, 1, Int(2), stack: 2),
            Event(RequestBegins, 1, 1, [.. Text("GET"), .. Text("/orders")], stack: 2),
            Event(Contended, 1, 1, held, stack: 1), Event(WaitBegins, 1, 1, [], stack: 1),
            On(Other, Event(RequestBegins, 1, 1, [.. Text("GET"), .. Text("/stock")], stack: 2)),
            On(Other, Event(Contended, 1, 1, held, stack: 3)), On(Other, Event(WaitBegins, 1, 1, [], stack: 3)),
            On(Other, Event(WaitEnds, 1, 5, [], stack: 3)), On(Other, Event(RequestEnds, 1, 1, [], stack: 2)),
            Event(WaitEnds, 1, 20, [], stack: 1), Event(RequestEnds, 1, 1, [], stack: 2),
            Event(Sample, 1, 1, Int(2), stack: 2));

        Assert.Equal(0.0, sites.Sites.First(site => site is { Kind: BlockingKind.Lock, Via: null }).OtherRequests);
    }

    private static BlockedSites Sites(long[][] stacks, params byte[][] events) => BlockingProbe.Sites(Write(Kinds, stacks, [.. events, .. Methods]));

    private static byte[] Method(int start, int module, string type, string name) =>
        Event(5, 1, 0, [.. Long(start), .. Long(module), .. Long(start), .. Int(0x100), .. Int(0x06000001), .. Int(0), .. Text(type), .. Text(name), .. Text("void ()")]);
}
