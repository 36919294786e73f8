using System.Collections;
using System.Collections.Immutable;
using System.Runtime.InteropServices;
using Syncopate.Running.Servers;

namespace Syncopate.Cli;

/// <summary>
/// How the runtime compiles during a command. By default it compiles each method that is called thirty times once more, to watch how it
/// runs. A scan is over before that pays, and more than a third of its processor time went into it (bench/results/scan.md); the server of
/// the page has little to do, and more than four fifths of its time went into it, beside what is measured (bench/results/serve.md).
/// These are settings of a process, and other commands measure: only these two begin anew with them.
/// </summary>
internal static class CommandRuntime
{
    // Beside the settings of a server: they are then not the choice of whoever started it, and what it starts is to run without them.
    private const string Mark = "SYNCOPATE_SETTLED";

    // Without profiles, and compiled again only after 1,000 calls; the runtime reads numbers as hexadecimal.
    private static readonly ImmutableArray<(string Name, string Value)> Settings =
        [("DOTNET_TieredPGO", "0"), ("DOTNET_TC_CallCountThreshold", "3E8")];

    /// <summary>Turns this process into one that runs its command with these settings; comes back where it has them, or cannot.</summary>
    /// <param name="arguments">Of the command line.</param>
    public static void Enter(string[] arguments)
    {
        if (!IsMeant(arguments) || !OperatingSystem.IsLinux()
            || ThisProgram.Words(() => typeof(CommandRuntime).Assembly.Location) is not { } own)
        {
            return;
        }

        Dictionary<string, string> variables = Environment.GetEnvironmentVariables().Cast<DictionaryEntry>()
            .ToDictionary(pair => (string)pair.Key, pair => (string?)pair.Value ?? "", StringComparer.Ordinal);
        foreach (string name in Dropped(arguments, variables))
            Environment.SetEnvironmentVariable(name, null);
        if (With(arguments, variables) is not { } settled)
            return;

        // The same process goes on: its number, its streams and its exit code stay. When the system refuses, it is only slower.
        _ = Execute(own[0], [.. own, .. arguments, null], [.. settled.Select(pair => $"{pair.Key}={pair.Value}"), null]);
    }

    /// <summary>The variables to begin anew with; null when there is no reason to.</summary>
    /// <param name="arguments">Of the command line.</param>
    /// <param name="variables">Of this process: who has chosen how the runtime compiles keeps what was chosen.</param>
    public static IReadOnlyDictionary<string, string>? With(string[] arguments, IReadOnlyDictionary<string, string> variables)
    {
        bool isChosen = variables.Keys.Any(name => name.StartsWith("DOTNET_Tiered", StringComparison.OrdinalIgnoreCase)
            || name.StartsWith("DOTNET_TC_", StringComparison.OrdinalIgnoreCase));
        if (!IsMeant(arguments) || isChosen)
            return null;
        Dictionary<string, string> settled = new(variables, StringComparer.Ordinal);
        foreach ((string name, string value) in Settings)
            settled[name] = value;
        if (IsServer(arguments))
            settled[Mark] = "1";
        return settled;
    }

    /// <summary>The variables that a process which began anew leaves to nothing that it starts: a server starts what measures.</summary>
    /// <param name="arguments">Of the command line.</param>
    /// <param name="variables">Of this process.</param>
    public static IReadOnlyList<string> Dropped(string[] arguments, IReadOnlyDictionary<string, string> variables) =>
        IsServer(arguments) && variables.ContainsKey(Mark) ? [Mark, .. Settings.Select(setting => setting.Name)] : [];

    private static bool IsMeant(string[] arguments) => IsServer(arguments) || arguments is ["scan", ..];

    private static bool IsServer(string[] arguments) => arguments is ["serve", ..];

    [DllImport("libc", EntryPoint = "execve", BestFitMapping = false, ThrowOnUnmappableChar = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Execute(
        [MarshalAs(UnmanagedType.LPUTF8Str)] string program,
        [MarshalAs(UnmanagedType.LPArray, ArraySubType = UnmanagedType.LPStr)] string?[] words,
        [MarshalAs(UnmanagedType.LPArray, ArraySubType = UnmanagedType.LPStr)] string?[] variables);
}
