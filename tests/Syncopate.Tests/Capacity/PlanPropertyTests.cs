using Syncopate.Planning;
using Syncopate.Planning.Formulas;
using Syncopate.Reporting;
using Syncopate.Reporting.Plans;
using Xunit;

namespace Syncopate.Tests.Capacity;

/// <summary>Questions made by chance, from what is usual to what is just allowed; question n is always the same, so
/// that a failure names the one that shows it.</summary>
public sealed class PlanPropertyTests
{
    private static readonly int Questions = Simulations.Of(60, 150);
    private static readonly PlanPrices Prices = new(0.04, 0.005, 4);

    [Fact]
    public void No_accepted_question_throws()
    {
        int accepted = 0;
        for (int n = 0; n < Questions; n++)
        {
            PlanQuestion question = Question(new Random(n));
            if (IsRefused(question))
                continue;
            accepted++;
            try
            {
                Answer(question);
            }
            catch (Exception e)
            {
                throw new InvalidOperationException($"Question {n} was accepted and ended in {e.GetType()}: {e.Message}\n{question}", e);
            }
        }

        Assert.InRange(accepted, Questions / 2, Questions);
    }

    private static bool IsRefused(PlanQuestion question)
    {
        try
        {
            question.Check();
            return false;
        }
        catch (ArgumentException refusal)
        {
            Assert.True(refusal.Message.Length is > 20 and < 500, refusal.Message);
            return true;
        }
    }

    private static void Answer(PlanQuestion question)
    {
        Plan plan = Planner.Make(question, new PlannerEffort(1, 1, 200), null, TestContext.Current.CancellationToken);
        PlanAnswers answers = new(FleetAnswer.Of(plan, Prices), null, null);
        PlanJson.Write(plan, answers);
        string markdown = PlanMarkdown.Write(plan, answers, new ReportTool("syncopate", "1"), "syncopate plan");
        string page = PlanPage.Write(plan, answers, new ReportTool("syncopate", "1"), "syncopate plan");

        Assert.DoesNotContain("NaN", markdown, StringComparison.Ordinal);
        Assert.DoesNotContain("NaN", page, StringComparison.Ordinal);
        // Nothing is so little that it is reported as nothing.
        Assert.DoesNotContain(" 0 requests/s", markdown, StringComparison.Ordinal);
        Assert.All(
            plan.Forms, form => Assert.True(
                form.SteadyPerSecond <= form.Bound.RequestsPerSecond * (1 + 1e-9),
                $"{form.SteadyPerSecond} per second pass the bound of {form.Bound.RequestsPerSecond}."));
    }

    /// <summary>What the table shows and what the first sentence says of it.</summary>
    [Fact]
    public void Forms_are_called_alike_only_where_both_answer_as_much()
    {
        int alike = 0;
        for (int n = 0; n < Questions / 2; n++)
        {
            PlanQuestion question = Question(new Random(n)) with { Styles = [WaitStyle.Blocking, WaitStyle.Awaiting] };
            if (IsRefused(question))
                continue;
            Plan plan = Planner.Make(question, new PlannerEffort(2, 1, 400), null, TestContext.Current.CancellationToken);
            (PlannedLevel sync, PlannedLevel async) = (plan.Forms[0].Start, plan.Forms[1].Start);
            string said = PlanAdvice.Sentences(plan).First();
            if (!said.StartsWith("No difference", StringComparison.Ordinal))
                continue;
            alike++;
            Assert.True(
                sync.RequestsPerSecond.Median >= 0.8 * async.RequestsPerSecond.Median, $"Question {n}: '{said}' of {sync} and {async}.");
        }

        Assert.InRange(alike, 5, Questions / 2);
    }

    private static PlanQuestion Question(Random random)
    {
        bool isRate = random.Next(2) == 0;
        int cores = random.Next(4) == 0 ? random.Next(1, 1_025) : random.Next(1, 9);
        int? minimum = random.Next(3) == 0 ? random.Next(1, 300) : null;
        return new PlanQuestion
        {
            Endpoints = [.. Enumerable.Range(0, random.Next(1, 4)).Select(_ => Kind(random))],
            Cores = cores,
            BackgroundCores = random.Next(2) == 0 ? 0 : cores * random.NextDouble(),
            MinimumThreads = minimum,
            MaximumThreads = random.Next(3) == 0 ? Math.Max(minimum ?? cores, random.Next(1, 2_000)) : null,
            Users = isRate ? null : random.Next(1, 300),
            Think = isRate || random.Next(2) == 0 ? TimeSpan.Zero : TimeSpan.FromSeconds(Between(random, 1e-3, 100)),
            ArrivalsPerSecond = isRate ? Between(random, 1e-4, 1e7) : null,
            RetriedShare = isRate && random.Next(3) == 0 ? random.NextDouble() : 0,
            Styles = [WaitStyle.Blocking, (WaitStyle)random.Next(1, 4)],
            Seed = (ulong)random.Next(),
        };
    }

    private static PlannedEndpoint Kind(Random random)
    {
        double cpu = random.Next(4) == 0 ? 0 : Between(random, 1e-6, 0.5);
        double mean = Between(random, 1e-4, random.Next(10) == 0 ? 600 : 2);
        WaitTime wait = random.Next(4) switch
        {
            0 => WaitTime.Equal(mean),
            1 => WaitTime.Exponential(mean),
            2 => WaitTime.Lognormal(mean, mean * (1 + 5 * random.NextDouble())),
            _ => WaitTime.OneOf([mean, mean / 2, mean / 10, mean]),
        };
        return new PlannedEndpoint(cpu, wait, random.Next(3) == 0 ? random.Next(1, 6) : 1, Between(random, 1e-3, 1e3));
    }

    /// <summary>Each order of magnitude equally likely.</summary>
    private static double Between(Random random, double least, double most) => least * Math.Pow(most / least, random.NextDouble());
}
