using Syncopate.Running;
using Syncopate.Watch.Reporting;

namespace Syncopate.Cli.Lines;

/// <summary>Where a run goes.</summary>
internal static class OutputFolder
{
    /// <summary>Parent of all runs that name no folder.</summary>
    public const string Default = NewFolder.Parent;

    // What is written when all is measured must not fail then.
    private static readonly string[] Files = ["report.html", "report.md", "report.json", "card.svg", "load.hlog"];

    /// <summary>Creates the folder a user named, or a new one named after the time below <see cref="Default"/>, and
    /// proves that it can be written.</summary>
    /// <exception cref="UsageException">The named folder already holds a run.</exception>
    /// <exception cref="UnusableException">The folder cannot be created or written, or not hold the files of a report.</exception>
    public static string Create(string? named, DateTimeOffset now)
    {
        string folder = named ?? Default;
        try
        {
            folder = named ?? NewFolder.Below(Default, now);
            Directory.CreateDirectory(folder);
            if (File.Exists(Path.Combine(folder, "run.jsonl")) || WatchJournal.Is(folder))
                throw new UsageException($"'{folder}' already holds a run. Choose another --out, or remove that folder.");
            if (Files.Select(name => Path.Combine(folder, name)).FirstOrDefault(Directory.Exists) is { } taken)
                throw new UnusableException($"Cannot write '{taken}': it is a folder. Remove it, or choose another --out.");
            string probe = Path.Combine(folder, ".writable");
            File.Delete(probe); // As for a report: what lies there may be a link or a pipe.
            File.WriteAllText(probe, "");
            File.Delete(probe);
            return folder;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UnusableException(Refusal(folder, e));
        }
    }

    /// <summary>What to say of a folder that cannot be written.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="fault">What happened when it was tried.</param>
    public static string Refusal(string folder, Exception fault) =>
        $"Cannot write '{folder}': {fault.Message.TrimEnd('.')}. Use --out DIR with a folder that you may write.";
}
