using Syncopate.Reporting;

namespace Syncopate.Tests.Reporting;

/// <summary>Tables of awaits in a loop and of first calls whose figures can be worked out on paper.</summary>
internal static class CallCosts
{
    /// <summary>A table of loops of 1,000 calls, 8 rounds each.</summary>
    /// <param name="rows">Title, ms of the plain loop, ms of the awaited one, and the counters of its slots.</param>
    public static ReportDocument Loops(params (string Row, double Sync, double Async, Dictionary<string, double> Counters)[] rows) =>
        Document([.. rows.Select(r => Measured(Loop(r.Row), r.Sync, r.Async, r.Counters))]);

    /// <summary>A table of first calls, 8 processes each.</summary>
    /// <param name="compiled">Methods compiled for the awaited call, row by row.</param>
    public static ReportDocument FirstCalls(params double[] compiled) => Document([.. compiled.Select((methods, i) => Measured(
        Journals.TwoForms with
        {
            Id = $"first-call-{i}",
            Title = $"The first call, {i}",
            Group = new ExperimentGroup("first-call", "The first call", "When is the result there?", $"Runtime {i}", "A fresh process"),
            Workload = Journals.TwoForms.Workload with { UseCase = UseCase.FirstCall },
            Load = new WholeProcesses(1),
            Published = i > 0 ? [] : [
                Printed(Form.Sync, "mean", 1),
                Printed(Form.Async, "mean", 70),
                Printed(Form.Async, "toFirstAwait", 45) with { IsOver = false },
                Printed(Form.Async, "methods", 900),
            ],
        },
        1.2,
        21.2,
        new Dictionary<string, double> { ["toFirstAwaitMilliseconds"] = 20, ["nextCallMilliseconds"] = 1.1, ["compiledMethods"] = methods, ["compilingMilliseconds"] = 9 }))]);

    private static Experiment Loop(string row) => Journals.TwoForms with
    {
        Id = "tight-loop-" + row.Replace(' ', '-'),
        Title = row,
        Group = new ExperimentGroup("tight-loop", "Awaits in a loop", "What does one await cost?", row, "C# state machines"),
        Workload = Journals.TwoForms.Workload with { UseCase = UseCase.TightLoop },
        Load = new CallsInProcess(1, 1000),
        Published = row.StartsWith("1 ms", StringComparison.Ordinal)
            ? [Printed(Form.Sync, "mean", 1000) with { IsOver = false }, Printed(Form.Async, "mean", 1150) with { IsOver = false }]
            : [],
    };

    private static PublishedFigure Printed(Form form, string measure, double value) =>
        new(form, measure, value, null, "2013") { IsOver = true };

    private static IEnumerable<JournalRecord> Measured(
        Experiment experiment, double sync, double async, Dictionary<string, double> counters) =>
    [
        experiment,
        .. Journals.Rounds(8, (Form.Sync, [sync]), (Form.Async, [async]))
            .Select(
                s => s with
                {
                    Experiment = experiment.Id,
                    Counters = s.Form == Form.Sync ? new Dictionary<string, double>() : counters,
                }),
    ];

    private static ReportDocument Document(IEnumerable<JournalRecord>[] experiments) => Journals.Report(Journals.Of(
        [
            Journals.Header with
            {
                Experiments = [.. experiments.SelectMany(e => e).OfType<Experiment>().Select(e => e.ListedId)],
            },
            .. experiments.SelectMany(e => e),
            Journals.Finished,
        ]));
}
