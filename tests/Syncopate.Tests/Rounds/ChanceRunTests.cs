using System.Globalization;
using Syncopate.Journaling;
using Xunit;

namespace Syncopate.Tests.Rounds;

/// <summary>Runs of all kinds, in each of which something may go wrong at any moment.
/// SYNCOPATE_MUTATIONS=20000 makes 10,000 of them; run n is the same in both.</summary>
public sealed class ChanceRunTests
{
    private const int UsualInputs = 2_000;
    private const int Few = 300;
    private const int Many = 10_000;
    private const double MostFalse = 0.06; // Of 5 %, with what chance adds to so few.

    [Fact]
    public void No_run_loses_a_finished_slot_passes_its_time_or_says_two_things_whatever_befalls_it()
    {
        int runs = Damage.Inputs > UsualInputs ? Many : Few;
        List<string> broken = [];
        Dictionary<string, int> befallen = [];
        for (int seed = 1; seed <= runs; seed++)
        {
            ChanceRun run = new(seed);
            befallen[run.Fault] = befallen.GetValueOrDefault(run.Fault) + 1;
            broken.AddRange(Broken(run).Select(what => string.Create(CultureInfo.InvariantCulture, $"{seed} ({run.Name}): {what}")));
        }

        Assert.True(broken.Count == 0, $"{broken.Count} of {runs}:\n{string.Join('\n', broken.Take(40))}");
        Assert.Equal(13, befallen.Count);
    }

    [Fact]
    public void A_form_against_itself_is_seldom_told_to_differ()
    {
        int runs = Damage.Inputs > UsualInputs ? 2_000 : 120;
        int wrong = 0;
        for (int seed = 1; seed <= runs; seed++)
        {
            SimulatedWorld world = new((ulong)seed)
            {
                Noise = 0.1 + 0.002 * (seed % 100),
                Slowness = now => 1 + 0.2 * Math.Sin(now.TotalSeconds / 7),
            };
            SimulatedOutcome outcome = world.RunToLooks(SimulatedPlan.Warm(world), TimeSpan.FromSeconds(45));
            wrong += outcome.Report.Experiments[0].Verdict is Verdict.Gain or Verdict.Loss ? 1 : 0;
        }

        Assert.True(wrong <= MostFalse * runs, $"{wrong} of {runs}");
    }

    private static List<string> Broken(ChanceRun run)
    {
        try
        {
            SimulatedOutcome outcome = run.Run();
            List<string> broken = [.. SimulatedLaws.Broken(outcome)];
            if (run.Overrun(outcome) is { } overrun)
                broken.Add(overrun);
            // That answers take too long for the time is found, not suffered.
            bool isTooLittle = outcome.End?.Message.StartsWith("No round was finished", StringComparison.Ordinal) == true;
            if (run.Fault.Length == 0 && !isTooLittle && outcome.End is not { Outcome: RunOutcome.Finished })
                broken.Add($"it ended as {outcome.End} though nothing befell it");
            return broken;
        }
        catch (Exception e) when (e is not JournalException)
        {
            return [e.ToString()];
        }
    }
}
