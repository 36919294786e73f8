using Syncopate.Statistics;
using Xunit;

namespace Syncopate.Tests.Statistics;

public sealed class AcrossProcessesTests
{
    /// <summary>Mean and t interval of six numbers with t = 2.570581835636314 (table: 2.571), by a separate program in Python 3.11.</summary>
    [Fact]
    public void Each_process_is_one_observation()
    {
        double[][] processes = [[0.050], [0.062, 0.062, 0.062], [0.040, 0.041, 0.042], [0.055], [0.048], [0.058]];

        var estimate = AcrossProcesses.Estimate(processes, 0.05);

        Assert.Equal(0.052333333333333336, estimate.Theta, 1e-12);
        Assert.Equal(0.04440563598410255, estimate.Low!.Value, 1e-9);
        Assert.Equal(0.06026103068256412, estimate.High!.Value, 1e-9);
    }

    [Fact]
    public void One_process_is_not_enough() => Assert.Throws<ArgumentException>(() => AcrossProcesses.Estimate([[0.05]], 0.05));
}
