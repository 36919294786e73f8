using System.Collections;
using System.Collections.Immutable;
using System.Runtime.InteropServices;
using Syncopate.Running.Servers;

namespace Syncopate.Cli;

/// <summary>
/// How the runtime compiles and waits during a command. By default it compiles each method that is called thirty times once more, to watch
/// how it runs. A scan is over before that pays, and more than a third of its processor time went into it (bench/results/scan.md); the
/// server of the page has little to do, and more than four fifths of its time went into it, beside what is measured
/// (bench/results/serve.md).
/// These are settings of a process, and other commands measure: only these two begin anew with them.
/// </summary>
internal static class CommandRuntime
{
    // Says that the settings of a server are not the choice of whoever started it: what it starts is to run without them.
    private const string Mark = "SYNCOPATE_SETTLED";

    // Without profiles, and compiled again only after 1,000 calls; the runtime reads numbers as hexadecimal.
    private static readonly ImmutableArray<(string Name, string Value)> ForScan =
        [("DOTNET_TieredPGO", "0"), ("DOTNET_TC_CallCountThreshold", "3E8")];

    // A server waits most of the time: a thread of its pool that has nothing to do sleeps at once, and does not look around first.
    private static readonly ImmutableArray<(string Name, string Value)> ForServer =
        [.. ForScan, ("DOTNET_ThreadPool_UnfairSemaphoreSpinLimit", "0"), (Mark, "1")];

    /// <summary>Turns this process into one that runs its command with these settings; comes back where it has them, or cannot.</summary>
    /// <param name="arguments">Of the command line.</param>
    public static void Enter(string[] arguments)
    {
        if (Settings(arguments).IsEmpty || !OperatingSystem.IsLinux()
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

        ForgetSocket();
        // The same process goes on: its number, its streams and its exit code stay. When the system refuses, it is only slower.
        _ = Execute(own[0], [.. own, .. arguments, null], [.. settled.Select(pair => $"{pair.Key}={pair.Value}"), null]);
    }

    /// <summary>The variables to begin anew with; null when there is no reason to.</summary>
    /// <param name="arguments">Of the command line.</param>
    /// <param name="variables">Of this process: who has chosen how the runtime compiles keeps what was chosen.</param>
    public static IReadOnlyDictionary<string, string>? With(string[] arguments, IReadOnlyDictionary<string, string> variables)
    {
        ImmutableArray<(string Name, string Value)> settings = Settings(arguments);
        bool isChosen = variables.Keys.Any(name => name.StartsWith("DOTNET_Tiered", StringComparison.OrdinalIgnoreCase)
            || name.StartsWith("DOTNET_TC_", StringComparison.OrdinalIgnoreCase)
            || settings.Any(setting => setting.Name.Equals(name, StringComparison.OrdinalIgnoreCase)));
        if (settings.IsEmpty || isChosen)
            return null;
        Dictionary<string, string> settled = new(variables, StringComparer.Ordinal);
        foreach ((string name, string value) in settings)
            settled[name] = value;
        return settled;
    }

    /// <summary>The variables that a process which began anew leaves to nothing that it starts: a server starts what measures.</summary>
    /// <param name="arguments">Of the command line.</param>
    /// <param name="variables">Of this process.</param>
    public static IReadOnlyList<string> Dropped(string[] arguments, IReadOnlyDictionary<string, string> variables) =>
        variables.ContainsKey(Mark) ? [.. Settings(arguments).Select(setting => setting.Name)] : [];

    // The runtime that begins in this process listens to monitors at the same name, and could not where the socket of this one is left.
    private static void ForgetSocket()
    {
        try
        {
            foreach (string socket in Directory.EnumerateFiles(Path.GetTempPath(), $"dotnet-diagnostic-{Environment.ProcessId}-*-socket"))
                File.Delete(socket);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Then it cannot be watched, and does its work all the same.
        }
    }

    private static ImmutableArray<(string Name, string Value)> Settings(string[] arguments) => arguments switch
    {
        ["scan", ..] => ForScan,
        ["serve", ..] => ForServer,
        _ => [],
    };

    [DllImport("libc", EntryPoint = "execve", BestFitMapping = false, ThrowOnUnmappableChar = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Execute(
        [MarshalAs(UnmanagedType.LPUTF8Str)] string program,
        [MarshalAs(UnmanagedType.LPArray, ArraySubType = UnmanagedType.LPStr)] string?[] words,
        [MarshalAs(UnmanagedType.LPArray, ArraySubType = UnmanagedType.LPStr)] string?[] variables);
}
