using Syncopate.Reporting.Figures;

namespace Syncopate.Reporting.Gates;

/// <summary>Checks a result by fixed limits and by an older result.</summary>
internal static class Gate
{
    // Equal runs of half a minute differed by 3 to 6 % from one to the next, and by more on shared runners.
    private const double UsualSpreadPercent = 10;

    /// <summary>Every check, and whether the build may go on.</summary>
    /// <param name="result">The result.</param>
    /// <param name="baseline">The older result; null to check fixed limits alone.</param>
    /// <param name="rules">What to check; at least one limit, or a baseline with a limit for it.</param>
    /// <exception cref="FormatException">A limit names a form that the result does not have: a check that never runs
    /// would never fail.</exception>
    /// <exception cref="NotSupportedException">The machines differ and that was not allowed, or the results have no
    /// form and load in common.</exception>
    public static GateReport Judge(GateResult result, GateResult? baseline, GateRules rules)
    {
        ArgumentNullException.ThrowIfNull(result);
        ArgumentNullException.ThrowIfNull(rules);
        if (baseline is not null)
            MachineMatch.Check(baseline, result, rules.AllowDifferent);
        List<GateCheck> checks = [.. rules.Limits.SelectMany(l => Thresholds(result, l))];
        if (rules.Against is { } against)
            checks.AddRange(PairedRegression.Judge(result, against, rules.Regressions));
        if (baseline is not null)
            checks.AddRange(Regressions(result, baseline, rules.Regressions).Select(c => OpenIfBusy(c, result, baseline)));
        List<string> notes = [.. Notes(result, baseline), .. baseline is null ? [] : SameShift(checks), .. OneBaseline(checks)];
        bool partial = result.Missing.Count > 0 || baseline?.Missing.Count > 0;
        int failed = checks.Count(c => c.Outcome == GateOutcome.Failed);
        int undecided = checks.Count(c => c.Outcome == GateOutcome.Undecided);
        bool passed = failed == 0 && !(rules.Strict && (undecided > 0 || partial || Lost(result, baseline).Any()));
        return new GateReport
        {
            Passed = passed,
            Sentence = Sentence(passed, checks, failed, undecided),
            Result = result.Path,
            Baseline = baseline?.Path,
            Partial = partial,
            Notes = notes,
            Checks = checks,
        };
    }

    private static IEnumerable<GateCheck> Thresholds(GateResult result, GateLimit limit)
    {
        List<GateSubject> subjects = result.Subjects.Where(limit.AppliesTo).ToList();
        if (subjects.Count == 0)
        {
            throw new FormatException(
                $"'{limit.Text}' names no form of {result.Path}. It has: {string.Join(", ", result.Subjects.Select(s => s.Name))}.");
        }

        return subjects.Select(s => (Subject: s, Held: limit.Threshold.Evaluate(s.Figures))).Select(c => new GateCheck
        {
            Experiment = c.Subject.Experiment,
            Form = c.Subject.Form,
            Figure = limit.Threshold.Figure.Name,
            Kind = GateCheckKind.Threshold,
            Outcome = c.Held.Passed ? GateOutcome.Ok : GateOutcome.Failed,
            Found = c.Held.Found,
            Detail = c.Held.Bound,
            Value = c.Held.Value,
            Limit = limit.Threshold.Limit,
        });
    }

    private static IEnumerable<GateCheck> Regressions(GateResult result, GateResult baseline, IReadOnlyList<RegressionLimit> limits)
    {
        List<(GateSubject Before, GateSubject After)> pairs = result.Subjects
            .Join(baseline.Subjects, s => s.Name, s => s.Name, (after, before) => (Before: before, After: after))
            .ToList();
        if (pairs.Count == 0)
        {
            throw new NotSupportedException(
                $"Nothing can be compared: {result.Path} and {baseline.Path} have no form in common. "
                    + $"One has {string.Join(", ", result.Subjects.Select(s => s.Name))}, "
                    + $"the other {string.Join(", ", baseline.Subjects.Select(s => s.Name))}.");
        }

        if (!pairs.Exists(p => p.Before.Load.IsSameAs(p.After.Load)))
        {
            throw new NotSupportedException($"Nothing can be compared: {baseline.Path} ran with another load. "
                + $"There: {pairs[0].Before.Load.Sentence} Here: {pairs[0].After.Load.Sentence} Measure a new baseline.");
        }

        return pairs.SelectMany(p => limits.Select(l => Regression.Judge(p.Before, p.After, l, pairs.Count * limits.Count)));
    }

