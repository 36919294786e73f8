using Syncopate.Load;
using Syncopate.Running.Rounds;
using Xunit;

namespace Syncopate.Tests.Rounds;

/// <summary>Starting, warming and the pilot: what comes before the first round.</summary>
public sealed class PreparationTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public void Servers_are_started_and_warmed_side_by_side()
    {
        SimulatedWorld world = new() { IsMonitored = true };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world, Form.Sync, Form.Async, Form.Parallel), 60 * Second);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        // Half a second to start, and three seconds of calm after a second of compiling: not three times that.
        Assert.InRange(FirstSlot(outcome), 3.4 * Second, 5 * Second);
        Assert.Null(outcome.DoubtOf("not-steady"));
        Assert.All(outcome.Slots, s => Assert.False(s.Unsettled));
    }

    [Fact]
    public void A_server_that_compiles_longer_is_warmed_longer()
    {
        SimulatedWorld world = new() { IsMonitored = true, Compiling = _ => 4 * Second };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world), 60 * Second);

        Assert.InRange(FirstSlot(outcome), 6 * Second, 7.5 * Second);
        Assert.Null(outcome.DoubtOf("not-steady"));
    }

    [Fact]
    public void A_server_that_is_not_steady_at_the_ceiling_is_measured_with_a_doubt()
    {
        SimulatedWorld world = new() { IsMonitored = true, Compiling = _ => 100 * Second };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world), 60 * Second);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Doubt doubt = Assert.Single(outcome.Doubts, d => d.Code == "not-steady");
        Assert.Contains("10 methods compiled per second", doubt.What, StringComparison.Ordinal);
        Assert.InRange(FirstSlot(outcome), 8.4 * Second, 9.5 * Second);
        Assert.All(outcome.Slots, s => Assert.True(s.Unsettled));
    }

    [Fact]
    public void What_computes_on_servers_that_have_not_settled_has_no_verdict()
    {
        SimulatedWorld world = new()
        {
            IsMonitored = true,
            Compiling = _ => 10 * Second,
            Milliseconds = form => form == Form.Async ? 1 : 5,
        };
        ExperimentPlan plan = SimulatedPlan.Warm(world) with { SteadyCeiling = 4 * Second };

        SimulatedOutcome outcome = world.Run(Computing(plan), 60 * Second);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Equal(Verdict.Undecided, outcome.Report.Experiments[0].Verdict);
    }

    [Fact]
    public void A_verdict_that_was_told_is_not_taken_back_for_servers_that_came_after_it()
    {
        // The first servers settle; those that replace them, for rounds that only sharpen the figures, do not.
        SimulatedWorld world = new()
        {
            IsMonitored = true,
            Milliseconds = form => form == Form.Async ? 1 : 5,
            Compiling = n => (n < 3 ? 1 : 100) * Second,
        };
        ExperimentPlan plan = SimulatedPlan.Warm(world) with { RoundsPerProcess = 6, MinimumRounds = 12 };

        SimulatedOutcome outcome = world.Run(Computing(plan), 120 * Second);

        Assert.Contains(outcome.Slots, s => s.Unsettled);
        Assert.Equal(Verdict.Gain, Assert.Single(outcome.Decided).Decision.Verdict);
        Assert.Empty(SimulatedLaws.Broken(outcome));
    }

    [Fact]
    public void Warming_gives_up_what_has_not_been_answered_a_second_after_it()
    {
        SimulatedWorld world = new() { Slowness = now => now < 10 * Second ? 10_000 : 1 };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Warm(world), 60 * Second);

        // Half a second to start, 8 s of ceiling, and one of patience.
        Assert.InRange(FirstSlot(outcome), 9.4 * Second, 9.8 * Second);
        Assert.NotNull(outcome.DoubtOf("not-steady"));
    }

    [Fact]
    public void A_form_is_warmed_by_no_more_users_than_are_wanted()
    {
        List<int> users = new();
        SimulatedWorld world = new();
        ExperimentPlan plan = SimulatedPlan.Warm(world);
        plan = plan with
        {
            Experiment = plan.Experiment with { Load = new UsersForTime(50, 0.5 * Second) },
            Work = plan.Http with
            {
                MaximumWarmUsers = 4,
                Request = (path, load) =>
                {
                    users.Add(load.MaximumUsers);
                    return new LoadRequest(path, load);
                },
            },
        };

        world.Run(plan, 20 * Second);

        Assert.Equal([4, 4], users.Take(2));
        Assert.All(users.Skip(2), u => Assert.Equal(50, u));
    }

    // A page that a browser opens is no load, and the server that it comes from is a site all the same.
    [Fact]
    public void A_server_whose_work_is_no_load_is_warmed_by_plain_requests()
    {
        ExperimentPlan plan = SimulatedPlan.Warm(new SimulatedWorld()) with
        {
            Work = new CallWork((_, _, _) => Task.FromResult(new SlotWork([5_000_000], new Dictionary<string, double>()))),
        };
        WorkloadForm form = plan.Experiment.Workload.Forms[0];
        UsersForTime piece = new(1, Second);

        LoadRequest request = plan.Warming.Request(plan.Warming.WarmPath(form), piece);

        Assert.Equal((form.Path, "GET", piece), (request.Path, request.Method, request.Shape));
    }

    [Theory]
    [InlineData(5, 0.5)] // 500 requests of ten users that take 5 ms: a quarter of a second; but 0.2 s and the head are the least.
    [InlineData(40, 2)]
    [InlineData(100, 5)]
    public void Slots_are_as_long_as_the_slowest_form_demands(double milliseconds, double mostSeconds)
    {
        SimulatedWorld world = new() { Milliseconds = form => form == Form.Async ? milliseconds : 5, Noise = 0.3 };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Piloted(world), 120 * Second);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        TimeSpan slot = Assert.IsType<UsersForTime>(outcome.Experiments[0].Load).Duration;
        Assert.InRange(slot, 0.4 * mostSeconds * Second, mostSeconds * Second);
        Assert.True(slot > 16 * TimeSpan.FromMilliseconds(milliseconds) || slot == 5 * Second, $"{slot}");
    }

    [Fact]
    public void A_pilot_fixes_as_many_looks_as_its_rounds_leave_time_for()
    {
        SimulatedWorld world = new() { Milliseconds = _ => 40, Noise = 0.3 };

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Piloted(world), 60 * Second);

        Assert.Equal(Looks.Within(outcome.Rounds), outcome.Experiments[0].Looks);
    }

    [Fact]
    public void A_pilot_waits_no_longer_for_an_answer_than_an_eighth_of_the_time()
    {
        SimulatedWorld world = new() { Milliseconds = _ => 60_000 };
        List<TimeSpan> pilots = new();
        PilotedLoad load = new(slowest =>
        {
            pilots.Add(slowest.P95);
            return new SlotLoad(new UsersForTime(10, Second), TimeSpan.Zero);
        });
        ExperimentPlan plan = SimulatedPlan.Piloted(world) with { Work = new HttpWork { Load = load } };

        world.Run(plan, 80 * Second);

        Assert.InRange(Assert.Single(pilots), 7 * Second, 10 * Second);
    }

    /// <summary>Taken for one that follows from a pilot, it would have no description yet.</summary>
    [Fact]
    public void A_load_that_is_given_has_no_pilot_and_is_described_before_its_servers_are_warm()
    {
        SimulatedWorld world = new();
        ExperimentPlan plan = SimulatedPlan.Warm(world);
        world.At(2 * Second, world.Stop);

        SimulatedOutcome outcome = world.Run(plan, 60 * Second);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Empty(outcome.Slots);
        Assert.Equal(plan.Experiment.Load, Assert.Single(outcome.Experiments).Load);
        Assert.DoesNotContain(outcome.Told, told => told.Stage == "pilot");
    }

    [Fact]
    public void Nothing_is_described_before_its_rules_are_fixed()
    {
        SimulatedWorld world = new();
        world.At(4 * Second, world.Stop);

        SimulatedOutcome outcome = world.Run(SimulatedPlan.Piloted(world), 60 * Second);

        Assert.Empty(SimulatedLaws.Broken(outcome));
        Assert.Empty(outcome.Experiments);
        Assert.Contains("question: not measured.", outcome.Report.Missing);
    }

    [Fact]
    public void Data_is_put_in_order_once_for_each_new_server_and_answers_are_looked_at_once()
    {
        SimulatedWorld world = new() { Noise = 0.5 };
        int prepared = 0;
        CountingGuard guard = new();
        ExperimentPlan plan = SimulatedPlan.Warm(world) with
        {
            RoundsPerProcess = 5,
            Work = new HttpWork { Prepare = (_, _) => Task.FromResult(++prepared), Guard = guard },
        };

        world.Run(plan, 60 * Second);

        Assert.True(world.Servers.Count > 2);
        Assert.Equal((world.Servers.Count, 1), (prepared, guard.Checks));
    }

    [Fact]
    public void What_was_checked_is_looked_at_after_each_round_and_before_servers_end()
    {
        SimulatedWorld world = new() { Noise = 0.5 };
        CountingGuard guard = new();
        ExperimentPlan plan = SimulatedPlan.Warm(world) with { Work = new HttpWork { Guard = guard } };

        SimulatedOutcome outcome = world.Run(plan with { RoundsPerProcess = 5 }, 60 * Second);

        Assert.True(world.Servers.Count > 2);
        Assert.Equal((outcome.Rounds, world.Servers.Count / 2, 0), (guard.Rounds, guard.LastRounds, guard.Cuts));
    }

    [Fact]
    public void What_was_checked_is_looked_at_once_more_where_the_rounds_are_cut()
    {
        SimulatedWorld world = new() { Noise = 0.5 };
        world.At(20 * Second, world.Stop);
        CountingGuard guard = new();
        ExperimentPlan plan = SimulatedPlan.Warm(world) with { Work = new HttpWork { Guard = guard } };

        SimulatedOutcome outcome = world.Run(plan, 60 * Second);

        Assert.Equal(RunOutcome.Cancelled, outcome.End?.Outcome);
        Assert.Equal((0, 1), (guard.LastRounds, guard.Cuts));
        // The last round may be cut behind its forms, in its slot of noise: it counts, and the cut looks at it.
        Assert.InRange(guard.Rounds, outcome.Rounds - 1, outcome.Rounds);
    }

    private static ExperimentPlan Computing(ExperimentPlan plan) =>
        plan with { Experiment = plan.Experiment with { Workload = plan.Experiment.Workload with { UseCase = UseCase.CpuBound } } };

    private static TimeSpan FirstSlot(SimulatedOutcome outcome) => TimeSpan.FromMicroseconds(outcome.Slots[0].StartedNanoseconds / 1e3);

    /// <summary>Holds servers to nothing, and counts how often it is asked.</summary>
    private sealed class CountingGuard : IRoundGuard
    {
        public int Checks { get; private set; }

        public int Rounds { get; private set; }

        public int LastRounds { get; private set; }

        public int Cuts { get; private set; }

        public Task CheckAsync(ServerSet serverSet, CancellationToken cancellationToken)
        {
            Checks++;
            return Task.CompletedTask;
        }

        public Task<Doubt?> AfterRoundAsync(
            IReadOnlyList<Slot> slots, ServerSet serverSet, CancellationToken cancellationToken)
        {
            Rounds++;
            return Task.FromResult<Doubt?>(null);
        }

        public Task<Doubt?> AfterLastRoundAsync(ServerSet serverSet, CancellationToken cancellationToken)
        {
            LastRounds++;
            return Task.FromResult<Doubt?>(null);
        }

        public Task<Doubt?> AfterCutAsync(ServerSet serverSet)
        {
            Cuts++;
            return Task.FromResult<Doubt?>(null);
        }
    }
}
