using Syncopate.Agent;
using Syncopate.Running.Machines;
using Xunit;

namespace Syncopate.Tests.ThreadPools;

[Trait("Judges", "behaviour")]
public sealed class MonitorFrameTests
{
    [Fact]
    public void A_frame_survives_the_wire()
    {
        MonitorFrame frame = new()
        {
            Requested = true,
            Timestamp = long.MaxValue,
            Threads = 57,
            InUse = 56,
            Available = 32_711,
            CompletionPorts = 3,
            QueueLength = 1L << 40,
            CompletedItems = 123_456_789_012,
            CpuNanoseconds = 5_000_000_001,
            AllocatedBytes = 1L << 50,
            Gen0 = 4,
            Gen1 = 2,
            Gen2 = 1,
            CompiledMethods = 9_999,
        };
        byte[] wire = new byte[MonitorFrame.Length];

        frame.Write(wire);

        Assert.Equal(frame, MonitorFrame.Read(wire));
    }

    [Fact]
    public void A_sample_counts_its_time_from_the_start_of_the_slot()
    {
        long origin = 10 * System.Diagnostics.Stopwatch.Frequency;
        MonitorFrame frame = new()
        {
            Requested = false,
            Timestamp = origin + System.Diagnostics.Stopwatch.Frequency / 4,
            Threads = 5,
            InUse = 4,
            Available = 1,
            CompletionPorts = 0,
            QueueLength = 7,
            CompletedItems = 8,
            CpuNanoseconds = 0,
            AllocatedBytes = 0,
            Gen0 = 0,
            Gen1 = 0,
            Gen2 = 0,
            CompiledMethods = 0,
        };

        PoolSample sample = PoolWatch.Sample(frame, origin);

        Assert.Equal(new PoolSample(250_000_000, 5, 4, 1, 0, 7, 8), sample);
    }
}
