using System.Globalization;
using Microsoft.AspNetCore.Http;
using Syncopate.Planning;
using Syncopate.Planning.Formulas;
using Syncopate.Reporting.Drawing;
using Syncopate.Reporting.Plans;
using Syncopate.Texts;
using Syncopate.Units;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Live.Pages;

/// <summary>A plan under four sliders, made and drawn by the code of <c>plan</c>; with fewer simulations, so that it
/// follows the hand.</summary>
internal static class PlanPages
{
    // A twentieth of what the command simulates for its bands: some 5 to 20 ms of a processor.
    private static readonly PlannerEffort Swift = new(3, 1, 1_000);

    private static readonly Slider[] Sliders =
    [
        new("cores", "Cores", 1, 64, 4, ""),
        new("users", "Users, each with one request at a time", 1, 500, 50, ""),
        new("cpu", "Time of a request on a core", 0, 100, 2, " ms"),
        new("wait", "Time it waits for something else", 0, 2_000, 200, " ms"),
    ];

    /// <summary>The page, with the answer to what its address asks.</summary>
    public static Task ShowAsync(HttpContext context)
    {
        Dictionary<string, int> asked = Read(context.Request.Query);
        return PageFrame.WriteAsync(context, "Plan", Html($"""
            <section class="hero"><h1 class="long">What would async gain?</h1>
            <p class="lede">Computed, not measured: by the same code as <b>syncopate plan</b>, with fewer simulations, so that it follows
            your hand.</p></section>
            <form class="card sliders" id="plan" action="/plan" method="get" aria-label="What is known">
            {Sliders.Select(s => Draw(s, asked[s.Name]))}<noscript><button type="submit">Answer</button></noscript></form>
            <p id="said" class="unseen" role="status"></p><div id="answer">{Drawn(asked)}</div>
            """), "plan.js");
    }

    /// <summary>The answer alone, as a piece of the page.</summary>
    public static Task AnswerAsync(HttpContext context)
    {
        long started = System.Diagnostics.Stopwatch.GetTimestamp();
        string answer = Drawn(Read(context.Request.Query)).ToString();
        context.Response.ContentType = "text/html; charset=utf-8";
        context.Response.Headers["Server-Timing"] = string.Create(CultureInfo.InvariantCulture,
            $"plan;dur={System.Diagnostics.Stopwatch.GetElapsedTime(started).TotalMilliseconds:0.0}");
        return context.Response.WriteAsync(answer, context.RequestAborted);
    }

    private static PageMarkup Drawn(Dictionary<string, int> asked)
    {
        if (asked["cpu"] + asked["wait"] == 0)
            return Html($"""<p class="answer">A request that takes no time needs no plan: move one of the two lower sliders.</p>""");
        Plan plan = Planner.Make(Question(asked), Swift, progress: null, CancellationToken.None);
        return Html($"""
            <p class="answer">{PlanAdvice.Sentences(plan).First()}</p>{PlanPage.Keys(plan)}<p
            class="note">{string.Join("; ", plan.Forms.Select(Onset))}.</p>{PlanPage.Course(plan)}
            <section class="card" id="plan-figures" aria-labelledby="plan-line"><h2 id="plan-line">The same as a command</h2>
            <pre tabindex="0" role="region" aria-labelledby="plan-line"><code>{Command(asked)}</code></pre></section>
            """);
    }

    private static string Onset(PlannedForm form) => form.Onset is { } onset
        ? $"{PlanText.Name(form.Style)} begins to queue at {Counted.Of((long)Math.Round(onset), "user")}"
        : $"{PlanText.Name(form.Style)} does not queue at any load drawn";

    private static PlanQuestion Question(Dictionary<string, int> asked) => new()
    {
        Endpoints = [new PlannedEndpoint(Milliseconds.ToSeconds(asked["cpu"]), WaitTime.Equal(Milliseconds.ToSeconds(asked["wait"])))],
        Cores = asked["cores"],
        Users = asked["users"],
        Styles = [WaitStyle.Blocking, WaitStyle.Awaiting],
        Seed = 1,
    };

    private static string Command(Dictionary<string, int> asked) => string.Create(
        CultureInfo.InvariantCulture,
            $"syncopate plan --cpu {asked["cpu"]}ms --wait {asked["wait"]}ms --users {asked["users"]} --cores {asked["cores"]} --forms "
                + $"sync --forms async");

    private static Dictionary<string, int> Read(IQueryCollection query) => Sliders.ToDictionary(
        s => s.Name,
        s => int.TryParse(query[s.Name], NumberStyles.None, CultureInfo.InvariantCulture, out int value)
            ? Math.Clamp(value, s.Least, s.Most) : s.Usual,
        StringComparer.Ordinal);

    private static PageMarkup Draw(Slider slider, int value) => Html($"""
        <p class="slider"><label for="plan-{slider.Name}">{slider.Label}: <b>
        <output for="plan-{slider.Name}">{value}</output>{slider.Unit}</b></label>
        <input type="range" id="plan-{slider.Name}" name="{slider.Name}" min="{slider.Least}" max="{slider.Most}" value="{value}"></p>

        """);

    private sealed record Slider(string Name, string Label, int Least, int Most, int Usual, string Unit);
}
