using Syncopate.Journaling;
using Syncopate.Judging;
using Syncopate.Reporting;
using Syncopate.Reporting.Measured;
using Syncopate.Reporting.Sentences;
using Syncopate.Running;
using Syncopate.Running.Comparing;
using Syncopate.Running.Rounds;
using Syncopate.Tests.Reporting;
using Syncopate.Tests.Rounds;
using Xunit;

namespace Syncopate.Tests.Running;

/// <summary>A run that is cut after any record of its journal and goes on is the run that was not cut.</summary>
public sealed class ResumedScheduleTests
{
    private const int Rounds = 8;

    private static readonly TimeSpan Allotted = TimeSpan.FromSeconds(90);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_run_cut_after_any_record_and_resumed_has_the_schedule_of_one_that_was_not_cut(bool isCold)
    {
        IReadOnlyList<JournalRecord> whole = Run(isCold, null).Reading.Records;
        for (int count = 1; count < whole.Count; count++)
        {
            JournalRecord[] cut = [.. whole.Take(count)];

            SimulatedOutcome second = Run(isCold, new EarlierSitting(cut));

            IReadOnlyList<JournalRecord> all = JournalSittings.Joined([.. cut, .. second.Reading.Records]);
            Assert.Equal(Places(whole), Places(all));
            Assert.Empty(NewServers(whole).Except(NewServers(all)));
            Assert.Equal(Looks(whole), Looks(all));
            Assert.Equal(RunOutcome.Finished, Assert.Single(all.OfType<RunEnd>()).Outcome);
            Assert.Equal(Starts(all).Order(), Starts(all));
            Assert.Empty(second.Broken);
        }
    }

    [Fact]
    public void A_round_for_which_there_was_time_is_not_lost_to_the_second_start_of_its_servers()
    {
        TimeSpan time = TimeSpan.FromSeconds(25);
        IReadOnlyList<JournalRecord> whole = RunFor(time, null).Reading.Records;
        int last = whole.OfType<Slot>().Max(s => s.Round);
        JournalRecord[] cut = [.. whole.TakeWhile(r => r is not Slot slot || slot.Round < last)];

        SimulatedOutcome second = RunFor(time, new EarlierSitting(cut));

        Assert.True(last > 2);
        Assert.Contains(second.Slots, slot => slot.Round == last);
    }

    [Fact]
    public void Servers_that_are_made_ready_once_more_take_no_time_of_any_later_sitting()
    {
        IReadOnlyList<JournalRecord> whole = Run(isCold: false, null).Reading.Records;
        JournalRecord[] first = [.. whole.TakeWhile(r => r is not Slot { Round: 3 })];
        EarlierSitting earlier = new(first);
        IReadOnlyList<JournalRecord> more = Run(isCold: false, earlier).Reading.Records;
        JournalRecord[] second = [.. first, .. more.TakeWhile(r => r is not Slot { Round: 4 })];

        TimeSpan spent = new EarlierSitting(second).Elapsed - earlier.Elapsed;

        Slot[] round = [.. more.OfType<Slot>().Where(s => s.Round == 3)];
        long measured = round.Max(s => s.StartedNanoseconds + s.DurationNanoseconds) - round.Min(s => s.StartedNanoseconds);
        Assert.Equal(measured / 1e9, spent.TotalSeconds, tolerance: 0.5); // Of its own time; a start takes seconds of it.
    }

    [Fact]
    public void Forms_on_shared_servers_that_nobody_has_looked_at_are_looked_at_when_the_run_goes_on()
    {
        IReadOnlyList<JournalRecord> whole = RunOnShared(null).Reading.Records;
        JournalRecord[] cut = [.. whole.TakeWhile(r => r is not FormProbe)];

        IReadOnlyList<JournalRecord> more = RunOnShared(new EarlierSitting(cut)).Reading.Records;

        Form[] looked = [.. more.OfType<FormProbe>().Select(p => p.Form)];
        Assert.Equal([Form.Sync, Form.Async], looked);
        Assert.Equal(looked, whole.OfType<FormProbe>().Select(p => p.Form));
        Assert.Empty(more.OfType<Slot>());
    }

