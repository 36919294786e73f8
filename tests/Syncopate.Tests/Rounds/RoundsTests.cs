using Syncopate.Journaling;
using Syncopate.Running.Rounds;
using Syncopate.Statistics;
using Xunit;

namespace Syncopate.Tests.Rounds;

/// <summary>What a round is, and in which order its slots run.</summary>
public sealed class RoundsTests
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    [Fact]
    public void Each_round_has_a_slot_of_each_form_and_one_more_of_the_form_that_is_measured_against_itself()
    {
        SimulatedOutcome outcome = Undecided(1, Form.Sync, Form.Async, Form.Parallel);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.All(outcome.Slots.GroupBy(s => s.Round), round =>
        {
            Assert.Equal([Form.Sync, Form.Async, Form.Parallel], round.Where(s => s.Kind == SlotKind.Measured).Select(s => s.Form).Order());
            Assert.Equal([Form.Sync], round.Where(s => s.Kind == SlotKind.Noise).Select(s => s.Form));
        });
    }

    [Fact]
    public void Without_such_a_form_a_round_has_a_slot_of_each_form_alone()
    {
        SimulatedWorld world = new() { Noise = 0.5 };
        ExperimentPlan plan = SimulatedPlan.Warm(world);

        SimulatedOutcome outcome = world.Run(plan with { Experiment = plan.Experiment with { NoiseForm = null } }, Minute);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.All(outcome.Slots.GroupBy(s => s.Round), round => Assert.Equal(2, round.Count()));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(ulong.MaxValue)]
    public void The_order_of_a_round_is_the_lot_of_the_seed(ulong seed)
    {
        SimulatedOutcome outcome = Undecided(seed, Form.Sync, Form.Async);

        Assert.True(outcome.Rounds >= 18, $"{outcome.Rounds} rounds");
        foreach (IGrouping<int, Slot> round in outcome.Slots.GroupBy(s => s.Round))
        {
            (Form, SlotKind)[] slots = [(Form.Sync, SlotKind.Measured), (Form.Async, SlotKind.Measured), (Form.Sync, SlotKind.Noise)];
            Assert.Equal(RoundOrder.Draw(seed, "question", round.Key, 3).Select(i => slots[i]), round.Select(s => (s.Form, s.Kind)));
        }
    }

    [Fact]
    public void Every_form_comes_first_now_and_then()
    {
        SimulatedOutcome outcome = Undecided(3, Form.Sync, Form.Async);

        int first = outcome.Slots.Count(s => s is { Position: 1, Form: Form.Async });

        Assert.InRange(first, 1, outcome.Rounds - 1);
    }

    [Fact]
    public void The_same_seed_gives_the_same_run_and_another_one_another_order()
    {
        SimulatedOutcome one = Undecided(1, Form.Sync, Form.Async);
        SimulatedOutcome again = Undecided(1, Form.Sync, Form.Async);
        SimulatedOutcome other = Undecided(2, Form.Sync, Form.Async);

        Assert.Equal(one.Reading.Records.Select(JournalCodec.Write), again.Reading.Records.Select(JournalCodec.Write));
        Assert.NotEqual(one.Slots.Select(s => s.Form), other.Slots.Select(s => s.Form));
    }

    [Fact]
    public void Rounds_are_counted_on_when_servers_are_replaced()
    {
        SimulatedWorld world = new() { Noise = 0.5 };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world) with { RoundsPerProcess = 5 }, 2 * Minute);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal(Enumerable.Range(1, outcome.Rounds), outcome.Slots.Select(s => s.Round).Distinct());
        IEnumerable<IGrouping<int, Slot>> fives = outcome.Slots.GroupBy(s => (s.Round - 1) / 5).Take(3);
        Assert.All(fives, five => Assert.Equal(2, five.Select(s => s.Process).Distinct().Count()));
        Assert.True(world.Servers.Count >= 6, $"{world.Servers.Count} servers");
    }

    [Fact]
    public void Servers_are_not_replaced_where_that_is_not_wanted()
    {
        SimulatedOutcome outcome = Undecided(1, Form.Sync, Form.Async);

        Assert.Equal(2, outcome.World.Servers.Count);
        Assert.Equal([1, 2], outcome.Slots.Select(s => s.Process).Distinct().Order());
    }

    [Fact]
    public void A_slot_tells_what_its_server_used_and_how_its_pool_was()
    {
        SimulatedWorld world = new() { IsMonitored = true };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world), Minute);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.All(outcome.Slots, slot =>
        {
            Assert.NotNull(slot.Target);
            Assert.Equal(4, slot.Target.MaximumThreads);
            Assert.Equal(slot.Count, slot.Target.CompletedItems);
            // One each 100 ms, and those at the ends of this slot and of its neighbours, which no time parts here.
            Assert.InRange(slot.Pool.Count, 7, 11);
        });
    }

    [Fact]
    public void What_is_driven_before_the_rounds_is_in_no_slot()
    {
        SimulatedOutcome outcome = Undecided(1, Form.Sync, Form.Async);

        Assert.Equal(outcome.World.FinishedLoads, outcome.Slots.Count);
        Assert.True(outcome.World.Loads > outcome.Slots.Count);
        Assert.All(outcome.Slots, s => Assert.True(s.Round > 0));
    }

    [Fact]
    public void What_its_servers_count_of_a_slot_is_reset_before_it_and_read_after_it()
    {
        LoadTally tally = new();
        SimulatedWorld world = new() { Noise = 0.5, OnLoad = (_, _) => tally.Loads++ };

        SimulatedOutcome outcome = RunWith(tally, world);

        // Without the reset the first slot would have the loads of the warm-up too; read too soon, it would have none.
        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.NotEmpty(outcome.Slots);
        Assert.All(outcome.Slots, slot => Assert.Equal(1.0, slot.Counters["loads"]));
    }

    [Fact]
    public void A_slot_whose_count_cannot_be_read_is_not_kept_and_ends_the_run()
    {
        SimulatedWorld world = new();
        LoadTally tally = new() { Fault = new HttpRequestException("no such page") };

        SimulatedOutcome outcome = RunWith(tally, world);

        Assert.Empty(outcome.Slots);
        Assert.Equal(RunOutcome.TargetFailed, outcome.End?.Outcome);
        Assert.EndsWith("could not do what a slot needs: no such page", outcome.End?.Message, StringComparison.Ordinal);
    }

    private static SimulatedOutcome RunWith(LoadTally tally, SimulatedWorld world) =>
        world.Run(SimulatedPlan.Warm(world) with { Work = new HttpWork { Tally = tally } }, Minute);

    private static SimulatedOutcome Undecided(ulong seed, params Form[] forms)
    {
        SimulatedWorld world = new(seed) { Noise = 0.5 };
        return world.Run(SimulatedPlan.Warm(world, forms), Minute);
    }

    /// <summary>How many loads began since the count did.</summary>
    private sealed class LoadTally : ISlotTally
    {
        public int Loads { get; set; }

        public Exception? Fault { get; init; }

        public Task ResetAsync(SlotPlace place, CancellationToken cancellationToken)
        {
            Loads = 0;
            return Task.CompletedTask;
        }

        public Task<IReadOnlyDictionary<string, double>> ReadAsync(
            SlotPlace place, CancellationToken cancellationToken)
        {
            IReadOnlyDictionary<string, double> counted = new Dictionary<string, double> { ["loads"] = Loads };
            return Fault is null
                ? Task.FromResult(counted)
                : Task.FromException<IReadOnlyDictionary<string, double>>(Fault);
        }
    }
}
