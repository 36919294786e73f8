using Syncopate.Runtimes;

namespace Syncopate.Reporting;

/// <summary>What the server of a form ran on.</summary>
/// <param name="Version">As the runtime calls itself, such as ".NET 11.0.0".</param>
/// <param name="StateMachines">Async methods of its own assemblies that the compiler made into state machines; null where they could
/// not be read.</param>
/// <param name="RuntimeAsync">Those that the runtime suspends and resumes by itself; null as before.</param>
internal sealed record FormRuntime(string Version, int? StateMachines, int? RuntimeAsync)
{
    /// <summary>Of a record of the journal.</summary>
    internal static FormRuntime Of(ServerRuntime record) => new(record.Runtime, record.StateMachines, record.RuntimeAsync);

    /// <summary>How its async methods are compiled, such as "14 as state machines"; null where that is not known.</summary>
    internal string? Methods =>
        StateMachines is { } machines && RuntimeAsync is { } runtime ? new AsyncMethodCount(machines, runtime).Text : null;

    /// <summary>Both, as the end of a sentence.</summary>
    internal string Words => Methods switch
    {
        null => Version,
        "none" => $"{Version}, its own assemblies without an async method",
        { } methods => $"{Version}, async methods of its own assemblies: {methods}",
    };

    /// <summary>What the servers of some forms ran on: once where it is the same for all; empty where nothing is known.</summary>
    /// <param name="forms">Label and runtime of each.</param>
    internal static string Sentence(IEnumerable<(string Label, FormRuntime? Runtime)> forms)
    {
        (string Label, FormRuntime? Runtime)[] known = [.. forms.Where(f => f.Runtime is not null).DistinctBy(f => (f.Label, f.Runtime))];
        string[] distinct = [.. known.Select(f => f.Runtime?.Words ?? "").Distinct(StringComparer.Ordinal)];
        return distinct.Length switch
        {
            0 => "",
            1 => $"The servers ran on {distinct[0]}.",
            _ => string.Join(". ", known.Select(f => $"{f.Label}: {f.Runtime?.Words}")) + ".",
        };
    }
}
