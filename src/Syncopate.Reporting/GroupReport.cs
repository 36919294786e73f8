namespace Syncopate.Reporting;

/// <summary>A table of experiments that ask the same question of different work (rows) and of different systems (columns).</summary>
internal sealed record GroupReport
{
    /// <summary>Id, such as "ef".</summary>
    public required string Id { get; init; }

    /// <summary>Heading.</summary>
    public required string Title { get; init; }

    /// <summary>What was asked.</summary>
    public required string Question { get; init; }

    /// <summary>Ids of its experiments, in the order in which they stand in the report.</summary>
    public required IReadOnlyList<string> Experiments { get; init; }

    /// <summary>The rows, in order.</summary>
    public required IReadOnlyList<string> Rows { get; init; }

    /// <summary>The columns, in order.</summary>
    public required IReadOnlyList<string> Columns { get; init; }

    /// <summary>What the table shows, by its verdicts.</summary>
    public required string Sentence { get; init; }

    /// <summary>The one figure that it is remembered by.</summary>
    public required string Figure { get; init; }

    /// <summary>What <see cref="Figure"/> counts or measures.</summary>
    public required string Meaning { get; init; }

    /// <summary>What its calls cost beside processor time and memory; null where nothing else is counted.</summary>
    internal FormCosts? Costs { get; init; }

    /// <summary>What its experiments count themselves; null where they have no table for it.</summary>
    internal FormTable? Table { get; init; }

    /// <summary>Why the table is as it is; may be empty.</summary>
    public required IReadOnlyList<GroupReason> Why { get; init; }
}

/// <summary>One reason why a table is as it is.</summary>
/// <param name="Title">What it is about, a few words.</param>
/// <param name="Text">The reason, with the figures it rests on.</param>
internal sealed record GroupReason(string Title, string Text);
