using System.Globalization;

namespace Syncopate.Running.Comparing;

/// <summary>One of the builds that a user compares.</summary>
/// <param name="Source">A folder with a project, a project file, or a git revision.</param>
/// <param name="Path">Path and query of the request, starting with "/".</param>
internal sealed record ComparedBuild(string Source, string Path)
{
    /// <summary>Properties that MSBuild is given, such as ("TieredPGO", "false"); none by default.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Properties { get; init; } = [];

    /// <summary>True to compile async methods without state machines, so that the runtime suspends and resumes them.</summary>
    public bool IsRuntimeAsync { get; init; }

    /// <summary>The installed .NET that it runs on, such as "11" or "10.0.12"; null, the default, for the one that it is
    /// built for.</summary>
    public string? Runtime { get; init; }

    /// <summary>What distinguishes it from another build of the same source; empty for nothing.</summary>
    internal string Differences => string.Join(", ",
    [
        .. IsRuntimeAsync ? ["runtime async"] : Array.Empty<string>(),
        .. Properties.Select(p => $"{p.Key}={p.Value}"),
        .. Runtime is { } runtime ? [string.Create(CultureInfo.InvariantCulture, $".NET {runtime}")] : Array.Empty<string>(),
    ]);

    /// <summary>Source and differences.</summary>
    internal string Label => Differences.Length > 0 ? $"{Source}, {Differences}" : Source;

    /// <summary>The end of the options of a target, such as the b of --runtime-b.</summary>
    internal static char Letter(Form form) => char.ToLowerInvariant(form.ToString()[0]);

    /// <summary>Whether the compiler is asked for the same.</summary>
    internal bool IsCompiledAs(ComparedBuild other) =>
        Source == other.Source && IsRuntimeAsync == other.IsRuntimeAsync && Properties.SequenceEqual(other.Properties);
}
