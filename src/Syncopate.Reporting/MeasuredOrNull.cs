using System.Text.Json;
using System.Text.Json.Serialization;
using Syncopate.Histograms;
using Syncopate.Units;

namespace Syncopate.Reporting;

/// <summary>Writes a figure that was not measured, which is no number, as null, and reads it so.</summary>
internal sealed class MeasuredOrNull : JsonConverter<double>
{
    /// <inheritdoc/>
    public override bool HandleNull => true;

    /// <inheritdoc/>
    public override double Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.TokenType == JsonTokenType.Null ? double.NaN : reader.GetDouble();

    /// <inheritdoc/>
    public override void Write(Utf8JsonWriter writer, double value, JsonSerializerOptions options)
    {
        if (double.IsFinite(value))
            writer.WriteNumberValue(value);
        else
            writer.WriteNullValue();
    }

    /// <summary>A value of so many answers in ms; no number when there is none.</summary>
    internal static double OfAny(Histogram latencies, double nanoseconds) =>
        latencies.TotalCount == 0 ? double.NaN : Nanoseconds.ToMilliseconds(nanoseconds);

    /// <summary>A quantile in ms; no number when fewer than ten answers lie beyond it, of which one more or less moves it
    /// at will. The median stands in the middle of whatever there is.</summary>
    internal static double Quantile(Histogram latencies, double quantile) =>
        quantile <= 0.5 || SlotRules.CarriesQuantile(quantile, latencies.TotalCount)
            ? OfAny(latencies, latencies.ValueAtQuantile(quantile))
            : double.NaN;

    /// <summary>The same where a report has null for what was not measured.</summary>
    internal static double? QuantileOrNull(Histogram latencies, double quantile) =>
        Quantile(latencies, quantile) is var value && double.IsFinite(value) ? value : null;
}
