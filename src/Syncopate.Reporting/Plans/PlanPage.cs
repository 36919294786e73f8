using Syncopate.Planning;
using Syncopate.Planning.Formulas;
using Syncopate.Reporting.Drawing;
using Syncopate.Texts;
using Syncopate.Units;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Plans;

/// <summary>A plan as one file that needs no network and no script, and carries its own data.</summary>
internal static class PlanPage
{
    // Beyond so many times the unloaded answer a chart says no more than that requests queue.
    private const double HighestLatency = 25;

    /// <summary>The whole page. The same arguments give the same bytes.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="answers">What it was asked beyond its forms.</param>
    /// <param name="tool">Who made it.</param>
    /// <param name="command">The command that repeats it.</param>
    public static string Write(Plan plan, PlanAnswers answers, ReportTool tool, string command)
    {
        ArgumentNullException.ThrowIfNull(plan);
        ArgumentNullException.ThrowIfNull(answers);
        ArgumentNullException.ThrowIfNull(tool);
        List<string> sentences = [.. PlanAdvice.Sentences(plan), .. PlanAnswerText.Sentences(answers)];
        return PageShell.Write($"Syncopate plan: {sentences[0]}", Html($"""
            {PageHead.Bar(["a plan: computed, not measured", plan.Runtime, $"seed {plan.Question.Seed}"])}<main id="report-main" class="wrap">
            {Hero(plan, sentences[0])}{Keys(plan)}{Course(plan)}{Ramp(plan)}{Figures(plan)}{(answers.Slow is { } slow ? Protections(plan, slow) : None)}{Trust(plan, sentences, command, PlanMarkdown.Write(plan, answers, tool, command))}</main>
            """), tool, PlanJson.Write(plan, answers), "load.css", "plan.css");
    }

    private static PageMarkup Hero(Plan plan, string sentence) => Html($"""
        <section class="hero" aria-labelledby="report-verdict">
        <h1 id="report-verdict">{sentence.Split(": ")[0]}.</h1>
        <p class="lede">{sentence} {PlanText.Load(plan)} {PlanText.Requests(plan.Question)} {PlanText.Machine(plan)}</p>
        </section>

        """);

    /// <summary>A figure for each form.</summary>
    internal static PageMarkup Keys(Plan plan) => Html($"""
        <nav class="keys" aria-label="Key figures">
        {plan.Forms.Select(f => Html($"""<a href="#plan-figures"><span>{PlanText.Name(f.Style)}</span><b class="c-{PlanText.Class(f.Style)}">{FigureText.Milliseconds(f.Start.P50Milliseconds.Median, 2)}</b><small>median answer; {FigureText.Significant(f.Start.RequestsPerSecond.Median)} per second on {FigureText.Significant(f.Start.Threads.Median)} threads</small></a>"""))}
        </nav>

        """);

    /// <summary>The charts over the load.</summary>
    internal static PageMarkup Course(Plan plan)
    {
        string unit = plan.Question.Users is null ? "requests/s" : "users";
        double highest = Milliseconds.FromSeconds(HighestLatency * plan.Forms.Max(f => plan.Question.SlowestSeconds(f.Style)));
        PlanLine Line(PlannedForm form, Func<PlannedLevel, Band> band) =>
            new(
                PlanText.Name(form.Style),
                PlanText.Class(form.Style),
                [.. form.Levels.Select(l => (l.Load, band(l).Low, band(l).Median, band(l).High))],
                form.Onset,
                double.IsFinite(form.Knee) ? form.Knee : null);
        PlanChart latency = new([.. plan.Forms.Select(f => Line(f, l => l.P99Milliseconds))], unit, highest);
        string off = string.Join("; ", latency.OffScale.Select(l => $"{l.Name}, up to {FigureText.Milliseconds(l.Most)}"));
        return Html($"""
            <section class="card" aria-labelledby="plan-course-title"><header><h2 id="plan-course-title">Over the load</h2>
            <p>Each point is simulated for 10 seconds or less on servers of different luck and history; lines are medians, shaded is the middle 90%. A ring marks the first load at which one answer in a hundred takes more than twice what one in a hundred takes when nobody queues; a dashed line the knee, beyond which queueing is inevitable.</p></header>
            {new PlanChart([.. plan.Forms.Select(f => Line(f, l => l.RequestsPerSecond))], unit).Draw("Requests per second", Words(plan, "Requests per second", l => l.RequestsPerSecond.Median))}
            {new PlanChart([.. plan.Forms.Select(f => Line(f, l => l.Threads))], unit)
                .Draw("Threads of the pool, at the end", Words(plan, "Threads of the pool at the end", l => l.Threads.Median))}
            {latency.Draw("99th percentile, ms", Words(plan, "99th percentile in ms", l => l.P99Milliseconds.Median))}{When(off.Length > 0, Html($"""<p class="note">Off the scale, at its top: {off}.</p>"""))}
            </section>

            """);
    }

    /// <summary>The chart of the pool after the beginning.</summary>
    internal static PageMarkup Ramp(Plan plan)
    {
        PlanLine Line(PlannedForm form, Func<PlannedInstant, Band> band) =>
            new(
                PlanText.Name(form.Style),
                PlanText.Class(form.Style),
                [.. form.Ramp.Select(i => (i.Seconds, band(i).Low, band(i).Median, band(i).High))]);
        List<PlannedForm> drawn = [.. plan.Forms.Where(f => f.Ramp.Count > 1)];
        return When(drawn.Count > 0, Html($"""
            <section class="card" aria-labelledby="plan-ramp-title"><header><h2 id="plan-ramp-title">The first seconds</h2>
            <p>How many threads the pool has while the load goes on. What it did before decides how fast it grows, so this is a band and not a line.</p></header>
            {new PlanChart([.. drawn.Select(f => Line(f, i => i.Threads))], "s").Draw("Threads of the pool", string.Join("; ", drawn.Select(f => FormattableString.Invariant($"{PlanText.Name(f.Style)}: {f.Ramp[^1].Threads.Median:0} threads after {f.Ramp[^1].Seconds:0.#} s"))))}
            </section>

            """));
    }

