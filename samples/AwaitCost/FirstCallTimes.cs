using System.Diagnostics;

namespace AwaitCost;

/// <summary>What a first call took, in ticks of the stopwatch, and what the process used for it.</summary>
/// <param name="Call">From the call to its result.</param>
/// <param name="Returned">From the call until the caller had its task; for the synchronous form its result.</param>
/// <param name="NextCall">The same call once more.</param>
/// <param name="Used">What the first call used.</param>
internal readonly record struct FirstCallTimes(long Call, long Returned, long NextCall, ProcessState Used)
{
    /// <summary>Writes one line of JSON.</summary>
    public void Write() => Console.Out.WriteLine(FormattableString.Invariant(
        $$"""{"callNanoseconds":{{Nanoseconds(Call)}},"returnedNanoseconds":{{Nanoseconds(Returned)}},"nextCallNanoseconds":{{Nanoseconds(NextCall)}},"cpuNanoseconds":{{Used.Processor.Ticks * 100}},"allocatedBytes":{{Used.AllocatedBytes}},"compiledMethods":{{Used.CompiledMethods}},"compilingNanoseconds":{{Used.Compiling.Ticks * 100}},"loadedAssemblies":{{Used.Assemblies}}}"""));

    private static long Nanoseconds(long ticks) => (long)(ticks * (1e9 / Stopwatch.Frequency));
}
