using Syncopate.Journaling;
using Syncopate.Judging;
using Syncopate.Reporting;
using Syncopate.Running;
using Syncopate.Tests.Reporting;

namespace Syncopate.Tests.Rounds;

/// <summary>What a simulated run has left behind.</summary>
internal sealed record SimulatedOutcome
{
    public required SimulatedWorld World { get; init; }

    /// <summary>How it ended; null when the disk was full.</summary>
    public required RunEnd? End { get; init; }

    /// <summary>What the full disk said; null when it was not.</summary>
    public required JournalException? Full { get; init; }

    public required JournalReading Reading { get; init; }

    /// <summary>What was reported while it ran.</summary>
    public required IReadOnlyList<RunProgress> Told { get; init; }

    /// <summary>How long it took.</summary>
    public required TimeSpan Elapsed { get; init; }

    /// <summary>What must never be and has been.</summary>
    public required IReadOnlyList<string> Broken { get; init; }

    public IReadOnlyList<Slot> Slots => field ??= [.. Reading.Records.OfType<Slot>()];

    public IReadOnlyList<Doubt> Doubts => [.. Reading.Records.OfType<Doubt>()];

    public IReadOnlyList<Experiment> Experiments => field ??= [.. Reading.Records.OfType<Experiment>()];

    public ReportDocument Report => field ??= Journals.Report(Reading);

    /// <summary>Complete rounds of the only experiment; 0 when it is not even described.</summary>
    public int Rounds => Experiments is [var experiment, ..] ? RoundsOf(experiment.Id) : 0;

    /// <summary>The decisions that were told when they fell, by experiment.</summary>
    public IReadOnlyList<(string Experiment, Decision Decision)> Decided =>
        [.. from told in Told where told.Standing?.Decided is not null select (told.Experiment, told.Standing!.Decided!)]; // just looked at

    public int RoundsOf(string id) => ExperimentJudge.CompleteRounds(Experiments.First(e => e.Id == id), Slots).Count;

    public Doubt? DoubtOf(string code) => Doubts.FirstOrDefault(d => d.Code == code);
}
