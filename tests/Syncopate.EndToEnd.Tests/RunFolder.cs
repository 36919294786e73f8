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
    public async Task SlotsAsync(int count, Tool tool)
    {
        Task<int> ended = tool.ExitAsync(); // It has a patience of its own.
        while (Count() < count)
        {
            if (ended.IsCompleted && Count() < count)
            {
                throw new InvalidOperationException(
                    $"The tool ended with {await ended} after {Count()} of {count} slots:\n{tool.Output}\n{tool.Error}");
            }

            await Task.Delay(50, TestContext.Current.CancellationToken);
        }

        int Count() => File.Exists(Journal) ? Slots.Count : 0;
    }

    public string Read(string file) => File.ReadAllText(System.IO.Path.Combine(Path, file));

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
