using System.Diagnostics;
using Syncopate.Reporting;
using Syncopate.Texts;
using Syncopate.Units;
using Syncopate.Watch;

namespace Syncopate.Telemetry;

/// <summary>A run as a trace: the run, in it its experiments, in them their slots; the verdict is an event of its
/// experiment.</summary>
/// <param name="time">The clock of the run.</param>
internal sealed class TelemetrySpans(TimeProvider time) : IDisposable
{
    /// <summary>Name of the source.</summary>
    public const string Source = "Syncopate";

    private readonly ActivitySource _source = new(Source);
    private readonly Dictionary<string, Activity> _experiments = new(StringComparer.Ordinal);
    private Activity? _run;

    /// <summary>Takes a record.</summary>
    public void Take(JournalRecord record)
    {
        switch (record)
        {
            case RunHeader header:
                _run = Start($"syncopate {header.Mode}", default, header.StartedUtc);
                _run?.SetTag("syncopate.command", header.Command).SetTag("syncopate.seed", header.Seed.ToString(null, null));
                break;
            case Experiment experiment:
                if (Start(experiment.Id, _run?.Context ?? default, time.GetUtcNow()) is { } span)
                    _experiments[experiment.Id] = span.SetTag("syncopate.title", experiment.Title);
                break;
            case Slot { Kind: not SlotKind.WarmUp } slot:
                Take(slot);
                break;
            case RunEnd { Outcome: not RunOutcome.Finished } end:
                _run?.SetStatus(ActivityStatusCode.Error, end.Message);
                break;
            default:
                break; // Nothing that a trace shows.
        }
    }

    /// <summary>Takes what a watch has seen.</summary>
    public void Take(WatchRecord record)
    {
        if (record is WatchHeader header)
            _run = Start("syncopate watch", default, header.StartedUtc)?.SetTag("syncopate.process", header.Process.ToString());
        else if (record is WatchEnd { Outcome: not RunOutcome.Finished } end)
            _run?.SetStatus(ActivityStatusCode.Error, end.Message);
    }

    /// <summary>Tells the verdicts.</summary>
    public void Conclude(ReportDocument report)
    {
        foreach (ExperimentReport experiment in report.Experiments)
        {
            if (!_experiments.TryGetValue(experiment.Id, out Activity? span))
                continue;
            Comparison? primary = experiment.Comparisons.FirstOrDefault(c => c.Primary);
            ActivityTagsCollection tags = new()
            {
                ["syncopate.verdict"] = Name(experiment.Verdict),
                ["syncopate.sentence"] = experiment.Sentence,
                ["syncopate.rounds"] = experiment.Rounds,
            };
            if (primary is { Ratio: { } ratio })
            {
                tags["syncopate.baseline"] = Name(primary.Baseline);
                tags["syncopate.candidate"] = Name(primary.Candidate);
                tags["syncopate.ratio"] = ratio;
            }

            // Of few rounds there is no interval.
            if (primary is { Low: { } low, High: { } high })
            {
                tags["syncopate.ratio.low"] = low;
                tags["syncopate.ratio.high"] = high;
                tags["syncopate.confidence"] = primary.Confidence;
            }

            span.AddEvent(new ActivityEvent("verdict", tags: tags));
        }
    }

    /// <summary>Tells one verdict of the whole run in words.</summary>
    public void Conclude(string sentence) =>
        _run?.AddEvent(new ActivityEvent("verdict", tags: new ActivityTagsCollection { ["syncopate.sentence"] = sentence }));

    /// <summary>Ends what is open.</summary>
    public void End()
    {
        foreach (Activity experiment in _experiments.Values)
            experiment.Dispose();
        _experiments.Clear();
        _run?.Dispose();
        _run = null;
    }

    /// <summary>A value as the journal writes it: "sync", "noDifference".</summary>
    public static string Name<T>(T value)
        where T : struct, Enum => FirstLetter.Lower(value.ToString());

    public void Dispose()
    {
        End();
        _source.Dispose();
    }

    private void Take(Slot slot)
    {
        ActivityContext parent = _experiments.TryGetValue(slot.Experiment, out Activity? experiment) ? experiment.Context : default;
        using Activity? span = Start($"{Name(slot.Form)} round {slot.Round.ToString(null, null)}", parent, slot.StartedUtc);
        span?.SetTag("syncopate.form", Name(slot.Form)).SetTag("syncopate.slot", Name(slot.Kind)).SetTag("syncopate.users", slot.Users)
            .SetTag("syncopate.requests", slot.Count).SetTag("syncopate.errors", slot.Errors.Values.Sum())
            .SetEndTime((slot.StartedUtc + Nanoseconds.ToTimeSpan(slot.DurationNanoseconds)).UtcDateTime);
    }

    // Never the current one: a request of the run would carry its id, and be another request than without telemetry.
    private Activity? Start(string name, ActivityContext parent, DateTimeOffset started)
    {
        Activity? before = Activity.Current;
        Activity.Current = null;
        try
        {
            return _source.StartActivity(name, ActivityKind.Internal, parent, startTime: started);
        }
        finally
        {
            Activity.Current = before;
        }
    }
}
