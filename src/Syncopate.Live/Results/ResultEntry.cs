namespace Syncopate.Live.Results;

/// <summary>A folder with a result.</summary>
/// <param name="Name">Its path below the root, with slashes; what addresses call it.</param>
/// <param name="Folder">Its full path.</param>
/// <param name="Summary">What its report says, or what is known without one.</param>
internal sealed record ResultEntry(string Name, string Folder, ResultSummary Summary)
{
    /// <summary>The names of the files that can be downloaded, in order.</summary>
    public IReadOnlyList<string> Files => ResultFiles.In(Folder);

    /// <summary>The logs of its servers, which can be downloaded as well; in order.</summary>
    public IReadOnlyList<string> Logs => ResultFiles.Logs(Folder);

    /// <summary>Whether it has a file of this name that can be downloaded.</summary>
    public bool Has(string? file) => file is not null && (Files.Contains(file) || Logs.Contains(file));

    /// <summary>Whether it has a page to open.</summary>
    public bool HasReport => Files.Contains(ResultFiles.Report);
}

/// <summary>What a list says of a result.</summary>
/// <param name="Kind">Such as "comparison", "quick", "load" or "watch": the mode of the run.</param>
/// <param name="StartedUtc">When it began; null when that is not known.</param>
/// <param name="Sentence">Its verdict, or why it has none.</param>
/// <param name="Outcome">How it ended, as in a report; empty when that is not known.</param>
/// <param name="Command">The command that repeats it; empty when that is not known.</param>
internal sealed record ResultSummary(string Kind, DateTimeOffset? StartedUtc, string Sentence, string Outcome, string Command)
{
    /// <summary>The verdicts of its experiments, lower case, in order; empty for a result without experiments.</summary>
    public IReadOnlyList<string> Verdicts { get; init; } = [];
}
