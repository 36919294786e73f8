namespace Syncopate.Watch.Tests;

/// <summary>A folder of one test.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-watch-");

    public string Path => _folder.FullName;

    public string Read(string name) => File.ReadAllText(System.IO.Path.Combine(Path, name));

    public void Dispose() => _folder.Delete(recursive: true);
}
