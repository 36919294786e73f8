using System.Collections.Frozen;
using Syncopate.Judging;

namespace Syncopate.Reporting;

/// <summary>One experiment: figures, verdicts, reason, pictures and doubts.</summary>
internal sealed record ExperimentReport
{
    /// <summary>Id, such as "io-bound".</summary>
    public required string Id { get; init; }

    /// <summary>The table it is part of; null for an experiment that stands alone.</summary>
    public ExperimentGroup? Group { get; init; }

    /// <summary>What one measured piece is, in the singular: "request", or "call" for forms of code.</summary>
    public string Piece { get; init; } = "request";

    /// <summary>Heading.</summary>
    public required string Title { get; init; }

    /// <summary>What was asked.</summary>
    public required string Question { get; init; }

    /// <summary>The article it repeats.</summary>
    public required string Source { get; init; }

    /// <summary>Class of the work, such as "ioBound".</summary>
    public required string UseCase { get; init; }

    /// <summary>What holds of the work.</summary>
    internal WorkTraits Traits { get; init; } = WorkTraits.None;

    /// <summary>The picture that stands above the fold.</summary>
    internal ReportPicture Picture { get; init; }

    /// <summary>Where its time goes, if its forms have counted that; null where it asks nothing of the kind.</summary>
    internal TimeSplit? Split { get; init; }

    /// <summary>The load of a slot, machine-readable.</summary>
    public required LoadShape Load { get; init; }

    /// <summary>The load in words, such as "50 users, 5 calls each; every round starts new servers".</summary>
    public required string LoadSentence { get; init; }

    /// <summary>Wait of one outside call in ms; 0 for none.</summary>
    public required double WaitMilliseconds { get; init; }

    /// <summary>The same wait in the published experiment; 0 for none.</summary>
    public required double PublishedWaitMilliseconds { get; init; }

    /// <summary>Relative difference below which two forms count as equal, in percent.</summary>
    public required double MarginPercent { get; init; }

    /// <summary>Requests sent at the head of measured slots and left out of every figure.</summary>
    public required long Discarded { get; init; }

    /// <summary>Complete rounds measured.</summary>
    public required int Rounds { get; init; }

    /// <summary>Figures of each form, the baseline first.</summary>
    public required IReadOnlyList<FormReport> Forms { get; init; }

    /// <summary>Comparisons, the primary one first.</summary>
    public required IReadOnlyList<Comparison> Comparisons { get; init; }

    /// <summary>The primary comparison's verdict; <see cref="Verdict.Undecided"/> when there is none.</summary>
    public required Verdict Verdict { get; init; }

    /// <summary>The form that won the primary comparison; null unless one did.</summary>
    public required Form? Winner { get; init; }

    /// <summary>The verdict in a few words: who won, among all forms where one beats every other; without a verdict,
    /// whom the rounds point to. Empty in reports of versions that did not report it.</summary>
    public string Outcome
    {
        get;
        init => field = value ?? field; // The serializer passes null for what a report leaves out.
    } = "";

    /// <summary>What is known and what is missing where the verdict is open; null where it is not, and in reports of
    /// versions that did not report it.</summary>
    public OpenVerdict? Open { get; init; }

    /// <summary>What won and by how much with its interval, in one sentence; without a verdict, which form the rounds point to.</summary>
    public required string Sentence { get; init; }

    /// <summary>Why, from threads, waiting and overlap, with their figures.</summary>
    public required string Why { get; init; }

    /// <summary>The code change, as in <see cref="Experiment.Change"/>.</summary>
    public required string Change { get; init; }

    /// <summary>What this run's verdict says to do, one sentence: the first of <see cref="Recommendation"/>. Empty in
    /// reports of versions that did not report it.</summary>
    public string Advice
    {
        get;
        init => field = value ?? field; // The serializer passes null for what a report leaves out.
    } = "";

    /// <summary>Advice for this class of work, and whether today's figures confirm what was published.</summary>
    public required string Recommendation { get; init; }

    /// <summary>Published figures, as printed.</summary>
    public required IReadOnlyList<PublishedFigure> Published { get; init; }

    /// <summary>What its article measured beside what reports draw.</summary>
    internal IReadOnlyDictionary<string, PublishedMeasure> Measures { get; init; } =
        FrozenDictionary<string, PublishedMeasure>.Empty;

    /// <summary>Why today differs from then, and what else to know.</summary>
    public required IReadOnlyList<string> Caveats { get; init; }

    /// <summary>Noise floor of this experiment.</summary>
    public required ReportNoise Noise { get; init; }

    /// <summary>Whether the load could show a difference at all.</summary>
    public required LoadAdequacy LoadAdequacy { get; init; }

    /// <summary>Lowest in-flight share of any measured slot (Little’s law): 1 when users were never idle.</summary>
    public required double InFlightShare { get; init; }

    /// <summary>What the machine did meanwhile; null in reports of versions that did not report it.</summary>
    public ReportConditions? Conditions { get; init; }

    /// <summary>Doubts about this experiment.</summary>
    public required IReadOnlyList<Doubt> Doubts { get; init; }

    /// <summary>Figures of the article's own protocol, one entry a form; empty when none was driven.</summary>
    public required IReadOnlyList<FormReport> Profile { get; init; }

    /// <summary>The protocol of <see cref="Profile"/> in words; empty when none was driven.</summary>
    public required string ProfileSentence { get; init; }

    /// <summary>What awaiting adds to a call; null unless the experiment asks that of single calls.</summary>
    public CallCost? Cost { get; init; }

    /// <summary>Pictures, one entry a form.</summary>
    public required IReadOnlyList<FormPicture> Pictures { get; init; }

    /// <summary>The primary pair quantile by quantile, over all slots together: where in the distribution the forms
    /// differ. Only quantiles with ten answers beyond them.</summary>
    public required IReadOnlyList<ShiftPoint> Shift { get; init; }
}

/// <summary>What is known where a verdict is open, what is missing for one, and what goes on from there.</summary>
/// <param name="PointsTo">The form that the rounds point to so far; null where they point to none.</param>
/// <param name="Known">The rounds won and the estimate, one sentence; empty when there is no valid round.</param>
/// <param name="Missing">What a verdict lacks, one sentence.</param>
/// <param name="Command">The command that gets it what it lacks; empty when the journal does not say what was run, or
/// no budget would do.</param>
internal sealed record OpenVerdict(Form? PointsTo, string Known, string Missing, string Command);

/// <summary>Whether the load was large enough to distinguish the forms.</summary>
/// <param name="Waited">Requests of the slot with traces that waited for a thread before the server began; the most of any form.</param>
/// <param name="Of">Requests in that slot; 0 when no slot has traces.</param>
/// <param name="Enough">False when the pool never ran short, so that no difference could have shown.</param>
/// <param name="Sentence">The same in words, with what to try when it was not enough.</param>
internal sealed record LoadAdequacy(long Waited, long Of, bool Enough, string Sentence);
