using System.Text;
using System.Text.Json;
using Syncopate.Histograms;
using Syncopate.Journaling;
using Syncopate.Judging;
using Syncopate.Reporting.Measured;
using Syncopate.Running;
using Syncopate.Running.Showing;

namespace Syncopate.Live.Following;

/// <summary>A finished run shown again from its journal, in the lines in which a run that goes on is reported, each with the
/// moment at which it is to be shown. Pauses between turns are left out.</summary>
internal sealed class JournalReplay
{
    private const double Millisecond = 1e6;
    private const double Between = 700;

    private readonly Func<RoundStanding, Decision, string> _words;
    private readonly StringBuilder _text = new();
    private readonly Dictionary<string, Experiment> _experiments = new(StringComparer.Ordinal);
    private readonly List<Slot> _slots = [];
    private readonly HashSet<string> _decided = new(StringComparer.Ordinal);
    private double _now;
    private int _number;

    private JournalReplay(Func<RoundStanding, Decision, string> words) => _words = words;

    /// <summary>The lines of a journal; empty for one without turns, such as that of a load.</summary>
    /// <param name="folder">Of the run.</param>
    /// <param name="words">A verdict in words.</param>
    /// <exception cref="JournalException">It cannot be read.</exception>
    public static string Read(string folder, Func<RoundStanding, Decision, string> words)
    {
        JournalReplay replay = new(words);
        IReadOnlyList<JournalRecord> records = JournalReader.Read(Path.Combine(folder, "run.jsonl")).Records;
        foreach (JournalRecord record in records)
        {
            if (record is Experiment experiment && RunJournal.HasSoundRules(experiment))
            {
                replay._experiments[experiment.Id] = experiment with
                {
                    HasOtherAnswers = records.OfType<Doubt>().Any(d => d.Code == Doubt.OtherAnswers && d.Experiment == experiment.Id),
                };
            }
            else if (record is Slot { Kind: SlotKind.Measured, Round: > 0 } slot
                && replay._experiments.TryGetValue(slot.Experiment, out Experiment? asked)
                && Decoded(slot) is { } latencies)
            {
                replay.Add(asked, slot, latencies);
            }
        }

        return replay._text.ToString();
    }

    // As in a report, a slot whose histogram cannot be read is left out.
    private static Histogram? Decoded(Slot slot)
    {
        try
        {
            return HistogramCodec.Decode(slot.Histogram);
        }
        catch (HistogramFormatException)
        {
            return null;
        }
    }

    private void Add(Experiment experiment, Slot slot, Histogram latencies)
    {
        int number = ++_number;
        double start = _now;
        if (_slots.LastOrDefault()?.Experiment != experiment.Id)
            Line(start, json => LiveEvents.Experiment(json, experiment));
        Line(start, json => Begin(json, slot, number));
        foreach (PoolSample sample in Describe(slot))
            Line(start, json => Frame(json, slot, number, sample));
        _now += slot.DurationNanoseconds / Millisecond;
        Line(_now, json => LiveEvents.Measured(json, slot, number, latencies));
        _slots.Add(slot);
        Judge(experiment);
        _now += Between;
    }

    /// <summary>The state of the pool at each moment that the journal has; one moment where it has none, for the requests.</summary>
    private static IEnumerable<PoolSample> Describe(Slot slot) => slot.Pool.Count > 0 ? slot.Pool : [new PoolSample(0, -1, 0, 0, 0, 0, 0)];

    private static void Begin(Utf8JsonWriter json, Slot slot, int number)
    {
        json.WriteString("k", "slot");
        json.WriteNumber("n", number);
        json.WriteString("x", slot.Experiment);
        json.WriteString("form", slot.Form.InLowerCase());
        json.WriteNumber("round", slot.Round);
        json.WriteNumber("users", slot.Users);
        json.WriteNumber("drawn", slot.Traces.Count);
        json.WriteNumber("of", slot.Count);
    }

    private static void Frame(Utf8JsonWriter json, Slot slot, int number, PoolSample sample)
    {
        json.WriteString("k", "f");
        json.WriteNumber("n", number);
        json.WriteNumber("t", Math.Round(Math.Max(0, sample.AtNanoseconds) / Millisecond, 1));
        if (sample.Threads >= 0)
        {
            json.WriteNumber("thr", sample.Threads);
            json.WriteNumber("use", sample.InUse);
            json.WriteNumber("q", sample.QueueLength);
        }

        json.WriteStartArray("e");
        // All of them with the first moment: what is drawn goes by their own times.
        foreach (RequestTrace trace in sample == Describe(slot).First() ? slot.Traces : [])
        {
            json.WriteRawValue(FormattableString.Invariant(
                $"[{trace.User},{trace.SentNanoseconds / Millisecond:0.#},{(trace.ServedNanoseconds < 0 ? -1
                    : trace.ServedNanoseconds / Millisecond):0.#},{trace.EndNanoseconds / Millisecond:0.#},1]"));
        }

        json.WriteEndArray();
    }

    /// <summary>Says how the question stood after the round, if this slot completed one.</summary>
    private void Judge(Experiment experiment)
    {
        IReadOnlyList<Round> rounds = ExperimentJudge.CompleteRounds(experiment, _slots);
        if (rounds.Count == 0 || rounds[^1].Number != _slots[^1].Round)
            return;
        Decision decision = ExperimentJudge.Judge(experiment, rounds, FormPair.Of(experiment.Workload)[0]);
        bool isNews = decision.Outcome == LookOutcome.Decided && _decided.Add(experiment.Id);
        RoundStanding standing = RoundStanding.Of(experiment, rounds) with { Decided = isNews ? decision : null };
        Line(_now, json => LiveEvents.Round(json, experiment, standing, isNews ? _words(standing, decision) : null));
    }

    private void Line(double at, Action<Utf8JsonWriter> properties)
    {
        using MemoryStream line = new();
        using (Utf8JsonWriter json = new(line))
        {
            json.WriteStartObject();
            json.WriteNumber("at", Math.Round(at, 1));
            properties(json);
            json.WriteEndObject();
        }

        _text.Append(Encoding.UTF8.GetString(line.GetBuffer(), 0, (int)line.Length)).Append('\n');
    }
}
