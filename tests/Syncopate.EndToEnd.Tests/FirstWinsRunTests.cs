using System.Text.Json;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>Ten servers asked and one answer used, with the real tool.</summary>
[Collection(nameof(Alone))]
[Trait("Judges", "time")]
public sealed class FirstWinsRunTests(QuickRuns runs)
{
    [Fact]
    public async Task Json_is_one_document_on_stdout_with_nothing_around_it()
    {
        QuickRun run = await runs.OfAsync("first-wins", "--json");

        using JsonDocument report = JsonDocument.Parse(run.Output);
        JsonElement experiment = Assert.Single(report.RootElement.GetProperty("experiments").EnumerateArray());
        Assert.Equal("first-wins", experiment.GetProperty("id").GetString());
        Assert.Equal(3, experiment.GetProperty("forms").GetArrayLength());
        Assert.DoesNotContain('\u001b', run.Error);
    }

    [Fact]
    public async Task Cancelled_losers_stop_on_the_server_and_others_run_on()
    {
        IReadOnlyList<Slot> slots = (await runs.OfAsync("first-wins", "--json")).Slots;

        foreach (Slot slot in slots)
        {
            double started = slot.Counters["requestsStarted"];
            double stopped = slot.Counters["requestsStopped"];
            Assert.Equal(started, stopped + slot.Counters["requestsFinished"]);
            Assert.True(slot.Form == Form.Parallel || stopped == 0, $"{slot.Form}: {stopped} of {started} stopped");
        }

        // How many losers finish before they are cancelled depends on the machine; without cancelling none is stopped.
        Assert.True(slots.Where(s => s.Form == Form.Parallel).Sum(s => s.Counters["requestsStopped"]) > 0);
    }
}
