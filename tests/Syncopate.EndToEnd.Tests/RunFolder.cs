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

    /// <summary>Completes when the journal holds a number of slots; fails when the tool ends before, or after five minutes.</summary>
    public Task SlotsAsync(int count, Tool tool) => SlotsAsync(slots => slots.Count >= count, $"{count} slots", tool);

    /// <summary>Completes when the journal holds a slot of a kind; fails as the other does.</summary>
    public Task SlotsAsync(Func<Slot, bool> kind, Tool tool) => SlotsAsync(slots => slots.Any(kind), "the slot", tool);

    private async Task SlotsAsync(Func<IReadOnlyList<Slot>, bool> are, string awaited, Tool tool)
    {
        Task<int> ended = tool.ExitAsync(); // It has a patience of its own.
        while (!are(Read()))
        {
            if (ended.IsCompleted && !are(Read()))
            {
                throw new InvalidOperationException(
                    $"The tool ended with {await ended} before {awaited}, after {Read().Count}:\n{tool.Output}\n{tool.Error}");
            }

            await Task.Delay(50, TestContext.Current.CancellationToken);
        }

        IReadOnlyList<Slot> Read() => File.Exists(Journal) ? Slots : [];
    }

    public string Read(string file) => File.ReadAllText(System.IO.Path.Combine(Path, file));

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
