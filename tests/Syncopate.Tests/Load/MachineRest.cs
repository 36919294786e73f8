using System.Diagnostics;
using System.Globalization;

namespace Syncopate.Tests.Load;

/// <summary>What a machine did while the tests did nothing; shares of all processors, and of the time.</summary>
/// <param name="Stalled">Time by which a thread that was due ran late.</param>
/// <param name="Others">Processors that other programs took, or the host of a virtual machine.</param>
/// <param name="Own">Processors that this process and those it has started took.</param>
internal readonly record struct MachineRest(double Stalled, double Others, double Own)
{
    private const double MostStalled = 0.02;
    private const double MostOthers = 0.15;

    // Servers that wait for the next test take next to nothing. What burns the processors is no excuse for itself.
    private const double MostOwn = 0.1;

    private static readonly TimeSpan Nap = TimeSpan.FromSeconds(2);

    /// <summary>True when the machine had no time, though nobody of ours used it.</summary>
    public bool IsShortOfTime => Own <= MostOwn && (Stalled > MostStalled || Others > MostOthers);

    /// <summary>In words.</summary>
    public string Told => string.Create(
        CultureInfo.InvariantCulture,
        $"while nothing was done here, threads that were due stood still for {Stalled:P0} of the time, and others took {Others:P0}");

    /// <summary>Does nothing for two seconds, and looks.</summary>
    public static async Task<MachineRest> TakeAsync()
    {
        ProcessorUse before = ProcessorUse.Read();
        long began = Stopwatch.GetTimestamp();
        using StallWatch stalls = new();
        await Task.Delay(Nap, CancellationToken.None);
        double stalled = stalls.End();
        ProcessorUse used = ProcessorUse.Read().Since(before);
        double ours = used.Own + used.Started;
        double own = ours / (Stopwatch.GetElapsedTime(began).TotalSeconds * Environment.ProcessorCount);
        return new MachineRest(stalled, used.Whole > 0 ? Math.Max(0, used.Busy - ours) / used.Whole : 0, own);
    }
}
