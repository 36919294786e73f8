using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>A quick run that has ended well, and what the tool wrote. See <see cref="QuickRuns"/>.</summary>
internal sealed class QuickRun : IDisposable
{
    private readonly RunFolder _folder = new();

    private QuickRun()
    {
    }

    /// <summary>What the tool wrote to stdout.</summary>
    public string Output { get; private set; } = "";

    /// <summary>What the tool wrote to stderr.</summary>
    public string Error { get; private set; } = "";

    public string Path => _folder.Path;

    public IReadOnlyList<Slot> Slots => _folder.Slots;

    public static async Task<QuickRun> MakeAsync(string question, params string[] more)
    {
        QuickRun run = new();
        (int code, run.Output, run.Error) = await Tool.RunAsync(["run", question, "--quick", "--seed", "7", .. more, "--out", run.Path]);
        if (code != 0)
            run.Dispose();
        Assert.True(code == 0, run.Error);
        return run;
    }

    public string Read(string file) => _folder.Read(file);

    /// <summary>Copies all files of the run, those of its folders too, to a folder that is made for them where it is not there.</summary>
    public void CopyTo(string folder)
    {
        foreach (string file in Directory.EnumerateFiles(Path, "*", SearchOption.AllDirectories))
        {
            string copy = System.IO.Path.Combine(folder, System.IO.Path.GetRelativePath(Path, file));
            Directory.CreateDirectory(System.IO.Path.GetDirectoryName(copy)!); // A file has a folder.
            File.Copy(file, copy);
        }
    }

    public void Dispose() => _folder.Dispose();
}
