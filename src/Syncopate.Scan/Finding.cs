namespace Syncopate.Scan;

/// <summary>How much a finding weighs, least first.</summary>
internal enum FindingLevel
{
    /// <summary>Worth knowing; right as it stands for many.</summary>
    Note,

    /// <summary>Costs threads, time or errors.</summary>
    Warning,

    /// <summary>Raised to an error by the user's .editorconfig.</summary>
    Error,
}

/// <summary>One place at which a rule applies.</summary>
internal sealed record Finding
{
    /// <summary>The rule, such as <c>SYNC2001</c>.</summary>
    public required string Rule { get; init; }

    /// <summary>How much it weighs.</summary>
    public required FindingLevel Level { get; init; }

    /// <summary>One whole sentence: what blocks, on what, for whom, what instead.</summary>
    public required string Message { get; init; }

    /// <summary>Where it is.</summary>
    public required Place Place { get; init; }

    /// <summary>The name of the project.</summary>
    public required string Project { get; init; }

    /// <summary>The member around it, such as <c>OrderStore.Save()</c>.</summary>
    public required string Member { get; init; }

    /// <summary>The text of the call on one line, such as <c>context.SaveChanges()</c>.</summary>
    public required string Call { get; init; }

    /// <summary>The asynchronous member that does the same, such as <c>SaveChangesAsync</c>; null where there is none.</summary>
    public string? Instead { get; init; }

    /// <summary>The shortest way from an entry down to this place, entry first, this place last; empty where no entry is known to reach
    /// it.</summary>
    public IReadOnlyList<ChainStep> Chain { get; init; } = [];

    /// <summary>The entries that reach this place, nearest first, such as <c>POST /orders</c>; empty where none is known.</summary>
    public IReadOnlyList<string> Entries { get; init; } = [];

    /// <summary>What to think of before the change, a sentence each.</summary>
    public IReadOnlyList<string> Cautions { get; init; } = [];

    /// <summary>The change of code that fixes it; null where none is safe.</summary>
    public FindingFix? Fix { get; init; }

    /// <summary>True when changes were worked out for other findings and not for this one, as there were too many.</summary>
    public bool IsChangeLeft { get; init; }

    /// <summary>What a watched process showed of this place; null without evidence, and where nothing was seen.</summary>
    public SeenBlocking? Seen { get; init; }

    /// <summary>True when a process was watched and no thread was seen to block here; false without evidence.</summary>
    public bool NotSeen { get; init; }

    /// <summary>What silences it in the source; null when nothing does.</summary>
    public Suppression? Suppressed { get; init; }

    /// <summary>True when the baseline has it already.</summary>
    public bool IsKnown { get; init; }

    /// <summary>Names the place whatever line it moves to: of rule, project, member, text of the call, and its number among
    /// equals.</summary>
    public required string Fingerprint { get; init; }
}

/// <summary>One step of a way through the calls.</summary>
/// <param name="Member">The member that calls, such as <c>OrdersController.Add(Order)</c>; of the first step the entry's name may differ:
/// <c>POST /orders</c>.</param>
/// <param name="Call">The text of the call it makes, on one line.</param>
/// <param name="Place">Where it makes it.</param>
internal sealed record ChainStep(string Member, string Call, Place Place);

/// <summary>A change of code that fixes a finding.</summary>
/// <param name="Title">What it does, such as <c>Await SaveAsync()</c>.</param>
/// <param name="Edits">Apply together; never overlap.</param>
internal sealed record FindingFix(string Title, IReadOnlyList<TextEdit> Edits);

/// <summary>Replaces a region of a file.</summary>
/// <param name="Place">What is replaced; empty for an insertion.</param>
/// <param name="Text">What stands there afterwards.</param>
internal sealed record TextEdit(Place Place, string Text);

/// <summary>What keeps a finding from being counted.</summary>
/// <param name="How"><c>inSource</c> for a pragma or attribute.</param>
/// <param name="Why">The justification; null when none is given.</param>
internal sealed record Suppression(string How, string? Why);

/// <summary>What a watched process showed of a place.</summary>
/// <param name="Waits">How often a thread waited here while it was watched.</param>
/// <param name="MeanMilliseconds">How long one wait took.</param>
/// <param name="BlockedMilliseconds">All waits together.</param>
/// <param name="Threads">Threads that waited here on average: waits a second × seconds each.</param>
/// <param name="Route">The route of the requests, where it is known.</param>
internal sealed record SeenBlocking(long Waits, double MeanMilliseconds, double BlockedMilliseconds, double Threads, string? Route);
