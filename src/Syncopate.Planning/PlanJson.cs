using System.Text.Json;
using System.Text.Json.Serialization;
using Syncopate.Planning.Formulas;

namespace Syncopate.Planning;

/// <summary>A plan as JSON: camelCase names; what is infinite is null.</summary>
internal static class PlanJson
{
    private const int Schema = 1;

    private static readonly PlanJsonContext Context = new(new JsonSerializerOptions
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        WriteIndented = true,
        Converters =
        {
            new FiniteOrNull(),
            new JsonStringEnumConverter<WaitStyle>(JsonNamingPolicy.CamelCase),
            new JsonStringEnumConverter<Resource>(JsonNamingPolicy.CamelCase),
            new JsonStringEnumConverter<WaitShape>(JsonNamingPolicy.CamelCase),
        },
    });

    /// <summary>One document.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="answers">What it was asked beyond its forms.</param>
    public static string Write(Plan plan, PlanAnswers answers)
    {
        ArgumentNullException.ThrowIfNull(answers);
        Plan told = plan with { Forms = [.. plan.Forms.Select(form => form with { Start = Told(form.Start) })] };
        return JsonSerializer.Serialize(new PlanDocument(Schema, told, answers.Fleet, answers.Slow, answers.Levels), Context.PlanDocument);
    }

    private static PlannedLevel Told(PlannedLevel level) =>
        level.CarriesP99 ? level : level with { P99Milliseconds = new Band(double.NaN, double.NaN, double.NaN) };

    /// <summary>JSON has no infinity.</summary>
    private sealed class FiniteOrNull : JsonConverter<double>
    {
        public override double Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetDouble();

        public override void Write(Utf8JsonWriter writer, double value, JsonSerializerOptions options)
        {
            if (double.IsFinite(value))
                writer.WriteNumberValue(value);
            else
                writer.WriteNullValue();
        }
    }
}

/// <summary>The document of a plan.</summary>
/// <param name="Schema">Version of the format.</param>
/// <param name="Plan">The plan.</param>
/// <param name="Fleet">Machines, memory and money of a rate; null for users.</param>
/// <param name="Slow">A dependency that becomes slow; null when that was not asked.</param>
/// <param name="Levels">Measured levels; null without.</param>
internal sealed record PlanDocument(int Schema, Plan Plan, FleetAnswer? Fleet, SlowAnswer? Slow, LevelsAnswer? Levels);

/// <summary>Serialization code of <see cref="PlanDocument"/>, made at build time.</summary>
[JsonSerializable(typeof(PlanDocument))]
internal sealed partial class PlanJsonContext : JsonSerializerContext;
