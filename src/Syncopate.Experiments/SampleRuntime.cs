using System.Globalization;
using Syncopate.Running.Comparing;

namespace Syncopate.Experiments;

/// <summary>On which .NET a bundled program runs, and who suspends its async methods.</summary>
/// <param name="Version">Version of an installed .NET that is newer than the tool's own, such as "11.0.2"; null for the tool's own.</param>
/// <param name="IsRuntimeAsync">Whether the runtime suspends and resumes its methods, in place of the state machines that C# makes.</param>
internal sealed record SampleRuntime(string? Version, bool IsRuntimeAsync)
{
    /// <summary>The first .NET that runs such methods without being told to.</summary>
    private const int First = 11;

    /// <summary>The .NET of the tool, in both kinds where it has both.</summary>
    public static IReadOnlyList<SampleRuntime> Own { get; } =
        [new(null, false), .. Environment.Version.Major >= First ? [new SampleRuntime(null, true)] : Array.Empty<SampleRuntime>()];

    /// <summary>Ending of an experiment's id, such as "-net11-runtime"; empty for the tool's own .NET with state machines.</summary>
    public string Ending => (Version is null ? "" : $"-net{Major}") + (IsRuntimeAsync ? "-runtime" : "");

    /// <summary>In a title or as a column, such as ".NET 11, runtime async".</summary>
    public string Name => $".NET {Major}, {(IsRuntimeAsync ? "runtime async" : "state machines")}";

    private string Major =>
        (Version is null ? Environment.Version.Major : InstalledRuntimes.Major(Version)).ToString(CultureInfo.InvariantCulture);

    /// <summary>The tool's own .NET, and newer ones that are installed beside a <c>dotnet</c>, each in both kinds.</summary>
    public static IReadOnlyList<SampleRuntime> Beside(InstalledRuntimes installed) =>
    [
        .. Own,
        .. from version in installed.From(Math.Max(First, Environment.Version.Major + 1))
           from isRuntimeAsync in (bool[])[false, true]
           select new SampleRuntime(version, isRuntimeAsync),
    ];
}
