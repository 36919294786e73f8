using System.Diagnostics;
using Syncopate.Journaling;
using Syncopate.Running.Rounds;
using Xunit;

namespace Syncopate.Tests.Measuring;

[Trait("Judges", "behaviour")]
public sealed class SlotWorkTests
{
    [Fact]
    public void Calls_become_a_load_of_one_caller_who_always_has_one_in_flight()
    {
        SlotWork work = new([2_000_000, 3_000_000, 7_000_000], new Dictionary<string, double>());

        Syncopate.Load.LoadResult result = work.ToResult(1_000);

        Assert.Equal((3, 3, 0), (result.Count, result.Started, result.Unfinished));
        Assert.Equal(12_000_000, result.LatencySumNanoseconds);
        Assert.Equal(0.012, Stopwatch.GetElapsedTime(1_000, result.EndedTimestamp).TotalSeconds, 1e-6);
        Assert.Equal((1, 1), (result.InFlightShare, result.MeanInFlight));
        Assert.InRange(result.Latencies.Maximum, 7_000_000, 7_010_000);
        Assert.Null(result.Failure);
    }

    [Fact]
    public void A_slot_of_calls_survives_the_journal_with_its_table()
    {
        Experiment experiment = Statistics.Given.Experiment(Form.Sync, Form.Async) with
        {
            Load = new CallsInProcess(4),
            Group = new ExperimentGroup("ef", "EF Core", "Which?", "List", "SQLite"),
        };

        Experiment read = Assert.IsType<Experiment>(JournalCodec.Read(JournalCodec.Write(experiment), out _));

        Assert.Equal(new CallsInProcess(4), read.Load);
        Assert.Equal(experiment.Group, read.Group);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1001)]
    public void A_slot_holds_1_to_1000_calls(int calls) => Assert.Throws<ArgumentOutOfRangeException>(() => new CallsInProcess(calls));

    [Theory]
    [InlineData("""{"shape":"callsInProcess","calls":4}""", 1)]
    [InlineData("""{"shape":"callsInProcess","calls":4,"loopLength":1000}""", 1000)]
    public void A_journal_that_knows_no_loops_timed_each_call_alone(string json, int loopLength)
    {
        byte[] line = JournalCodec.Write(
            Statistics.Given.Experiment(Form.Sync, Form.Async) with { Load = new CallsInProcess(4, loopLength) });

        Assert.Equal(new CallsInProcess(4, loopLength), Assert.IsType<Experiment>(JournalCodec.Read(line, out _)).Load);
        Assert.Equal(
            new CallsInProcess(4, loopLength),
            System.Text.Json.JsonSerializer.Deserialize<LoadShape>(json, System.Text.Json.JsonSerializerOptions.Web));
    }

    [Fact]
    public void A_slot_of_calls_is_valid_without_littles_law()
    {
        Slot slot = Statistics.Given.Slot(1, 1, Form.Sync, 100) with { Count = 1, InFlightShare = 1 };

        Assert.True(SlotRules.IsValid(slot));
    }
}
