using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Syncopate.Reporting;

/// <summary>Figures of one form over all its slots of one kind. Times are in ms; quantiles come from the pooled
/// histogram and are for display, not for the verdict.</summary>
internal sealed record FormReport
{
    /// <summary>The form.</summary>
    public required Form Form { get; init; }

    /// <summary>What a reader calls it.</summary>
    public required string Label { get; init; }

    /// <summary>Recorded answers.</summary>
    public required long Count { get; init; }

    /// <summary>Failed requests.</summary>
    public required long Errors { get; init; }

    /// <summary>Mean latency in ms, over all answers; no number, in JSON null, when there is none.</summary>
    [JsonConverter(typeof(MeasuredOrNull))]
    public required double Mean { get; init; }

    /// <summary>Median in ms; no number, in JSON null, without an answer.</summary>
    [JsonConverter(typeof(MeasuredOrNull))]
    public required double P50 { get; init; }

    /// <summary>90th percentile in ms; null with fewer than ten answers beyond it, and in reports of versions
    /// that did not report it.</summary>
    public double? P90 { get; init; }

    /// <summary>95th percentile in ms; no number, in JSON null, with fewer than ten answers beyond it.</summary>
    [JsonConverter(typeof(MeasuredOrNull))]
    public required double P95 { get; init; }

    /// <summary>99th percentile in ms; no number, in JSON null, with fewer than ten answers beyond it.</summary>
    [JsonConverter(typeof(MeasuredOrNull))]
    public required double P99 { get; init; }

    /// <summary>99.9th percentile in ms; null with fewer than ten answers beyond it, and in reports of versions
    /// that did not report it.</summary>
    public double? P999 { get; init; }

    /// <summary>Largest latency in ms; no number, in JSON null, without an answer.</summary>
    [JsonConverter(typeof(MeasuredOrNull))]
    public required double Max { get; init; }

    /// <summary>Answers per second, mean over slots weighted by their length; no number, in JSON null, where no answer came within the time
    /// of its slot.</summary>
    [JsonConverter(typeof(MeasuredOrNull))]
    public required double RequestsPerSecond { get; init; }

    /// <summary>Server CPU for one request in ms; null when the monitor did not answer.</summary>
    public required double? CpuPerRequest { get; init; }

    /// <summary>Bytes the server allocated for one request; null when the monitor did not answer.</summary>
    public required double? BytesPerRequest { get; init; }

    /// <summary>Most thread-pool threads in any slot; null when the monitor did not answer.</summary>
    public required int? Threads { get; init; }

    /// <summary>Thread-pool threads that ran in the median slot, of those that existed; null where that was not seen.</summary>
    public int? ThreadsUsed { get; init; }

    /// <summary>Longest thread-pool queue in any slot; null when the monitor did not answer.</summary>
    public required long? QueueLength { get; init; }

    /// <summary>The least time physics allows, in ms; 0 for none.</summary>
    public required double LimitMilliseconds { get; init; }

    /// <summary>Mean of the counters that only this experiment has.</summary>
    public required IReadOnlyDictionary<string, double> Counters { get; init; }

    /// <summary>Server processes that served the measured slots; null in reports of versions that did not report it.</summary>
    public int? Processes { get; init; }

    /// <summary>What its server ran on; null where no monitor reported it, and in reports of versions that did not.</summary>
    public FormRuntime? Runtime { get; init; }

    /// <summary>The figure of each round in order, for judging this run against another: times in ms. Only metrics that
    /// every slot carries; empty in reports of versions that did not report it.</summary>
    [JsonConverter(typeof(RoundFigures))]
    public IReadOnlyDictionary<Metric, IReadOnlyList<double>> EachRound
    {
        get;
        init => field = value ?? field; // The serializer passes null for what a report leaves out.
    } = new Dictionary<Metric, IReadOnlyList<double>>();

    /// <summary>The same of what is counted in whole numbers, which are too coarse for judging another run: for a reader of files, and
    /// in no report.</summary>
    [JsonIgnore]
    internal IReadOnlyDictionary<Metric, IReadOnlyList<double>> CountsEachRound
    {
        get;
        init => field = value ?? field; // As above.
    } = new Dictionary<Metric, IReadOnlyList<double>>();

    /// <summary>The requests that took longest, at most ten, the slowest first, by the ids of their traces; empty when
    /// they carried none.</summary>
    public IReadOnlyList<SlowFigures> Slowest
    {
        get;
        init => field = value ?? field; // As above.
    } = [];

    /// <summary>One of <see cref="Counters"/>; null when the experiment does not have it.</summary>
    internal double? Counter(string name) => Counters.TryGetValue(name, out double value) ? value : null;
}

/// <summary>Writes the figures of the rounds with one line per metric: indented like the rest they would be most of the
/// file's lines.</summary>
internal sealed class RoundFigures : JsonConverter<IReadOnlyDictionary<Metric, IReadOnlyList<double>>>
{
    public override IReadOnlyDictionary<Metric, IReadOnlyList<double>> Read(
        ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        Dictionary<Metric, IReadOnlyList<double>> figures = new();
        if (reader.TokenType != JsonTokenType.StartObject)
            throw new JsonException();
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            string? name = reader.GetString();
            reader.Read();
            List<double> values = Values(ref reader);
            // A metric of a later version is passed over, as every unknown field is.
            foreach (Metric metric in Enum.GetValues<Metric>().Where(m => JsonNamingPolicy.CamelCase.ConvertName(m.ToString()) == name))
                figures[metric] = values;
        }

        return figures;
    }

    public override void Write(
        Utf8JsonWriter writer, IReadOnlyDictionary<Metric, IReadOnlyList<double>> value, JsonSerializerOptions options)
    {
        writer.WriteStartObject();
        foreach (var (metric, values) in value.OrderBy(f => f.Key))
        {
            writer.WritePropertyName(JsonNamingPolicy.CamelCase.ConvertName(metric.ToString()));
            writer.WriteRawValue($"[{string.Join(", ", values.Select(v => v.ToString("R", CultureInfo.InvariantCulture)))}]");
        }

        writer.WriteEndObject();
    }

    private static List<double> Values(ref Utf8JsonReader reader)
    {
        if (reader.TokenType != JsonTokenType.StartArray)
            throw new JsonException();
        List<double> values = [];
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
        {
            if (reader.TokenType != JsonTokenType.Number)
                throw new JsonException();
            values.Add(reader.GetDouble());
        }

        return values;
    }
}