    [Fact]
    public void A_run_that_is_interrupted_twice_in_one_round_has_that_round_once()
    {
        IReadOnlyList<JournalRecord> whole = Run(isCold: false, null).Reading.Records;
        JournalRecord[] first = [.. whole.TakeWhile(r => r is not Slot { Round: 3, Position: 2 })];
        IReadOnlyList<JournalRecord> more = Run(isCold: false, new EarlierSitting(first)).Reading.Records;
        JournalRecord[] second = [.. first, .. more.TakeWhile(r => r is not Slot { Round: 3, Position: 3 })];

        IReadOnlyList<JournalRecord> last = Run(isCold: false, new EarlierSitting(second)).Reading.Records;

        IReadOnlyList<JournalRecord> all = JournalSittings.Joined([.. second, .. last]);
        Assert.Equal(Places(whole), Places(all));
        Assert.Equal(2, all.Count(r => r is RunResumed));
    }

    [Fact]
    public void A_state_that_is_replayed_takes_the_step_that_the_uninterrupted_one_took()
    {
        IReadOnlyList<JournalRecord> whole = Run(isCold: false, null).Reading.Records;
        Experiment asked = Assert.Single(whole.OfType<Experiment>());
        ExperimentPlan plan = Plan(new SimulatedWorld(), isCold: false);
        RoundPace pace = new(plan.EstimatedRound, plan.EstimatedStart);
        RoundSchedule first = new(asked, plan, pace, Rounds: 0, IsOpen: true);
        for (int count = 2; count < whole.Count; count++)
        {
            JournalRecord[] cut = [.. whole.Take(count)];
            EarlierExperiment? earlier = new EarlierSitting(cut).Of(asked.Id);

            Assert.NotNull(earlier);
            RoundSchedule replayed = first.Resumed(earlier);

            IReadOnlyList<Round> rounds = ExperimentJudge.CompleteRounds(asked, earlier.Slots);
            Assert.Equal(earlier.Rounds, rounds.Count);
            Assert.Equal(rounds.Count < Rounds, replayed.IsOpen);
            Assert.Equal(rounds.Count, replayed.Rounds);
        }
    }

    [Fact]
    public void A_comparison_that_goes_on_has_the_load_of_its_pilot_and_no_second_description()
    {
        SimulatedWorld world = new() { Noise = 0.5 };
        IReadOnlyList<JournalRecord> whole = world
            .Run(SimulatedPlan.Comparison(world, Allotted).RunAsync, UrlComparison.Id)
            .Reading.Records;
        JournalRecord[] cut = [.. whole.TakeWhile(r => r is not Slot { Round: 3 })];
        SimulatedWorld again = new() { Noise = 0.5, Earlier = new EarlierSitting(cut) };

        SimulatedOutcome second = again.Run(SimulatedPlan.Comparison(again, Allotted).RunAsync, UrlComparison.Id);

        IReadOnlyList<JournalRecord> all = JournalSittings.Joined([.. cut, .. second.Reading.Records]);
        Experiment asked = Assert.Single(all.OfType<Experiment>());
        Slot[] slots = [.. all.OfType<Slot>()];
        int[] rounds = [.. slots.Select(s => s.Round).Distinct()];
        Assert.Equal(Enumerable.Range(1, rounds.Length), rounds);
        Assert.True(rounds.Length > 2);
        Assert.All(slots, slot => Assert.Equal(asked.Load.MaximumUsers, slot.Users));
    }

    [Fact]
    public void A_question_that_is_another_now_is_not_joined_with_the_rounds_of_the_old_one()
    {
        JournalRecord[] cut = [.. Run(isCold: false, null).Reading.Records.TakeWhile(r => r is not Slot { Round: 3 })];
        SimulatedWorld world = new() { Earlier = new EarlierSitting(cut) };
        ExperimentPlan plan = Plan(world, isCold: false);

        SimulatedOutcome outcome = Run(world, plan with { Experiment = plan.Experiment with { MarginPercent = 7 } });

        Assert.Equal(RunOutcome.TargetFailed, outcome.End?.Outcome);
        Assert.Contains("is not what the journal describes", outcome.End?.Message, StringComparison.Ordinal);
        Assert.Empty(outcome.Slots);
    }

