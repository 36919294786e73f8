using System.Globalization;
using Syncopate.Agent;
using Xunit;

namespace Syncopate.Tests.ThreadPools;

/// <summary>A monitor is a guest in the process that it watches.</summary>
public sealed class PoolMonitorTests
{
    /// <summary>It writes once a second on a thread of its own, where what is thrown ends the process.</summary>
    [Fact]
    public void An_output_that_cannot_be_written_ends_nobody()
    {
        using Unwritable full = new(new IOException("No space left on device"));
        using Unwritable closed = new(new ObjectDisposedException("output"));
        using Unwritable odd = new(new NotSupportedException("A mistake is seen."));

        PoolMonitor.Say(full, "line");
        PoolMonitor.Say(closed, "line");

        Assert.Equal((1, 1), (full.Lines, closed.Lines));
        Assert.Throws<NotSupportedException>(() => PoolMonitor.Say(odd, "line"));
    }

    private sealed class Unwritable(Exception thrown) : StringWriter(CultureInfo.InvariantCulture)
    {
        public int Lines { get; private set; }

        public override void WriteLine(string? value)
        {
            Lines++;
            throw thrown;
        }
    }
}
