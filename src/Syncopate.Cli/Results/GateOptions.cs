using System.CommandLine;
using Syncopate.Cli.Databases;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Reporting.Figures;
using Syncopate.Reporting.Gates;

namespace Syncopate.Cli.Results;

/// <summary>The options of <c>syncopate gate</c> and how they are checked.</summary>
internal sealed class GateOptions
{
    private readonly Argument<string> _result = new("RESULT")
    {
        Description = "What was measured: the folder of a run, its run.jsonl or report.json.",
    };
    private readonly Option<string?> _baseline = new("--baseline")
    {
        Description = "An older result to compare with, measured on this machine under the same load; with --store the label of one there.",
        HelpName = "RESULT",
    };
    private readonly StoreLine _store = new("Compare with the newest earlier result in a database: "
        + "of the same kind of machine, with one of the forms under the same load.");
    private readonly Option<string[]> _max = new("--max")
    {
        Description = "A figure's upper limit, such as delay.async.p95=300ms, async.errors=0.1% or p99=1s; may be repeated. "
            + $"Figures: {string.Join(", ", Figure.All.Select(f => f.Name))}.",
        HelpName = "[[EXPERIMENT.]FORM.]FIGURE=LIMIT",
    };
    private readonly Option<string[]> _min = new("--min")
    {
        Description = "A figure's lower limit, such as async.rps=200; may be repeated.",
        HelpName = "[[EXPERIMENT.]FORM.]FIGURE=LIMIT",
    };
    private readonly Option<string[]> _slower = new("--max-slower")
    {
        Description = "How much worse than in the baseline, or than the form of --against, a form may be: 10% of its mean (the default), "
            + $"or by another metric, such as cpu=5%; may be repeated. Metrics: {RegressionLimit.Known}. "
            + "Fails only when the whole interval lies beyond the limit.",
        HelpName = "[METRIC=]PERCENT",
    };
    private readonly Option<string?> _against = new("--against")
    {
        Description = "A form of the result itself that its other forms are compared with, such as a: they were measured in turns, "
            + "which is more precise than comparing two runs.",
        HelpName = "FORM",
        CompletionSources = { _ => Enum.GetNames<Form>().Select(form => form.ToLowerInvariant()) },
    };
    private readonly Option<bool> _strict = new("--strict")
    {
        Description = "Fail also when a check is undecided, a result is partial, or a form of the baseline is missing.",
    };
    private readonly Option<bool> _allowDifferent = new("--allow-different")
    {
        Description = "Compare also when the baseline was measured on another kind of machine.",
    };
    private readonly Option<string?> _junit = new("--junit") { Description = "Write the checks as JUnit XML.", HelpName = "FILE" };
    private readonly Option<bool> _json = new("--json") { Description = "Print one JSON document on stdout and nothing else there." };

    public void AddTo(Command command)
    {
        command.Arguments.Add(_result);
        Option[] own = [_baseline, _store.Option, _against, _max, _min, _slower, _strict, _allowDifferent, _junit, _json];
        foreach (Option option in own)
            command.Options.Add(option);
    }

    /// <exception cref="UsageException">Something cannot be done as written.</exception>
    public GateSettings Read(ParseResult line, Terminal terminal)
    {
        string? baseline = line.GetValue(_baseline);
        string? against = line.GetValue(_against)?.ToLowerInvariant();
        string[] slower = line.GetValue(_slower) ?? [];
        try
        {
            GateLimit[] limits =
            [
                .. (line.GetValue(_max) ?? []).Select(t => GateLimit.Parse(t, ThresholdSide.Above)),
                .. (line.GetValue(_min) ?? []).Select(t => GateLimit.Parse(t, ThresholdSide.Below)),
            ];
            RegressionLimit[] regressions = slower.Length == 0 ? [RegressionLimit.Usual] : [.. slower.Select(RegressionLimit.Parse)];
            bool isAlone = baseline is null && against is null && !_store.IsGiven(line);
            if (isAlone && slower.Length > 0)
            {
                throw new UsageException("--max-slower needs something to compare with: --baseline RESULT, --store, "
                    + "or --against FORM of the same result.");
            }

            if (isAlone && limits.Length == 0)
            {
                throw new UsageException("There is nothing to check. Give --max, --min, --against, --baseline or --store. "
                    + "Example: syncopate gate result --max async.p95=300ms");
            }

            GateRules rules = new(limits, regressions)
            {
                Against = against,
                Strict = line.GetValue(_strict),
                AllowDifferent = line.GetValue(_allowDifferent),
            };
            string? file = baseline is null || _store.IsGiven(line) ? null : Named(baseline, "--baseline");
            string? junit = ResultLine.File(_junit, line, "gate.xml");
            return new GateSettings(Named(line.GetValue(_result), "RESULT"), file, rules, junit, line.GetValue(_json))
            {
                Stored = _store.Read(line, terminal) is { } address
                    ? new StoredBaseline(address, baseline is null ? null : LabelLine.Checked("--baseline", baseline), rules.AllowDifferent)
                    : null,
            };
        }
        catch (FormatException e)
        {
            throw new UsageException(e.Message);
        }
    }

    private static string Named(string? path, string what) =>
        string.IsNullOrEmpty(path)
            ? throw new UsageException($"{what} takes the folder of a run, its run.jsonl or report.json; found nothing.")
            : path;
}

/// <summary>What <c>syncopate gate</c> was asked to do, checked.</summary>
/// <param name="Result">A run's folder, run.jsonl or report.json.</param>
/// <param name="Baseline">The same of an older run; null for none.</param>
/// <param name="Rules">The limits.</param>
/// <param name="JUnit">File for JUnit XML; null for none.</param>
/// <param name="Json">Print one document on stdout.</param>
internal sealed record GateSettings(string Result, string? Baseline, GateRules Rules, string? JUnit, bool Json)
{
    /// <summary>Where the baseline is looked for when it is no file; null for none.</summary>
    public StoredBaseline? Stored { get; init; }
}
