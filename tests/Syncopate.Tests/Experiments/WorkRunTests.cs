using Syncopate.Running.Rounds;
using Syncopate.Statistics;
using Xunit;

namespace Syncopate.Tests.Experiments;

/// <summary>A table of rows whose work is called inside a server, in one box of time.</summary>
public sealed class WorkRunTests
{
    private static readonly TimeSpan Round = TimeSpan.FromMilliseconds(40);

    [Fact]
    public async Task Forms_that_take_turns_have_one_in_each_round_in_the_order_of_the_seed()
    {
        await using SimulatedRun run = new();

        IReadOnlyList<JournalRecord> journal = await run.AskAsync(TimeSpan.FromSeconds(60), run.Row("a", Round, Undecided));

        List<Slot> slots = [.. journal.OfType<Slot>()];
        Assert.Equal(Looks.RoundsAt(Looks.Most), slots.Max(s => s.Round));
        Assert.All(slots.GroupBy(s => s.Round), round =>
        {
            IReadOnlyList<int> order = RoundOrder.Draw(1, "table-a", round.Key, 2);
            Assert.Equal(order.Select(at => (Form)at), round.OrderBy(s => s.Position).Select(s => s.Form));
            Assert.True(round.MinBy(s => s.Position)!.StartedNanoseconds < round.MaxBy(s => s.Position)!.StartedNanoseconds);
        });
    }

    [Fact]
    public async Task Large_differences_leave_their_time_to_small_ones()
    {
        await using SimulatedRun run = new();

        IReadOnlyList<JournalRecord> journal =
            await run.AskAsync(TimeSpan.FromSeconds(20), run.Row("large", Round, _ => 4), run.Row("small", Round, Undecided));

        Assert.True(RoundsOf(journal, "large") <= Looks.RoundsAt(1), $"{RoundsOf(journal, "large")} rounds");
        Assert.Equal(Looks.RoundsAt(Looks.Most), RoundsOf(journal, "small"));
    }

    [Fact]
    public async Task Servers_are_replaced_after_as_many_rounds_as_are_wanted_however_many_are_measured_in_one_go()
    {
        await using SimulatedRun run = new();
        ExperimentPlan row = run.Row("a", Round, Undecided) with { RoundsPerProcess = 27 };

        await run.AskAsync(TimeSpan.FromSeconds(120), row);

        // A round takes 40 ms, so that all of those to a look fit into one go. Looks at 4, 8, 12, 18 and 27; then 40
        // and 55; then 60, 75 and 90; two goes of 15 each three times; then 195 and 200.
        Assert.Equal(7, run.Starts);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(6)]
    [InlineData(30)]
    public async Task A_box_is_kept_however_slow_the_machine_is(double slowness)
    {
        await using SimulatedRun run = new() { Slowness = slowness };
        TimeSpan box = TimeSpan.FromSeconds(30);

        await run.AskAsync(box, Rows(run));

        Assert.True(run.Elapsed <= 1.2 * box, $"{run.Elapsed.TotalSeconds} s");
    }

    [Fact]
    public async Task What_is_measured_in_one_go_stays_short_when_the_machine_becomes_slow()
    {
        await using SimulatedRun run = new() { Slowness = 20 };

        await run.AskAsync(TimeSpan.FromSeconds(120), run.Row("slow", Round, Undecided));

        // A round takes 0.8 s: four that nobody knew of, and then one at a time.
        Assert.InRange(run.LongestGo, TimeSpan.FromSeconds(0.7), 4.1 * TimeSpan.FromSeconds(0.8));
        Assert.InRange(run.LastGo, TimeSpan.FromSeconds(0.7), TimeSpan.FromSeconds(1));
    }

    [Fact]
    public async Task Rows_that_cannot_reach_a_look_are_not_begun_and_are_named()
    {
        await using SimulatedRun run = new() { Slowness = 6 };

        IReadOnlyList<JournalRecord> journal = await run.AskAsync(TimeSpan.FromSeconds(30), Rows(run));

        List<string> begun = [.. journal.OfType<Experiment>().Select(e => e.Id)];
        Doubt left = Assert.Single(journal.OfType<Doubt>(), d => d.Code == "rows-not-begun");
        Assert.InRange(begun.Count, 1, 19);
        Assert.All(begun, id => Assert.True(RoundsOf(journal, id["table-".Length..]) >= Looks.Earliest, id));
        Assert.All(
            Rows(run).Select(r => r.Experiment).Where(e => !begun.Contains(e.Id)),
            e => Assert.Contains(e.Title, left.What, StringComparison.Ordinal));
        Assert.StartsWith($"{20 - begun.Count} of 20 rows were not begun", left.What, StringComparison.Ordinal);
    }

    /// <summary>So far this way and that that no look decides it.</summary>
    private static double Undecided(int round) => Math.Exp(Math.Sin(2.4 * round));

    private static ExperimentPlan[] Rows(SimulatedRun run) =>
        [.. Enumerable.Range(1, 20).Select(i => run.Row($"row{i:00}", Round, Undecided))];

    private static int RoundsOf(IReadOnlyList<JournalRecord> journal, string row) =>
        journal.OfType<Slot>().Where(s => s.Experiment == "table-" + row).Select(s => s.Round).DefaultIfEmpty().Max();
}
