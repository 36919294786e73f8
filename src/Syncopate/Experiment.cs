using System.Text.Json.Serialization;

namespace Syncopate;

/// <summary>A question, the workload that answers it, and the rules fixed before the first request is sent.</summary>
internal sealed record Experiment : JournalRecord
{
    /// <summary>Name on the command line, lower case with hyphens, such as "io-bound".</summary>
    public required string Id { get; init; }

    /// <summary>Heading in the report.</summary>
    public required string Title { get; init; }

    /// <summary>What is asked, one sentence a newcomer understands.</summary>
    public required string Question { get; init; }

    /// <summary>The article whose experiment this repeats, with year; empty for a comparison of a user's own.</summary>
    public required string Source { get; init; }

    /// <summary>The work and its forms.</summary>
    public required Workload Workload { get; init; }

    /// <summary>The load of one slot.</summary>
    public required LoadShape Load { get; init; }

    /// <summary>Head of a slot that is left out while the load builds up, in ms; 0 when every request of a slot counts.</summary>
    public double DiscardMilliseconds { get; init; }

    /// <summary>The article's own protocol, driven once for each form after the rounds; shown, never judged. Null when
    /// the rounds are the protocol.</summary>
    public LoadShape? Profile { get; init; }

    /// <summary>What counts as a repetition.</summary>
    public required Replicate Replicate { get; init; }

    /// <summary>The form that is measured twice in every round, so that the noise floor belongs to the same run; null
    /// to rely on another experiment of the run.</summary>
    public required Form? NoiseForm { get; init; }

    /// <summary>The wait of one outside call in ms; 0 for work that never waits. Published and measured times are drawn
    /// in units of it.</summary>
    public required double WaitMilliseconds { get; init; }

    /// <summary>The same wait in the published experiment, in ms; 0 when there is none.</summary>
    public required double PublishedWaitMilliseconds { get; init; }

    /// <summary>How many looks at the data the time budget allows, 1 to 7; fixed before the start because the level of
    /// each look depends on it.</summary>
    public required int Looks { get; init; }

    /// <summary>Share of runs in which all intervals of a comparison hold together, over all its looks: 0.95 or 0.99.</summary>
    public double Confidence
    {
        get;
        init => field = value == 0 ? field : value; // The serializer passes 0 for what a journal leaves out.
    } = Syncopate.Looks.Confidence;

    /// <summary>What answers the question. The mean latency where work waits; the processor time of a request where it only computes,
    /// which other programs on the machine change least.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public Metric PrimaryMetric { get; init; }

    /// <summary>Relative difference below which two forms count as equal, in percent; 5 for HTTP.</summary>
    public required double MarginPercent { get; init; }

    /// <summary>Absolute difference below which a ratio is irrelevant, in ms; 0.1 for HTTP.</summary>
    public required double FloorMilliseconds { get; init; }

    /// <summary>What the article printed; empty when it printed no figure.</summary>
    public required IReadOnlyList<PublishedFigure> Published { get; init; }

    /// <summary>The table it is part of; null for an experiment that stands alone.</summary>
    public ExperimentGroup? Group { get; init; }

    /// <summary>True when a form was found to give another answer than was checked before it was measured: whatever its
    /// rounds show, there is no valid number. In a journal the doubt <see cref="Doubt.OtherAnswers"/> says so.</summary>
    [JsonIgnore]
    public bool HasOtherAnswers { get; init; }

    /// <summary>What one measured piece is, in the singular, such as "call"; null for a request.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Piece { get; init; }

    /// <summary><see cref="Piece"/> as sentences say it.</summary>
    [JsonIgnore]
    public string PieceWord => Piece ?? "request";

    /// <summary>Name under which the command line lists it: the table's that it is part of, else its own.</summary>
    [JsonIgnore]
    public string ListedId => Group?.Id ?? Id;

    /// <summary>The code change, line by line: "- " before what goes, "+ " before what comes, two spaces before what stays.</summary>
    public required string Change { get; init; }

    /// <summary>Why today's figures may differ from the published ones, and what else the reader must know; full sentences.</summary>
    public required IReadOnlyList<string> Caveats { get; init; }
}

/// <summary>The place of an experiment in a table of several that ask the same question of different work and of
/// different systems.</summary>
/// <param name="Id">Name of the whole table on the command line, such as "ef".</param>
/// <param name="Title">Heading of the table.</param>
/// <param name="Question">What the table answers.</param>
/// <param name="Row">The work, such as "List, direct"; what one row compares across systems.</param>
/// <param name="Column">The system, such as "SQLite".</param>
internal sealed record ExperimentGroup(string Id, string Title, string Question, string Row, string Column);

/// <summary>What counts as one independent repetition of a comparison.</summary>
internal enum Replicate
{
    /// <summary>A round on warm servers: each form once, in random order. For steady questions.</summary>
    Round,

    /// <summary>A round in which every form starts a new server process. For cold questions: first requests, thread ramps.</summary>
    ProcessStart,
}

/// <summary>A figure that an article printed, kept as it was printed.</summary>
/// <param name="Form">The form it was printed for.</param>
/// <param name="Measure">What was measured: "mean" (ms), "served" (answers in the run), "threadsFirst", "threadsLast", or what its
/// experiment has words for.</param>
/// <param name="Value">The figure, or the lower end of a printed range.</param>
/// <param name="UpperValue">The upper end of a printed range; null for a single figure.</param>
/// <param name="Where">Source, year and machine, for the footnote.</param>
internal sealed record PublishedFigure(Form Form, string Measure, double Value, double? UpperValue, string Where)
{
    /// <summary>The row of the article's table that it stands in; null when there is but one.</summary>
    public string? Row { get; init; }

    /// <summary>True when the article printed "over" the figure.</summary>
    public bool IsOver { get; init; }
}
