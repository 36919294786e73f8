using Syncopate.Children;
using Syncopate.Reporting;

namespace Syncopate;

/// <summary>What one row of a comparison has shown.</summary>
public sealed class FormsRow
{
    internal FormsRow(ExperimentReport report)
    {
        Comparison primary = report.Comparisons[0];
        Title = report.Title;
        Piece = report.Piece;
        Verdict = report.Verdict;
        (Ratio, Low, High) = (primary.Ratio, primary.Low, primary.High);
        Sentence = report.Sentence;
        Rounds = report.Rounds;
        Doubts = [.. report.Doubts.Select(d => $"{d.What} {d.Try}")];
        Thrown = [.. report.Doubts.Where(d => d.Code == ThrownUnderLoad.Code).Select(d => d.What)];
        Forms = [.. report.Forms.Select(f => new FormFigures(f))];
    }

    /// <summary>A row of which not one round was finished.</summary>
    internal FormsRow(string title, string why) =>
        (Title, Verdict, Sentence, Doubts, Forms) = (title, Verdict.Undecided, $"Undecided: {why}", [why], []);

    /// <summary>What was compared.</summary>
    public string Title { get; }

    /// <summary>What the last form is against the first: by the mean time of a call.</summary>
    public Verdict Verdict { get; }

    /// <summary>Mean time of the last form over that of the first, of the typical round; null when nothing can be said.</summary>
    public double? Ratio { get; }

    /// <summary>Lower end of the interval of <see cref="Ratio"/>; null with too few rounds for one.</summary>
    public double? Low { get; }

    /// <summary>Upper end of the interval of <see cref="Ratio"/>; null with too few rounds for one.</summary>
    public double? High { get; }

    /// <summary>The verdict in a sentence.</summary>
    public string Sentence { get; }

    /// <summary>Complete rounds measured.</summary>
    public int Rounds { get; }

    /// <summary>Reasons not to trust it fully, each with what to try; empty for none.</summary>
    public IReadOnlyList<string> Doubts { get; }

    /// <summary>The forms, the baseline first; empty when not one round was finished.</summary>
    public IReadOnlyList<FormFigures> Forms { get; }

    /// <summary>What one measured piece is, in the singular: "call" or "request".</summary>
    internal string Piece { get; } = "call";

    /// <summary>What the forms threw while they were measured, a sentence for each form and kind; empty for nothing.</summary>
    internal IReadOnlyList<string> Thrown { get; } = [];
}
