using Syncopate.Journaling;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>A new folder for one run, removed with the test.</summary>
internal sealed class RunFolder : IDisposable
{
    public RunFolder() => Path = Directory.CreateTempSubdirectory("syncopate-test-").FullName;

    public string Path { get; }

    public string Journal => System.IO.Path.Combine(Path, "run.jsonl");

    public IReadOnlyList<Slot> Slots => [.. JournalReader.Read(Journal).Records.OfType<Slot>()];

    /// <summary>Completes when the journal holds a number of slots; woken by the file system, not by a clock.</summary>
    public async Task SlotsAsync(int count)
    {
        using FileSystemWatcher watcher = new(Path) { EnableRaisingEvents = true };
        while (true)
        {
            TaskCompletionSource changed = new(TaskCreationOptions.RunContinuationsAsynchronously);
            watcher.Changed += (_, _) => changed.TrySetResult();
            watcher.Created += (_, _) => changed.TrySetResult();
            if (File.Exists(Journal) && Slots.Count >= count)
                return;
            await changed.Task.WaitAsync(TestContext.Current.CancellationToken);
        }
    }

    public string Read(string file) => File.ReadAllText(System.IO.Path.Combine(Path, file));

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
