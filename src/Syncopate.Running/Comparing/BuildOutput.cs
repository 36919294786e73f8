using System.Security.Cryptography;
using System.Text;
using Syncopate.Journaling;
using Syncopate.Running.Machines;
using Syncopate.Runtimes;

namespace Syncopate.Running.Comparing;

/// <summary>What the compiler has left of one app: its program, and what it consists of.</summary>
/// <param name="ProgramPath">The assembly that is started.</param>
internal sealed record BuildOutput(string ProgramPath)
{
    private const string Settings = ".runtimeconfig.json";

    // What says where something was built, and not what.
    private static readonly string[] Places = [".pdb", ".staticwebassets.runtime.json", ".staticwebassets.endpoints.json"];

    /// <summary>How the runtime is to run it.</summary>
    public string SettingsPath => Path.ChangeExtension(ProgramPath, null) + Settings;

    /// <summary>True when the runtime lies beside it.</summary>
    public bool IsSelfContained => RuntimeSettings.IsSelfContained(File.ReadAllText(SettingsPath));

    /// <summary>The version of .NET that it was built for, such as "10.0.0"; null when its settings do not say it.</summary>
    public string? BuiltFor => RuntimeSettings.BuiltFor(File.ReadAllText(SettingsPath));

    /// <summary>Finds what can be run: the project's own name, or the only one with settings for a runtime.</summary>
    /// <param name="folder">The folder below which the compiler wrote.</param>
    /// <param name="project">Name of the project.</param>
    /// <param name="form">Which of the builds it is.</param>
    /// <exception cref="TargetFailedException">There is none, or there are several.</exception>
    public static BuildOutput Find(string folder, string project, Form form)
    {
        string[] programs = Directory.Exists(folder)
            ? [.. Directory.GetFiles(folder, "*" + Settings, SearchOption.AllDirectories)
                .Select(f => f[..^Settings.Length] + ".dll")
                .Where(File.Exists)]
            : [];
        string[] named = [.. programs.Where(p => Path.GetFileNameWithoutExtension(p) == project)];
        if (named.Length > 1)
        {
            throw new TargetFailedException($"Cannot run {form}: {project} builds {named.Length} programs, for "
                + $"{string.Join(" and ", named.Select(p => Path.GetFileName(Path.GetDirectoryName(p))).Order(StringComparer.Ordinal))}. "
                + $"Choose one, such as with --properties-{ComparedBuild.Letter(form)} TargetFramework=net10.0.");
        }

        return named is [var own] ? new BuildOutput(own)
            : programs is [var only] ? new BuildOutput(only)
            : throw new TargetFailedException(
                $"{project} was built, but is not a program that can be started: it needs OutputType Exe, or the SDK for the web.");
    }

    /// <summary>The async methods of the assemblies that were compiled for it, without those of packages.</summary>
    public AsyncMethodCount CountAsyncMethods() => OwnAssemblies.CountAsyncMethods(ProgramPath) ?? default;

    /// <summary>A text that is the same for builds that run the same.</summary>
    public string Fingerprint()
    {
        string folder = Path.GetDirectoryName(ProgramPath) ?? "";
        using IncrementalHash hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (string file in Directory.GetFiles(folder, "*", SearchOption.AllDirectories).Order(StringComparer.Ordinal))
        {
            if (Array.Exists(Places, end => file.EndsWith(end, StringComparison.Ordinal)))
                continue;
            hash.AppendData(Encoding.UTF8.GetBytes(Path.GetRelativePath(folder, file) + '\0'));
            // A pipe waits for who writes into it.
            if (!RegularFile.Is(file))
                continue;
            using FileStream contents = File.OpenRead(file);
            hash.AppendData(SHA256.HashData(contents));
        }

        return Convert.ToHexString(hash.GetHashAndReset());
    }
}
