using System.Globalization;
using System.Text;
using Syncopate.Planning;

namespace Syncopate.Reporting.Plans;

/// <summary>A plan as Markdown, for a ticket or a pull request.</summary>
internal static class PlanMarkdown
{
    /// <summary>The plan; lines end with a line feed, the last one too. The same arguments give the same text.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="answers">What it was asked beyond its forms.</param>
    /// <param name="tool">Who made it.</param>
    /// <param name="command">The command that repeats it.</param>
    public static string Write(Plan plan, PlanAnswers answers, ReportTool tool, string command)
    {
        ArgumentNullException.ThrowIfNull(plan);
        ArgumentNullException.ThrowIfNull(answers);
        ArgumentNullException.ThrowIfNull(tool);
        ArgumentNullException.ThrowIfNull(command);
        string[] sentences = [.. PlanAdvice.Sentences(plan), .. PlanAnswerText.Sentences(answers)];
        StringBuilder text = new();
        text.Append(
            CultureInfo.InvariantCulture,
            $"**{sentences[0]}**\n\n{PlanText.Load(plan)} {PlanText.Requests(plan.Question)} {PlanText.Machine(plan)}\n\n");
        text.Append("| form | at most, per second | bound by | steady state, per second | threads for 1% waits "
            + "| median at the start | p99 at the start | overloaded simulations |\n|---|---|---|---|---|---|---|---|\n");
        foreach (PlannedForm form in plan.Forms)
            text.Append(Row(form));
        text.Append('\n').AppendJoin('\n', sentences.Skip(1).Select(s => $"- {s}"));
        if (answers.Slow is { } slow)
            text.Append(Protections(plan, slow));
        text.Append(
            CultureInfo.InvariantCulture,
            $"\n\nComputed and simulated by {tool.Name} {tool.Version}, not measured. "
                + $"Again:\n\n```sh\n{command.ReplaceLineEndings(" ")}\n```\n");
        return text.ToString();
    }

    private static string Protections(Plan plan, SlowAnswer slow) => $"""


        {PlanAnswerText.Title(plan, slow)}

        | {string.Join(" | ", PlanAnswerText.Columns)} |
        |{string.Concat(PlanAnswerText.Columns.Select(_ => "---|"))}
        {string.Join('\n', slow.Protections.Select(form => $"| {string.Join(" | ", PlanAnswerText.Row(form))} |"))}

        {string.Join('\n', PlanAnswerText.Limits(plan, slow).Select(s => $"- {s}"))}
        """;

    private static string Row(PlannedForm form)
    {
        string bound = double.IsInfinity(form.Bound.RequestsPerSecond) ? "nothing" : form.Bound.Binds.ToString().ToLowerInvariant();
        string needed = form.ThreadsNeeded == 0 ? "few" : FigureText.Count(form.ThreadsNeeded);
        return $"| {PlanText.Name(form.Style)} | {PlanText.Rate(form.Bound.RequestsPerSecond)} | {bound} | "
            + $"{PlanText.Rate(form.SteadyPerSecond)} | {needed} | {PlanText.Range(form.Start.P50Milliseconds)} | "
            + $"{PlanText.P99(form.Start)} | {FigureText.Percent(100 * form.CollapsedShare)} |\n";
    }
}