    /// <summary>More threads than cores are slower whatever the code does: then time is no reason to stop a build.
    /// Memory is, and so are failed requests, which have no interval.</summary>
    private static GateCheck OpenIfBusy(GateCheck check, GateResult result, GateResult baseline)
    {
        if (check is not { Outcome: GateOutcome.Failed, LowPercent: not null } || !VariesWithMachine(check))
            return check;
        string? when = (MachineMatch.IsBusy(baseline.Machine), MachineMatch.IsBusy(result.Machine)) switch
        {
            (true, true) => "before both runs",
            (true, false) => "before the baseline's run",
            (false, true) => "before this run",
            _ => null,
        };
        return when is null
            ? check
            : check with { Outcome = GateOutcome.Undecided, Detail = $"{check.Detail}; undecided, since the machine was busy {when}" };
    }

    private static IEnumerable<string> Notes(GateResult result, GateResult? baseline)
    {
        if (result.Missing.Count > 0)
            yield return $"Partial result: {string.Join(' ', result.Missing)}";
        if (baseline is null)
            yield break;
        if (baseline.Missing.Count > 0)
            yield return $"Partial baseline: {string.Join(' ', baseline.Missing)}";
        foreach (string note in MachineMatch.Notes(baseline, result))
            yield return note;
        if (Lost(result, baseline).ToList() is { Count: > 0 } lost)
            yield return $"In the baseline alone, so not checked: {string.Join(", ", lost)}.";
        List<string> added = result.Subjects.Select(s => s.Name).Except(baseline.Subjects.Select(s => s.Name)).ToList();
        if (added.Count > 0)
            yield return $"Not in the baseline, so not compared: {string.Join(", ", added)}.";
    }

    private static IEnumerable<string> Lost(GateResult result, GateResult? baseline) =>
        baseline is null ? [] : baseline.Subjects.Select(s => s.Name).Except(result.Subjects.Select(s => s.Name));

    /// <summary>Code rarely slows every form down by the same; a machine does.</summary>
    private static IEnumerable<string> SameShift(IReadOnlyList<GateCheck> checks)
    {
        string mean = Figure.Of(Metric.Mean).Name;
        List<GateCheck> all = checks.Where(c => c.Figure == mean && c.Kind == GateCheckKind.Regression).ToList();
        List<GateCheck> means = all.FindAll(c => c.Percent is not null);
        List<double> shifts = means.Select(c => c.Percent ?? 0).ToList();
        // Slower is what the whole interval says, not its centre.
        if (shifts.Count >= 3 && means.TrueForAll(c => c.LowPercent > 0) && shifts.Min() > 5 && shifts.Max() < 2 * shifts.Min())
        {
            (string least, string most) = (FigureText.Percent(shifts.Min()), FigureText.Percent(shifts.Max()));
            string which = means.Count < all.Count ? "forms that could be compared" : "forms";
            yield return $"All {FigureText.Count(shifts.Count)} {which} are slower "
                + $"by a similar amount ({(least == most ? least : $"{least} to {most}")}): the machine is as likely a cause as the code.";
        }
    }

    /// <summary>What a baseline's own rounds show is how they differ within a run.</summary>
    private static IEnumerable<string> OneBaseline(IReadOnlyList<GateCheck> checks)
    {
        if (checks.Any(c => c is { Kind: GateCheckKind.Regression, LowPercent: not null } && VariesWithMachine(c)
            && (c.LimitPercent < UsualSpreadPercent || c.Outcome == GateOutcome.Failed)))
        {
            yield return "A single baseline does not show run-to-run variance: a change of some percent may be noise. "
                + "`syncopate history` draws many runs; `syncopate compare` measures old and new alternately.";
        }
    }

    // What code allocates it allocates on every machine, busy or not.
    private static bool VariesWithMachine(GateCheck check) => Figure.Named(check.Figure).Kind != FigureKind.Memory;

    private static string Sentence(bool passed, List<GateCheck> checks, int failed, int undecided)
    {
        string all = Wording.Plural(checks.Count, "check");
        string open = undecided > 0 ? $", {FigureText.Count(undecided)} undecided" : "";
        int unjudged = checks.Count(c => !c.IsJudged);
        if (failed > 0 && failed == unjudged)
            return $"Gate failed: {FigureText.Count(failed)} of {all} could not be judged{open}.";
        if (failed > 0)
        {
            string blind = unjudged > 0 ? $", {FigureText.Count(unjudged)} of them could not be judged" : "";
            return $"Gate failed: {FigureText.Count(failed)} of {all}{blind}{open}.";
        }

        if (passed && undecided > 0 && undecided == checks.Count)
            return $"Gate undecided: 0 of {all} ok{open}; --strict fails on that.";
        return passed
            ? $"Gate passed: {FigureText.Count(checks.Count - undecided)} of {all} "
                + $"ok{open}{(undecided > 0 ? "; --strict fails on that" : "")}."
            : undecided > 0 ? $"Gate failed (--strict): {Wording.Plural(undecided, "check")} undecided."
            : "Gate failed (--strict): a result is partial, or lacks a form of the baseline.";
    }
}
