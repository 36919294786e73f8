using System.Collections.Frozen;

namespace Syncopate.Reporting.Measured;

/// <summary>What an experiment says of its figures in words of its own. Whoever asks the question brings it; where it is not
/// known, or has nothing to say, the general sentences stand.</summary>
internal sealed record Explanation
{
    /// <summary>Nothing of its own.</summary>
    public static readonly Explanation None = new();

    /// <summary>Why one experiment came out as it did, on a machine of so many processors; null for the general sentences.</summary>
    public Func<MeasuredExperiment, int, IEnumerable<string>>? Why { get; init; }

    /// <summary>What to do by the verdict of today, which is decided; null, or an answer of null, for the general sentence.</summary>
    public Func<MeasuredExperiment, string?>? Advice { get; init; }

    /// <summary>What articles advise for such work; null for nothing.</summary>
    public PublishedAdvice? Published { get; init; }

    /// <summary>What its article measured beside what reports draw, by <see cref="PublishedFigure.Measure"/>.</summary>
    public IReadOnlyDictionary<string, PublishedMeasure> Measures { get; init; } =
        FrozenDictionary<string, PublishedMeasure>.Empty;

    /// <summary>In which sentence of a run's headline its verdict counts.</summary>
    public HeadlineClass Headline { get; init; }

    /// <summary>The headline of a run in which such work gained; null for none.</summary>
    public Slogan? Slogan { get; init; }

    /// <summary>The picture that shows what the question is about.</summary>
    public ReportPicture Picture { get; init; }

    /// <summary>Where time goes, which those of its experiments show that count all parts; null for nothing of the kind.</summary>
    public TimeSplit? Split { get; init; }

    /// <summary>Why its load is large enough without users who queue; null, or an answer of null, where they must.</summary>
    public Func<MeasuredExperiment, string?>? NeedsNoCrowd { get; init; }

    /// <summary>The one figure of its table and what it means; null for how often async was faster.</summary>
    public Func<IReadOnlyList<ExperimentReport>, (string Figure, string Meaning)>? Key { get; init; }

    /// <summary>The reasons below its table, the most general first; null for a sentence on each of its experiments.</summary>
    public Func<IReadOnlyList<ExperimentReport>, IReadOnlyList<GroupReason>>? Reasons { get; init; }

    /// <summary>What its calls cost beside processor time and memory; null for nothing that is counted.</summary>
    public FormCosts? Costs { get; init; }

    /// <summary>A table of what it counts itself; null for what one await costs, where that is asked.</summary>
    public FormTable? Table { get; init; }

    /// <summary>Whether a column of its table says nothing of async, as its async calls are none; null where all do.</summary>
    public Func<IReadOnlyList<ExperimentReport>, string, bool>? IsSilent { get; init; }

    /// <summary>What holds of one row of its table, where its rows are work of different kinds; null where they are not.</summary>
    public Func<Experiment, Explanation>? OfRow { get; init; }

    /// <summary>This, and what another one says where this says nothing.</summary>
    public Explanation Or(Explanation other) => new()
    {
        Why = Why ?? other.Why,
        Advice = Advice ?? other.Advice,
        Published = Published ?? other.Published,
        Measures = Measures.Count > 0 ? Measures : other.Measures,
        Headline = Headline == HeadlineClass.None ? other.Headline : Headline,
        Slogan = Slogan ?? other.Slogan,
        Picture = Picture == ReportPicture.Any ? other.Picture : Picture,
        Split = Split ?? other.Split,
        NeedsNoCrowd = NeedsNoCrowd ?? other.NeedsNoCrowd,
        Key = Key ?? other.Key,
        Reasons = Reasons ?? other.Reasons,
        Costs = Costs ?? other.Costs,
        Table = Table ?? other.Table,
        IsSilent = IsSilent ?? other.IsSilent,
        OfRow = OfRow ?? other.OfRow,
    };
}

/// <summary>Advice that was published.</summary>
/// <param name="Text">What is advised, where, and in which year.</param>
/// <param name="Expected">The verdicts that confirm it.</param>
internal sealed record PublishedAdvice(string Text, params IReadOnlyList<Verdict> Expected);

/// <summary>What a run says above all.</summary>
/// <param name="Rank">The lowest of a run's slogans is said.</param>
/// <param name="Text">A short sentence.</param>
internal sealed record Slogan(int Rank, string Text)
{
    /// <summary>Its other half, said where work that computes gained nothing; null where it has none.</summary>
    public string? OfComputing { get; init; }
}

/// <summary>The sentences of a headline, by what they are about.</summary>
internal enum HeadlineClass
{
    /// <summary>In none of them.</summary>
    None,

    /// <summary>Work that waits.</summary>
    Waiting,

    /// <summary>Work that computes, or is over before a wait matters.</summary>
    Computing,

    /// <summary>Accesses to a database.</summary>
    DataAccess,
}