    /// <summary>A column per form: a row per form would have more columns than a page has room for.</summary>
    private static PageMarkup Figures(Plan plan) => Html($"""
        <section class="card" id="plan-figures" aria-labelledby="plan-figures-title"><header><h2 id="plan-figures-title">Figures</h2></header>
        {PageTables.Wrap("Figures of each form", Html($"""
        <thead><tr><th scope="col"><span class="unseen">Figure</span></th>{plan.Forms.Select(f => Html($"""<th scope="col" class="num">{PlanText.Name(f.Style)}</th>"""))}</tr></thead>
        <tbody>{Rows(plan).Select(row => Html($"""<tr><th scope="row">{row.Title}</th>{row.Cells.Select(cell => Html($"""<td class="num">{cell}</td>"""))}</tr>"""))}</tbody>
        """))}</section>

        """);

    private static IEnumerable<(string Title, IEnumerable<string> Cells)> Rows(Plan plan)
    {
        (string Title, IEnumerable<string> Cells) Row(string title, Func<PlannedForm, string> cell) => (title, plan.Forms.Select(cell));
        yield return Row("At most, per second", f => PlanText.Rate(f.Bound.RequestsPerSecond));
        yield return Row(
            "Bound by", f => double.IsInfinity(f.Bound.RequestsPerSecond) ? "nothing" : f.Bound.Binds.ToString().ToLowerInvariant());
        yield return Row("Steady state, per second", f => PlanText.Rate(f.SteadyPerSecond));
        yield return Row(
            "Mean then", f => double.IsFinite(f.SteadyMilliseconds) ? FigureText.Milliseconds(f.SteadyMilliseconds) : "unbounded");
        yield return Row("Threads for 1% waits", f => f.ThreadsNeeded == 0 ? "few" : FigureText.Count(f.ThreadsNeeded));
        yield return Row("Median at the start", f => PlanText.Range(f.Start.P50Milliseconds));
        yield return Row("p99 at the start", f => PlanText.P99(f.Start));
        yield return Row("Overloaded simulations", f => FigureText.Percent(100 * f.CollapsedShare));
    }

    private static PageMarkup Protections(Plan plan, SlowAnswer slow) => Html($"""
        <section class="card" id="plan-slow" aria-labelledby="plan-slow-title"><header><h2 id="plan-slow-title">When what it waits for becomes slow</h2><p>{PlanAnswerText.Title(plan, slow)}</p></header>
        {PageTables.Wrap("Protections against a slow dependency", Html($"""
        <thead><tr>{PlanAnswerText.Columns.Select(FirstLetter.Upper).Select(Column)}</tr></thead>
        <tbody>{slow.Protections.Select(Row)}</tbody>
        """))}<ul>{PlanAnswerText.Limits(plan, slow).Select(s => Html($"<li>{s}</li>"))}</ul></section>

        """);

    private static PageMarkup Row(ProtectedAnswer form) => Html(
        $"<tr>{PlanAnswerText.Row(form).Select(Cell)}</tr>");

    private static PageMarkup Cell(string cell, int column) => column switch
    {
        0 => Html($"""<th scope="row">{cell}</th>"""),
        1 => Html($"<td>{cell}</td>"),
        _ => Html($"""<td class="num">{cell}</td>"""),
    };

    private static PageMarkup Column(string title, int column) => column < 2
        ? Html($"""<th scope="col">{title}</th>""")
        : Html($"""<th scope="col" class="num">{title}</th>""");

    private static PageMarkup Trust(Plan plan, List<string> sentences, string command, string markdown) => Html($"""
        <section class="card" aria-labelledby="plan-trust-title"><header><h2 id="plan-trust-title">What to make of it</h2></header>
        <ul>{sentences.Select(s => Html($"<li>{s}</li>"))}</ul>
        <p class="note">Bounds and steady-state figures are formulas; the rest is simulated, {FigureText.Count(plan.Simulations)} times per form for {FigureText.Significant(plan.SimulatedSeconds)} s, with the constants of {plan.Runtime}. {(plan.Question.Varies ? "Waits vary as given, independently of each other; CPU is taken as always equally long" : "CPU and waits are taken as always equally long")}. A starving pool varies several-fold between servers: trust the band there, not the line.
        Compare it with a machine of yours: --validate.</p>
        <h3 id="report-again">Run it again</h3>
        <pre tabindex="0" role="region" aria-labelledby="report-again"><code>{command}</code></pre>
        <details id="report-markdown"><summary>This plan as Markdown</summary><pre tabindex="0" role="region" aria-label="This plan as Markdown"><code>{markdown}</code></pre></details></section>

        """);

    private static string Words(Plan plan, string what, Func<PlannedLevel, double> value) =>
        $"{what}, from the lowest to the highest load: "
            + string.Join(
                "; ",
                plan.Forms.Select(
                    f => $"{PlanText.Name(f.Style)} {FigureText.Significant(value(f.Levels[0]))} "
                        + $"to {FigureText.Significant(value(f.Levels[^1]))}"));
}
