using Syncopate.Cli.Screens;
using Syncopate.Histograms;
using Xunit;

namespace Syncopate.Cli.Tests;

public sealed class LoadDisplayTests
{
    [Fact]
    public void A_percentile_that_a_single_answer_would_move_is_not_shown()
    {
        Histogram latencies = new();
        latencies.Record(20_000_000);

        Assert.Equal("p50 20 ms  p90 –  p99 –", LoadDisplay.Latency(latencies));
    }
}
