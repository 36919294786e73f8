using Syncopate.Scan.Loading;
using Xunit;

namespace Syncopate.Scan.Tests.Loading;

/// <summary>A folder of files that goes away with the test.</summary>
internal sealed class ScratchTree : IDisposable
{
    public ScratchTree(params (string Path, string Text)[] files)
    {
        foreach ((string path, string text) in files)
            Write(path, text);
    }

    public string Folder { get; } = Directory.CreateTempSubdirectory("syncopate-load-").FullName;

    /// <summary>An empty cache: nothing that this machine has fetched counts.</summary>
    public LoadOptions Plain => new() { UseMsBuild = false, PackageFolder = At("no-packages") };

    public LoadOptions ByMsBuild => Plain with { UseMsBuild = true };

    public string At(string path) => Path.Combine(Folder, path);

    public void Write(string path, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(At(path))!);
        File.WriteAllText(At(path), text);
    }

    public Task<LoadedSolution> LoadAsync(string path, LoadOptions options) =>
        SolutionLoader.LoadAsync(At(path), options, _ => { }, TestContext.Current.CancellationToken);

    /// <summary>All paths with their contents.</summary>
    public IReadOnlyList<string> Snapshot() =>
    [
        .. Directory.EnumerateFileSystemEntries(Folder, "*", SearchOption.AllDirectories)
            .Order(StringComparer.Ordinal)
            .Select(entry => File.Exists(entry) ? $"{entry}: {File.ReadAllText(entry)}" : entry),
    ];

    public void Dispose() => Directory.Delete(Folder, recursive: true);
}
