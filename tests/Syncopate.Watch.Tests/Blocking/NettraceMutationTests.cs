using System.Text.Json;
using Syncopate.Tests;
using Syncopate.Watch.Probes;
using Syncopate.Watch.Reporting;
using Xunit;
using static Syncopate.Watch.Tests.Blocking.NettraceStream;

namespace Syncopate.Watch.Tests.Blocking;

/// <summary>What a watched process sends is data from elsewhere: whatever comes, there are places, or it is no such stream.</summary>
[Trait("Judges", "behaviour")]
public sealed class NettraceMutationTests
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const string Rundown = "Microsoft-Windows-DotNETRuntimeRundown";

    private static readonly byte[] Whole = Write(
        [(Runtime, 301), (Runtime, 302), ("Microsoft-DotNETCore-SampleProfiler", 0), ("Microsoft.AspNetCore.Hosting", 3), ("Microsoft.AspNetCore.Hosting", 4), (Rundown, 144), (Rundown, 150), (Rundown, 154)],
        [0x1010, 0x2010, 0x3010],
        Event(3, 1, 10, Int(2)),
        Event(4, 1, 10, [.. Text("GET"), .. Text("/orders")]),
        Event(1, 1, 10, []),
        Event(3, 1, 100, Int(1)),
        Event(3, 1, 100, Int(1)),
        Event(2, 1, 50, []),
        Event(5, 1, 10, []),
        Event(3, 1, 10, Int(2)),
        Method(0x1000, "System.Threading.Thread", "Sleep"),
        Event(7, 1, 1, [.. Long(0x1000), .. Long(0), 0, 2, 0, .. Int(0), .. Int(5), .. Int(0), .. Int(0x20)]),
        Method(0x2000, "System.Threading.ThreadPoolWorkQueue", "Dispatch"),
        Method(0x3000, "System.Threading.PortableThreadPool+WorkerThread", "WorkerThreadStart"),
        Event(8, 1, 1, [.. Long(43), .. Long(44), .. Int(0), .. Int(0), .. Text("/shared/Microsoft.NETCore.App/System.Private.CoreLib.dll")]));

    private static readonly byte[][] Pieces =
    [
        [5, 5, 1, .. Int(4), .. Int(4), .. Int(8)], "StackBlock"u8.ToArray(), "EventBlock"u8.ToArray(), "SPBlock"u8.ToArray(), [255, 255, 255, 255, 255, 255, 255, 255, 255, 255], [0], [0, 0, 0, 0], [255, 255, 255, 127], [0, 0, 0, 128], Text(Runtime),
        Event(1, 1, 10, []), Event(2, 9, 10, []), Event(3, 1, 0, []), Event(4, 1, 1, []), Event(6, 1, 1, Int(3)), Event(7, 1, 1, [.. Long(42), .. Long(0), 0, 255, 255]), Event(8, 1, 1, Text("x")),
    ];

    [Fact]
    public void A_damaged_stream_yields_places_or_is_refused() => Damage.Try<InvalidDataException>(random => Damage.To(Whole, Pieces, random), Read, Damage.Inputs);

    [Fact]
    public void An_undamaged_one_yields_the_place() => Assert.Equal("Thread.Sleep", Assert.Single(BlockingProbe.Sites(Whole).Sites).Call);

    private static void Read(byte[] stream) => JsonSerializer.Serialize(new WatchSites(0, BlockingProbe.Sites(stream)), WatchJson.Default.WatchRecord);

    private static byte[] Method(int start, string type, string name) =>
        Event(6, 1, 1, [.. Long(start), .. Long(43), .. Long(start), .. Int(0x100), .. Int(0x06000001), .. Int(0), .. Text(type), .. Text(name), .. Text("void (int32)")]);
}
