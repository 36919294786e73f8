using System.Globalization;
using Spectre.Console;
using Syncopate.Experiments;
using Syncopate.Planning;
using Syncopate.Reporting;
using Syncopate.Reporting.Plans;

namespace Syncopate.Cli.Screens;

/// <summary>A plan on one screen: what binds, what each form gives, when it breaks, what to do.</summary>
internal static class PlanPrinter
{
    public static void Print(Plan plan, Terminal terminal)
    {
        PlanQuestion question = plan.Question;
        IAnsiConsole console = terminal.Out;
        console.WriteLine($"{PlanText.Requests(question)} {PlanText.Machine(plan)}");
        console.WriteLine(PlanText.Load(plan));
        console.WriteLine();
        Table table = new() { Border = terminal.Live ? TableBorder.Simple : TableBorder.Ascii2 };
        table.AddColumn("");
        foreach (PlannedForm form in plan.Forms)
            table.AddColumn(new TableColumn(PlanText.Name(form.Style)).RightAligned());
        Row(table, plan, "At most, requests/s", f => Number(f.Bound.RequestsPerSecond));
        Row(
            table,
            plan,
            "  bound by",
            f => double.IsInfinity(f.Bound.RequestsPerSecond) ? "nothing" : f.Bound.Binds.ToString().ToLowerInvariant());
        Row(table, plan, question.Users is null ? "Saturation point, requests/s" : "Saturation point, users", f => Number(f.Knee));
        Row(table, plan, "Steady state, requests/s", f => Number(f.SteadyPerSecond));
        Row(table, plan, "  mean time", f => double.IsFinite(f.SteadyMilliseconds) ? Time(f.SteadyMilliseconds) : "unbounded");
        Row(table, plan, "Threads for 1% queueing", f => f.ThreadsNeeded == 0 ? "few" : Number(f.ThreadsNeeded));
        Row(table, plan, Line($"First {plan.SimulatedSeconds:0.#} s: requests/s"), f => PlanText.Range(f.Start.RequestsPerSecond, Number));
        Row(table, plan, "  median time", f => PlanText.Range(f.Start.P50Milliseconds));
        Row(table, plan, "  99th percentile", f => PlanText.P99(f.Start));
        Row(table, plan, "  threads at the end", f => PlanText.Range(f.Start.Threads, Number));
        Row(table, plan, "  overloaded simulations", f => PlanText.Share(f.CollapsedShare));
        Row(
            table,
            plan,
            question.Users is null ? "Queueing starts at (requests/s)" : "Queueing starts at (users)",
            f => f.Onset is { } onset ? Number(onset) : "not seen");
        console.Write(table);
        foreach (string sentence in PlanAdvice.Sentences(plan))
            console.WriteLine(sentence);
        console.WriteLine(Line($"Simulated {plan.Simulations} times per form (each with its own seed and warm-up), ")
            + Line($"seed {question.Seed}; ranges are the middle 90%."));
    }

    /// <summary>What the plan says beside what was measured.</summary>
    public static void Print(IEnumerable<ValidatedForm> forms, string folder, Terminal terminal)
    {
        Table table = new() { Border = terminal.Live ? TableBorder.Simple : TableBorder.Ascii2 };
        foreach (string title in new[] { "", "", "predicted", "measured", "error" })
            table.AddColumn(new TableColumn(title).RightAligned());
        foreach (ValidatedForm form in forms)
        {
            table.AddRow(
                PlanText.Name(form.Style),
                "requests/s",
                PlanText.Range(form.Predicted.RequestsPerSecond, Number),
                Number(form.Measured.RequestsPerSecond),
                Error(form.ThroughputError));
            table.AddRow(
                "", "median", PlanText.Range(form.Predicted.P50Milliseconds), Time(form.Measured.P50), Error(form.MedianError));
            table.AddRow(
                "", "99th percentile", PlanText.Range(form.Predicted.P99Milliseconds), Time(form.Measured.P99), Error(form.P99Error));
            table.AddRow(
                "",
                "threads",
                PlanText.Range(form.Predicted.Threads, Number),
                form.Measured.Threads?.ToString(CultureInfo.InvariantCulture) ?? "unknown",
                "");
        }

        terminal.Out.Write(table);
        terminal.Out.WriteLine("Errors are those of the predicted median. A starving pool varies several-fold between servers: "
            + "compare ranges there, not single numbers.");
        terminal.Out.WriteLine($"Measured: {folder}/run.jsonl, report.html");
    }

    private static string Error(double share) => double.IsFinite(share) ? Line($"{100 * share:+0.0;-0.0;0}%") : "";

    private static void Row(Table table, Plan plan, string title, Func<PlannedForm, string> value) =>
        table.AddRow([title, .. plan.Forms.Select(value)]);

    private static string Time(double milliseconds) => FigureText.Milliseconds(milliseconds);

    private static string Number(double value) => PlanText.Rate(value);

    private static string Line(FormattableString text) => FormattableString.Invariant(text);
}
