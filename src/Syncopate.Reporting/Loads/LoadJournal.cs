using Syncopate.Histograms;
using Syncopate.Journaling;
using Syncopate.Reporting.Measured;
using Syncopate.Reporting.Sentences;

namespace Syncopate.Reporting.Loads;

/// <summary>A journal of <c>syncopate load</c>, sorted. An interval that contradicts itself is set aside with a
/// sentence, never used.</summary>
internal sealed class LoadJournal
{
    private readonly List<string> _unreadable = [];

    /// <param name="reading">The journal as read; it has a <see cref="LoadDescription"/>.</param>
    private LoadJournal(JournalReading reading)
    {
        Header = reading.Records.OfType<RunHeader>().FirstOrDefault();
        Description = reading.Records.OfType<LoadDescription>().First();
        Runtime = reading.Records.OfType<ServerRuntime>().LastOrDefault() is { } told ? FormRuntime.Of(told) : null;
        Generator = reading.Records.OfType<GeneratorUse>().LastOrDefault();
        Agents = Generator?.Agents ?? [];
        End = reading.Records.OfType<RunEnd>().LastOrDefault();
        Doubts = [.. reading.Records.OfType<Doubt>().Distinct()];
        Damage = reading.Damage;
        Intervals = [.. reading.Records.OfType<IntervalRecord>().Select((record, i) => Decoded(record, i + 1)).OfType<MeasuredInterval>()];
    }

    /// <summary>Sorts a journal.</summary>
    /// <param name="reading">The journal of a load.</param>
    /// <exception cref="ArgumentException">It is the journal of something else.</exception>
    public static LoadJournal Of(JournalReading reading)
    {
        ArgumentNullException.ThrowIfNull(reading);
        return Is(reading)
            ? new LoadJournal(reading)
            : throw new ArgumentException("The journal has no record of a load: it belongs to a run of experiments.", nameof(reading));
    }

    /// <summary>Whether a journal is one of a load.</summary>
    public static bool Is(JournalReading reading) => reading.Records.Any(record => record is LoadDescription);

    public RunHeader? Header { get; }

    public LoadDescription Description { get; }

    /// <summary>What the server ran on; null where no monitor reported it.</summary>
    public FormRuntime? Runtime { get; }

    /// <summary>Null when the tool died.</summary>
    public GeneratorUse? Generator { get; }

    /// <summary>Null when the tool died.</summary>
    public RunEnd? End { get; }

    /// <summary>Of a load from several machines, by name; else empty.</summary>
    public IReadOnlyList<AgentPart> Agents { get; }

    public IReadOnlyList<Doubt> Doubts { get; }

    public IReadOnlyList<JournalDamage> Damage { get; }

    /// <summary>In the order in which they ran.</summary>
    public IReadOnlyList<MeasuredInterval> Intervals { get; }

    /// <summary>The histograms of all of them together.</summary>
    public IntervalSums Sums { get; } = new();

    /// <summary>What a report of this journal lacks.</summary>
    public IEnumerable<string> Missing()
    {
        if (Header is null)
            yield return "The journal has no readable header: machine and command are unknown.";
        if (End is null)
            yield return "The load did not finish: the tool was killed or the machine stopped.";
        else if (End.Outcome != RunOutcome.Finished)
            yield return End.Message.Length > 0 ? End.Message : RunEnding.Cause(End, "load");
        foreach (AgentPart lost in Agents.Where(agent => agent.Missing is not null))
            yield return AgentText.Missing(lost);
        if (Intervals.Count == 0)
            yield return "Not a single interval was measured.";
        foreach (string sentence in _unreadable)
            yield return sentence;
        foreach (JournalDamage damage in Damage)
            yield return $"At byte {FigureText.Count(damage.Offset)} of run.jsonl: {damage.Found}.";
    }

    private MeasuredInterval? Decoded(IntervalRecord record, int number)
    {
        try
        {
            if (MeasuredInterval.Of(record, Sums) is { } interval)
                return interval;
        }
        catch (HistogramFormatException)
        {
            // Reported below, as is one that contradicts itself.
        }

        _unreadable.Add($"The figures of interval {FigureText.Count(number)} cannot be used; it is left out.");
        return null;
    }
}
