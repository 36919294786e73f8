using System.Net;
using System.Text;
using Microsoft.AspNetCore.Http;
using Syncopate.Live.Pages;
using Syncopate.Planning;
using Syncopate.Planning.Formulas;
using Syncopate.Reporting.Plans;
using Syncopate.Units;
using Xunit;

namespace Syncopate.Live.Tests;

/// <summary>What the sliders of a plan ask, and what is answered.</summary>
public sealed class PlanAnswerTests
{
    /// <summary>A slider that is read as another one, or in another unit, gives a plan that looks right.</summary>
    [Theory]
    [InlineData(4, 50, 2, 200)]
    [InlineData(1, 500, 5, 2_000)]
    [InlineData(64, 300, 100, 7)]
    public async Task The_answer_is_the_plan_of_what_the_sliders_say_with_the_onset_of_each_form(
        int cores, int users, int cpu, int wait)
    {
        (double cpuSeconds, double waitSeconds) = (Milliseconds.ToSeconds(cpu), Milliseconds.ToSeconds(wait));
        PlanQuestion question = new()
        {
            Endpoints = [new PlannedEndpoint(cpuSeconds, WaitTime.Equal(waitSeconds))],
            Cores = cores,
            Users = users,
            Styles = [WaitStyle.Blocking, WaitStyle.Awaiting],
            Seed = 1,
        };
        Plan plan = Planner.Make(question, new PlannerEffort(3, 1, 1_000), null, TestContext.Current.CancellationToken);
        using MemoryStream body = new();
        DefaultHttpContext context = new();
        context.Request.QueryString = new QueryString($"?cores={cores}&users={users}&cpu={cpu}&wait={wait}");
        context.Response.Body = body;

        await PlanPages.AnswerAsync(context);

        string answer = WebUtility.HtmlDecode(Encoding.UTF8.GetString(body.ToArray()));
        Assert.Contains($"<p class=\"answer\">{PlanAdvice.Sentences(plan).First()}</p>", answer, StringComparison.Ordinal);
        Assert.All(plan.Forms, form => Assert.Contains(
            form.Onset is null ? $"{PlanText.Name(form.Style)} does not queue at any load drawn"
                : $"{PlanText.Name(form.Style)} begins to queue at ",
            answer, StringComparison.Ordinal));
        Assert.StartsWith("plan;dur=", context.Response.Headers["Server-Timing"].ToString(), StringComparison.Ordinal);
    }
}
