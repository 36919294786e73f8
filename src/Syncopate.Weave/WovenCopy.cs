using Mono.Cecil;
using Syncopate.Running;
using Syncopate.Watch;
using Syncopate.Watch.Probes;
using Syncopate.Watch.Processes;

namespace Syncopate.Weave;

/// <summary>A copy of a built program in a temporary folder, in which each async method of the program's own assemblies
/// carries a clock. The original files stay as they are.</summary>
/// <remarks>To be started like the original, with <c>DOTNET_STARTUP_HOOKS</c> set to the agent, whose assembly the
/// woven code calls: the hook loads it before anything of the program runs, and so no list of dependencies (<c>.deps.json</c>) has to
/// name it.</remarks>
internal sealed class WovenCopy : IDisposable
{
    private WovenCopy(string folder, string program, WeavingResult result)
    {
        Command = ["dotnet", program];
        Folder = folder;
        Program = program;
        Methods = result.Methods;
        Assemblies = result.Assemblies;
        Notes = result.Notes;
    }

    /// <summary>The command that starts the copy, in words.</summary>
    public IReadOnlyList<string> Command { get; private set; }

    /// <summary>Folder of the copy; deleted with this object.</summary>
    public string Folder { get; }

    /// <summary>Path of the program in the copy, to be started instead of the original.</summary>
    public string Program { get; }

    /// <summary>What was woven, for <see cref="WovenProbe"/>.</summary>
    public IReadOnlyList<WovenMethod> Methods { get; }

    /// <summary>File names of the assemblies that were woven.</summary>
    public IReadOnlyList<string> Assemblies { get; }

    /// <summary>What could not be woven and why, one sentence each.</summary>
    public IReadOnlyList<string> Notes { get; }

    /// <summary>Variables of the environment that the copy has to be started with.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; } =
        new Dictionary<string, string> { ["DOTNET_STARTUP_HOOKS"] = WatchAgentFile.Path };

    /// <summary>Copies and weaves the program that a command starts.</summary>
    /// <param name="words">The command: an executable, or <c>dotnet</c> and a dll, and arguments.</param>
    /// <param name="cancellationToken">Gives up, and deletes what was copied.</param>
    /// <exception cref="TargetFailedException">The command names no built program.</exception>
    public static async Task<WovenCopy> MakeOfCommandAsync(IReadOnlyList<string> words, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(words);
        bool isHosted = words.Count > 0 && Path.GetFileName(words[0]) is "dotnet" or "dotnet.exe";
        int place = isHosted ? words.Index().FirstOrDefault(word => word.Item.EndsWith(".dll", StringComparison.OrdinalIgnoreCase)).Index : 0;
        if (words.Count == 0 || (isHosted && place == 0))
            throw new TargetFailedException($"'{string.Join(' ', words)}' names no program that could be woven. Give its dll: dotnet bin/Release/net10.0/App.dll");
        WovenCopy copy = await MakeAsync(words[place], cancellationToken).ConfigureAwait(false);
        copy.Command = [.. words.Select((word, index) => index == place ? copy.Program : word)];
        return copy;
    }

    /// <summary>Copies the program's folder and weaves it.</summary>
    /// <param name="program">Path of a program's dll, or of the executable beside it. What it writes beside itself, it
    /// writes into the copy.</param>
    /// <param name="cancellationToken">Gives up, and deletes what was copied.</param>
    /// <exception cref="TargetFailedException">There is no such program, it is no .NET program, or its folder cannot be copied.</exception>
    public static async Task<WovenCopy> MakeAsync(string program, CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(program);
        string original = Path.GetFullPath(program);
        string assembly = Path.ChangeExtension(original, ".dll");
        if (!File.Exists(original) || !File.Exists(assembly))
            throw new TargetFailedException($"'{program}' cannot be woven: a program's dll is asked for, or the executable beside it, and '{assembly}' is not there. Build the program, then name what was built.");
        string folder = Directory.CreateTempSubdirectory("syncopate-weave-").FullName;
        try
        {
            string source = Path.GetDirectoryName(original) ?? ".";
            await CopyAsync(source, folder, cancellationToken).ConfigureAwait(false);
            WeavingResult result = new ProgramWeaver(source, folder).Weave(Path.GetFileName(assembly), cancellationToken);
            return new WovenCopy(folder, Path.Combine(folder, Path.GetFileName(original)), result);
        }
        catch (Exception e)
        {
            Directory.Delete(folder, recursive: true);
            if (e is IOException or UnauthorizedAccessException or BadImageFormatException or AssemblyResolutionException)
                throw new TargetFailedException($"'{program}' cannot be woven: {e.Message} Watch it without --weave, by `syncopate watch --async 2s`.");
            throw;
        }
    }

    /// <summary>Deletes the copy. What a running program still holds stays, for the system to clean up.</summary>
    public void Dispose()
    {
        try
        {
            Directory.Delete(Folder, recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A file in use, on Windows.
        }
    }

    private static async Task CopyAsync(string from, string to, CancellationToken cancellationToken)
    {
        foreach (string folder in Directory.EnumerateDirectories(from, "*", SearchOption.AllDirectories))
            Directory.CreateDirectory(Path.Combine(to, Path.GetRelativePath(from, folder)));
        foreach (string file in Directory.EnumerateFiles(from, "*", SearchOption.AllDirectories))
        {
            cancellationToken.ThrowIfCancellationRequested();
            string copy = Path.Combine(to, Path.GetRelativePath(from, file));
            FileStream source = File.OpenRead(file);
            await using (source.ConfigureAwait(false))
            {
                FileStream target = File.Create(copy);
                await using (target.ConfigureAwait(false))
                    await source.CopyToAsync(target, cancellationToken).ConfigureAwait(false);
            }

            if (!OperatingSystem.IsWindows())
                File.SetUnixFileMode(copy, File.GetUnixFileMode(file) | UnixFileMode.UserWrite);
        }
    }
}
