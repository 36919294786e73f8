using System.Text.Json;
using System.Text.Json.Nodes;
using Syncopate.Histograms;
using Syncopate.Running.Showing;
using Syncopate.Tests.Reporting;
using Xunit;

namespace Syncopate.Tests.Running;

public sealed class LiveEventsTests
{
    [Fact]
    public void A_figure_that_a_slot_does_not_carry_is_left_out()
    {
        JsonObject many = Measured(Slot([.. Enumerable.Repeat(20.0, 200)]));
        JsonObject few = Measured(Slot([.. Enumerable.Repeat(20.0, 199)]));
        JsonObject late = Measured(Slot([2_400]) with { Drained = 1, DrainNanoseconds = 500_000_000 });
        JsonObject none = Measured(Slot([]) with { Errors = new Dictionary<string, long> { ["timed out"] = 9 } });

        Assert.Equal((100.0, 20.0), ((double)many["rate"]!, (double)many["mean"]!));
        Assert.Equal([true, false, false, false], new[] { many, few, late, none }.Select(slot => slot.ContainsKey("p95")));
        Assert.Equal([true, true, false, true], new[] { many, few, late, none }.Select(slot => slot.ContainsKey("rate")));
        Assert.Equal([true, true, true, false], new[] { many, few, late, none }.Select(slot => slot.ContainsKey("mean")));
    }

    /// <summary>A page that waits for users to draw shows empty lanes without a word.</summary>
    [Theory]
    [InlineData(null, false)]
    [InlineData("request", false)]
    [InlineData("call", true)]
    public void Calls_are_said_to_be_made_inside_the_process(string? piece, bool isInside)
    {
        JsonObject asked = Line(json => LiveEvents.Experiment(json, Journals.TwoForms with { Piece = piece }));

        Assert.Equal(isInside, (bool)asked["inside"]!);
    }

    private static Slot Slot(double[] milliseconds) => Journals.Slot(1, 1, Form.Async, milliseconds);

    private static JsonObject Measured(Slot slot) =>
        Line(json => LiveEvents.Measured(json, slot, 1, HistogramCodec.Decode(slot.Histogram)));

    private static JsonObject Line(Action<Utf8JsonWriter> write)
    {
        using MemoryStream stream = new();
        using (Utf8JsonWriter json = new(stream))
        {
            json.WriteStartObject();
            write(json);
            json.WriteEndObject();
        }

        return JsonNode.Parse(stream.ToArray())!.AsObject();
    }
}
