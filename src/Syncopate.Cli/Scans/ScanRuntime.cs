using System.Collections;
using System.Collections.Immutable;
using System.Runtime.InteropServices;
using Syncopate.Running.Servers;

namespace Syncopate.Cli.Scans;

/// <summary>
/// How the runtime compiles during a scan. By default it compiles each method of the compiler that is called thirty times once more, to
/// watch how it runs; a scan is over before that pays, and more than a third of its processor time went into it (bench/results/scan.md).
/// These are settings of a process, and other commands measure: only a scan begins anew with them.
/// </summary>
internal static class ScanRuntime
{
    // Without profiles, and compiled again only after 1,000 calls; the runtime reads numbers as hexadecimal.
    private static readonly ImmutableArray<(string Name, string Value)> Settings =
        [("DOTNET_TieredPGO", "0"), ("DOTNET_TC_CallCountThreshold", "3E8")];

    /// <summary>Turns this process into one that scans with these settings; comes back where it has them, or cannot.</summary>
    /// <param name="arguments">Of the command line.</param>
    public static void Enter(string[] arguments)
    {
        if (!IsScan(arguments) || !OperatingSystem.IsLinux()
            || ThisProgram.Words(() => typeof(ScanRuntime).Assembly.Location) is not { } own)
        {
            return;
        }

        Dictionary<string, string> variables = Environment.GetEnvironmentVariables().Cast<DictionaryEntry>()
            .ToDictionary(pair => (string)pair.Key, pair => (string?)pair.Value ?? "", StringComparer.Ordinal);
        if (With(arguments, variables) is not { } settled)
            return;

        // The same process goes on: its number, its streams and its exit code stay. When the system refuses, the scan is only slower.
        _ = Execute(own[0], [.. own, .. arguments, null], [.. settled.Select(pair => $"{pair.Key}={pair.Value}"), null]);
    }

    /// <summary>The variables to begin anew with; null when there is no reason to.</summary>
    /// <param name="arguments">Of the command line.</param>
    /// <param name="variables">Of this process: who has chosen how the runtime compiles keeps what was chosen.</param>
    public static IReadOnlyDictionary<string, string>? With(string[] arguments, IReadOnlyDictionary<string, string> variables)
    {
        bool isChosen = variables.Keys.Any(name => name.StartsWith("DOTNET_Tiered", StringComparison.OrdinalIgnoreCase)
            || name.StartsWith("DOTNET_TC_", StringComparison.OrdinalIgnoreCase));
        if (!IsScan(arguments) || isChosen)
            return null;
        Dictionary<string, string> settled = new(variables, StringComparer.Ordinal);
        foreach ((string name, string value) in Settings)
            settled[name] = value;
        return settled;
    }

    private static bool IsScan(string[] arguments) => arguments is ["scan", ..];

    [DllImport("libc", EntryPoint = "execve", BestFitMapping = false, ThrowOnUnmappableChar = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Execute(
        [MarshalAs(UnmanagedType.LPUTF8Str)] string program,
        [MarshalAs(UnmanagedType.LPArray, ArraySubType = UnmanagedType.LPStr)] string?[] words,
        [MarshalAs(UnmanagedType.LPArray, ArraySubType = UnmanagedType.LPStr)] string?[] variables);
}
