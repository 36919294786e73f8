using System.Text.Json;
using Syncopate.Histograms;
using Syncopate.Judging;

namespace Syncopate.Running.Showing;

/// <summary>The lines of a run that is reported: also those of one that is shown again from its journal, so that both are
/// drawn by the same code.</summary>
internal static class LiveEvents
{
    private const double Millisecond = 1e6;

    /// <summary>What is asked, of which forms, and when it may be decided.</summary>
    public static void Experiment(Utf8JsonWriter json, Experiment experiment)
    {
        json.WriteString("k", "x");
        json.WriteString("id", experiment.Id);
        json.WriteString("title", experiment.Title);
        json.WriteString("question", experiment.Question);
        json.WriteNumber("users", experiment.Load.MaximumUsers);
        json.WriteNumber("margin", experiment.MarginPercent);
        json.WriteString("time", experiment.PrimaryMetric == Metric.CpuPerRequest ? "processor time" : "time");
        // Of calls no form tells one by one what becomes of them.
        json.WriteBoolean("inside", experiment.Load is CallsInProcess or WholeProcesses || experiment.Piece == "call");
        json.WriteStartArray("forms");
        foreach (WorkloadForm form in experiment.Workload.Forms)
        {
            json.WriteStartObject();
            json.WriteString("form", form.Form.InLowerCase());
            json.WriteString("label", form.Label);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteStartArray("looks");
        for (int early = Looks.Earliest; early < Looks.RoundsAt(1); early++)
            json.WriteNumberValue(early);
        for (int look = 1; look <= experiment.Looks; look++)
            json.WriteNumberValue(Looks.RoundsAt(look));
        json.WriteEndArray();
    }

    /// <summary>How the question stands after a round.</summary>
    public static void Round(Utf8JsonWriter json, Experiment? experiment, RoundStanding standing, string? verdict)
    {
        json.WriteString("k", "round");
        json.WriteString("x", experiment?.Id);
        json.WriteNumber("round", standing.Round);
        Number(json, "ratio", standing.Ratio);
        Number(json, "low", standing.Low);
        Number(json, "high", standing.High);
        if (standing.Decided is { } decision)
            json.WriteString("decided", decision.Verdict.ToString().ToLowerInvariant());
        if (verdict is not null)
            json.WriteString("verdict", verdict);
        json.WriteStartArray("forms");
        foreach (FormProgress form in standing.Forms)
        {
            json.WriteStartObject();
            json.WriteString("form", form.Form.InLowerCase());
            json.WriteNumber("mean", Math.Round(form.MeanMilliseconds, 3));
            Number(json, "rate", Math.Round(form.RequestsPerSecond, 1));
            json.WriteNumber("bad", form.Errors);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    /// <summary>What happens now.</summary>
    public static void Stage(Utf8JsonWriter json, RunProgress value)
    {
        json.WriteString("k", "stage");
        json.WriteString("text", value.Cell is { } cell ? $"{cell}, {value.Stage}" : value.Stage);
        json.WriteNumber("left", Math.Ceiling((value.Expected ?? value.Left).TotalSeconds));
    }

    /// <summary>What a slot measured; a figure that it does not carry is left out.</summary>
    public static void Measured(Utf8JsonWriter json, Slot slot, int number, Histogram latencies)
    {
        json.WriteString("k", "done");
        json.WriteNumber("n", number);
        json.WriteString("form", slot.Form.InLowerCase());
        json.WriteNumber("ms", Math.Round(slot.DurationNanoseconds / Millisecond, 1));
        json.WriteNumber("count", slot.Count);
        json.WriteNumber("bad", slot.Errors.Values.Sum());
        if (slot.Count > 0)
            json.WriteNumber("mean", Math.Round(slot.LatencySumNanoseconds / slot.Count / Millisecond, 3));
        if (SlotMetrics.Quantile(slot, latencies, 0.95) is { } late)
            json.WriteNumber("p95", Math.Round(late / Millisecond, 3));
        if (!SlotMetrics.IsAllLate(slot))
            json.WriteNumber("rate", Math.Round(SlotMetrics.RatedAnswers(slot) / Math.Max(1e-9, SlotMetrics.RatedSeconds(slot)), 1));
        if (slot.Target is { } target)
        {
            json.WriteNumber("thr", target.MaximumThreads);
            json.WriteNumber("q", target.MaximumQueueLength);
        }
    }

    private static void Number(Utf8JsonWriter json, string name, double? value)
    {
        if (value is { } number && double.IsFinite(number))
            json.WriteNumber(name, Math.Round(number, 5));
    }
}
