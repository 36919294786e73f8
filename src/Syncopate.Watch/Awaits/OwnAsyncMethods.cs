using Syncopate.Reporting;
using Syncopate.Running.Machines;
using Syncopate.Runtimes;

namespace Syncopate.Watch.Awaits;

/// <summary>Counts the async methods of a watched program's own assemblies.</summary>
internal static class OwnAsyncMethods
{
    /// <summary>Those of one assembly; none when it cannot be read, or has no portable PDB, as what is not of the program.</summary>
    public static AsyncMethodCount Of(string assemblyPath) =>
        StateMachineReader.Read(assemblyPath, (assembly, _) => AsyncMethodReader.Of(assembly));

    /// <summary>The sum over assemblies, each counted once.</summary>
    public static AsyncMethodCount Of(IEnumerable<string> assemblyPaths) => assemblyPaths.Distinct(StringComparer.Ordinal)
        .Where(OwnCode.IsOwn).Select(Of).Aggregate(default(AsyncMethodCount), (sum, one) => sum + one);

    /// <summary>How many of how many are runtime async, as the beginning of a sentence.</summary>
    public static string Sentence(int runtimeAsync, int all) => runtimeAsync == all
        ? $"{(all == 1 ? "The one async method" : $"All {FigureText.Count(all)} async methods")} of the program "
            + $"{(all == 1 ? "is" : "are")} compiled as runtime async"
        : $"{FigureText.Count(runtimeAsync)} of {Wording.Plural(all, "async method")} of the program "
            + $"{(runtimeAsync == 1 ? "is" : "are")} compiled as runtime async";
}
