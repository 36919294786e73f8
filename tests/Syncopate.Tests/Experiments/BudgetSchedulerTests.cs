using Syncopate.Running.Rounds;
using Xunit;

namespace Syncopate.Tests.Experiments;

/// <summary>How the questions of a run share its time (#14).</summary>
public sealed class BudgetSchedulerTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public async Task A_single_question_gets_the_whole_box()
    {
        await using SimulatedRun run = new();

        IReadOnlyList<JournalRecord> journal = await run.AskAsync(30 * Second, run.Question("open", Second, Second, Undecided));

        Assert.Equal(27, Rounds(journal, "open"));
    }

    [Fact]
    public async Task What_a_decided_question_does_not_need_goes_to_the_open_one()
    {
        await using SimulatedRun run = new();

        IReadOnlyList<JournalRecord> journal = await run.AskAsync(
            40 * Second,
            run.Question("open", Second, Second, Undecided),
            run.Question("far", Second, Second, _ => 0.2));

        Assert.InRange(Rounds(journal, "far"), 4, 8);
        Assert.Equal(27, Rounds(journal, "open"));
    }

    [Fact]
    public async Task Servers_that_start_sooner_than_planned_promise_no_shorter_rounds()
    {
        await using SimulatedRun run = new();
        ExperimentPlan first =
            run.Question("first", 0.5 * Second, 0.2 * Second, _ => 0.2, isCold: true) with { EstimatedStart = 2 * Second };

        IReadOnlyList<JournalRecord> journal = await run.AskAsync(
            24 * Second, first, run.Question("late", 2 * Second, 0.5 * Second, _ => 0.2),
            run.Question("open", 0.4 * Second, 0.5 * Second, Undecided) with { Budget = 100 * Second });

        Assert.InRange(Rounds(journal, "late"), 4, 8);
    }

    [Fact]
    public async Task A_question_without_room_for_its_look_is_named_and_not_begun()
    {
        await using SimulatedRun run = new();

        IReadOnlyList<JournalRecord> journal = await run.AskAsync(
            12 * Second,
            run.Question("first", Second, Second, _ => 0.2),
            run.Question("late", 10 * Second, Second, _ => 0.2));

        Doubt doubt = Assert.Single(journal.OfType<Doubt>());
        Assert.Equal(("no-time", "late"), (doubt.Code, doubt.Experiment));
        Assert.Equal(0, Rounds(journal, "late"));
        Assert.DoesNotContain(journal.OfType<Experiment>(), e => e.Id == "late");
    }

    [Theory]
    [InlineData(0.5)]
    [InlineData(1)]
    [InlineData(3)]
    public async Task A_box_is_kept_and_no_look_that_would_have_fitted_is_left_out(double slowness)
    {
        for (int seed = 1; seed <= Simulations.Of(4, 8); seed++)
        {
            Random random = new(seed);
            await using SimulatedRun run = new() { Slowness = slowness };
            TimeSpan box = (10 + 40 * random.NextDouble()) * Second;
            ExperimentPlan[] plans = [.. Enumerable.Range(1, random.Next(1, 5)).Select(i => run.Question(
                FormattableString.Invariant($"question-{i}"), (0.2 + random.NextDouble()) * Second, 2 * random.NextDouble() * Second,
                random.Next(2) == 0 ? Undecided : _ => 0.2, random.Next(2) == 0))];

            IReadOnlyList<JournalRecord> journal = await run.AskAsync(box, plans);

            // A round or a batch of starts under way may end after the box; it was begun when it seemed to fit.
            TimeSpan overrun = plans.Max(p => p.EstimatedRound + p.RoundsAhead * p.EstimatedStart) * Math.Max(0, slowness - 1);
            Assert.True(run.Elapsed <= box + overrun + 0.01 * Second, $"{seed}: {run.Elapsed} of {box}");
            foreach (ExperimentPlan plan in plans.Where(p => Rounds(journal, p.Experiment.Id) is > 0 and < 8))
            {
                bool isDecided = Rounds(journal, plan.Experiment.Id) >= 4 && journal.OfType<Slot>().Last(s =>
                    s.Experiment == plan.Experiment.Id && s.Form == Form.Async).LatencySumNanoseconds < 0.3e6;
                bool fitted = run.Elapsed + slowness * (plan.EstimatedRound + plan.EstimatedStart) * 8 <= box;
                Assert.False(
                    !isDecided && fitted,
                    $"{seed}: {plan.Experiment.Id} ended after {Rounds(journal, plan.Experiment.Id)} rounds at {run.Elapsed} of {box}");
            }
        }
    }

    /// <summary>A form that is now faster and now slower by half.</summary>
    private static double Undecided(int round) => round % 2 == 0 ? 1.5 : 1 / 1.5;

    private static int Rounds(IReadOnlyList<JournalRecord> journal, string id) =>
        journal.OfType<Slot>().Count(s => s.Experiment == id && s.Form == Form.Async);
}