    [Fact]
    public void The_report_says_that_a_run_was_interrupted_and_which_rounds_are_from_two_sittings()
    {
        IReadOnlyList<JournalRecord> whole = Run(isCold: false, null).Reading.Records;
        JournalRecord[] cut = [.. whole.TakeWhile(r => r is not Slot { Round: 3, Position: 2 })];
        IReadOnlyList<JournalRecord> more = Run(isCold: false, new EarlierSitting(cut)).Reading.Records;

        ReportDocument report = Journals.Report(new JournalReading(JournalSittings.Joined([.. cut, .. more]), []));

        Doubt interrupted = Assert.Single(report.Warnings, doubt => doubt.Code == "interrupted");
        Assert.Contains("The rounds of question are from more than one sitting", interrupted.Why, StringComparison.Ordinal);
        Assert.DoesNotContain(report.Warnings, doubt => doubt.Code == "clock-jump");
        Assert.Equal(("finished", false), (report.Run.Outcome, report.Partial));
        Assert.Equal(Rounds, Assert.Single(report.Experiments).Rounds);
    }

    [Theory]
    [InlineData(90, "Cancelled", "The run was stopped by the user and went on after 90 s.")]
    [InlineData(720, null, "The run was interrupted and went on after 12 min.")]
    [InlineData(11_100, null, "The run was interrupted and went on after 3.1 h.")]
    [InlineData(-5, null, "The run was interrupted and went on after an unknown time.")]
    public void The_interruption_is_as_long_as_the_wall_clock_says(int seconds, string? how, string sentence)
    {
        RunOutcome? interruption = how is null ? null : Enum.Parse<RunOutcome>(how);
        DateTimeOffset at = DateTimeOffset.UnixEpoch;
        RunResumed resumed = new(at.AddSeconds(seconds), at, TimeSpan.Zero, interruption);

        Doubt doubt = Assert.Single(ReportDoubts.Interruptions(RunSittings.Of([resumed])));

        Assert.Equal(sentence, doubt.What);
    }

    private static SimulatedOutcome Run(bool isCold, EarlierSitting? earlier)
    {
        SimulatedWorld world = new() { Earlier = earlier };
        return Run(world, Plan(world, isCold));
    }

    private static SimulatedOutcome RunOnShared(EarlierSitting? earlier)
    {
        BlockedSites none = new() { WindowMilliseconds = 1, Threads = 1, LostEvents = 0, Sites = [] };
        SimulatedWorld world = new() { Earlier = earlier, Probe = (_, _, _) => Task.FromResult(none) };
        ExperimentPlan plan = Plan(world, isCold: false);
        return world.Run(
            async (run, token) =>
            {
                ExperimentRunner runner = new(run, plan, Allotted, TimeSpan.Zero);
                run.GoOn();
                await using ServerSet servers = new(run, plan.Server);
                await servers.StartAsync([Form.Sync, Form.Async], token);
                await runner.RunUntilAsync(Allotted, servers, token);
            },
            plan.Experiment.Id);
    }

    // As many rounds as there is time for, on the same servers.
    private static SimulatedOutcome RunFor(TimeSpan time, EarlierSitting? earlier)
    {
        SimulatedWorld world = new() { Earlier = earlier };
        ExperimentPlan plan = SimulatedPlan.Warm(world);
        return Run(world, plan with { MinimumRounds = plan.MaximumRounds }, time);
    }

    private static SimulatedOutcome Run(SimulatedWorld world, ExperimentPlan plan, TimeSpan? allotted = null) => world.Run(
        (run, token) =>
        {
            ExperimentRunner runner = new(run, plan, allotted ?? Allotted, TimeSpan.Zero);
            run.GoOn();
            return runner.RunAsync(token);
        },
        plan.Experiment.Id);

    // As many rounds whatever they show, so that chance does not decide when it ends.
    private static ExperimentPlan Plan(SimulatedWorld world, bool isCold) =>
        (isCold ? SimulatedPlan.Cold(world) : SimulatedPlan.Warm(world)) with
        {
            MinimumRounds = Rounds,
            MaximumRounds = Rounds,
            RoundsPerProcess = 3,
        };

    private static (int Round, int Position, Form Form, SlotKind Kind)[] Places(IReadOnlyList<JournalRecord> records) =>
        [.. records.OfType<Slot>().Select(s => (s.Round, s.Position, s.Form, s.Kind))];

    private static int[] Looks(IReadOnlyList<JournalRecord> records) =>
        [.. records.OfType<Experiment>().Select(e => e.Looks)];

    private static long[] Starts(IReadOnlyList<JournalRecord> records) =>
        [.. records.OfType<Slot>().Select(s => s.StartedNanoseconds)];

    /// <summary>The rounds that were the first of a process.</summary>
    private static IEnumerable<int> NewServers(IReadOnlyList<JournalRecord> records) =>
        records.OfType<Slot>().GroupBy(s => s.Process).Select(process => process.First().Round).Distinct();
}
