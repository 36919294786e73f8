using System.Globalization;
using System.Net.Sockets;
using Syncopate.Calling;
using Syncopate.Running;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;

namespace Syncopate.Children;

/// <summary>One call of each form before anything is measured: what throws, hangs, or does something else must not win.</summary>
/// <param name="plan">The forms.</param>
/// <param name="experiment">Id of the experiment, for doubts.</param>
/// <param name="token">What the processes want to hear.</param>
internal sealed class FormCheck(FormPlan plan, string experiment, string token)
{
    // Of a call that gives its task late: below, a first allocation or a page fault may be all of it.
    private const double LeastHeldMilliseconds = 1;

    // Of the whole call; and of the time held, in which its thread must have worked, or waited for a processor that others
    // had, to call it computing.
    private const double HeldShare = 0.5;
    private const double BusyShare = 0.5;

    private bool _isDone;

    /// <summary>Asks each form once, the first one twice.</summary>
    /// <exception cref="TargetFailedException">One fails, or they do not give the same and that was not allowed.</exception>
    public async Task RunAsync(RunContext run, ServerSet serverSet, CancellationToken cancellationToken)
    {
        if (_isDone)
            return;
        _isDone = true;
        List<CallReport> reports = new();
        foreach (FormDescription form in plan.Descriptions)
            reports.Add(await AskAsync(serverSet, form, cancellationToken).ConfigureAwait(false));
        CallReport again = await AskAsync(serverSet, plan.Descriptions[0], cancellationToken).ConfigureAwait(false);
        string? difference = Difference(reports, again);
        if (difference is not null)
        {
            if (!plan.Settings.AllowsDifferent)
            {
                throw new TargetFailedException($"{difference} Nothing was measured. If that is meant: .AllowDifferent(), or "
                    + $"--allow-different.");
            }

            run.Journal.Append(Different(difference));
        }

        foreach (Doubt doubt in plan.Descriptions.Zip(reports, Promise).OfType<Doubt>())
            run.Journal.Append(doubt);
        string times = string.Join(", ", plan.Descriptions.Zip(reports, (f, r) =>
            string.Create(CultureInfo.InvariantCulture, $"{f.Label} {r.Milliseconds:0.#} ms")));
        string results = difference is null ? "the same result" : "different results";
        run.Report(new RunProgress(experiment, $"one call each: {times}, {results}", 0, plan.Settings.Budget, Finished: false));
    }

    private async Task<CallReport> AskAsync(ServerSet serverSet, FormDescription form, CancellationToken cancellationToken)
    {
        using FormEngine engine = new(serverSet[form.Form].Target, token, plan.Settings.Timeout);
        CallReport report;
        try
        {
            report = await engine.AskAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (e is IOException or SocketException)
        {
            throw new TargetFailedException($"{form.Label} ended its process ({e.Message.TrimEnd('.')}). It is {form}. Nothing was "
                + $"measured. What the process wrote is in the run's folder, below logs.");
        }

        return report.Failure.Length == 0
            ? report
            : throw new TargetFailedException($"{form.Label} {report.Failure}. It is {form}. Nothing was measured.");
    }

    /// <summary>How the results differ; null when they do not.</summary>
    private string? Difference(List<CallReport> reports, CallReport again)
    {
        int other = reports.FindIndex(r => r.Hash != reports[0].Hash);
        if (other < 0)
            return null;
        (FormDescription first, FormDescription second) = (plan.Descriptions[0], plan.Descriptions[other]);
        return again.Hash != reports[0].Hash
            ? $"{first.Label} gives another result from one call to the next ({reports[0].Answer}, then {again.Answer}), so that it "
                + $"cannot be seen whether {second.Label} does the same work."
            : $"The forms give different results: {first.Label} {reports[0].Answer} ({first.Place}), {second.Label} "
                + $"{reports[other].Answer} ({second.Place}).";
    }

    private Doubt Different(string difference) => new(
        "different-answers",
        experiment,
        difference,
        "They were compared all the same, as was asked: what looks like speed may be less work.",
        "Compare forms that give the same result.");

    /// <summary>A doubt where a form gives a task and yet does all its work before it.</summary>
    private Doubt? Promise(FormDescription form, CallReport report)
    {
        if (!form.GivesTask || report.HeldMilliseconds < LeastHeldMilliseconds
            || report.HeldMilliseconds < HeldShare * report.WholeMilliseconds)
        {
            return null;
        }

        bool computes = report.BusyMilliseconds >= BusyShare * report.HeldMilliseconds;
        string times = string.Create(CultureInfo.InvariantCulture, $"{report.HeldMilliseconds:0.#} of {report.WholeMilliseconds:0.#} ms");
        string held = $"{form.Label} ({form}) holds its caller for {times} before it gives a task";
        string done = report.WasDone ? ", which is done already: it never suspends" : "";
        return computes
            ? new Doubt("never-suspends", experiment, $"{held}{done}, and computes meanwhile.",
                "Awaiting gives a thread back only while something else is waited for.",
                "Nothing is gained by a task around computing; call it plainly, or on a thread of its own.")
            : new Doubt("blocks", experiment, $"{held}{done}, and waits meanwhile: it blocks its thread.",
                "Under many users such threads run out, as those of the synchronous form do.",
                "Await what it waits for; where it is: syncopate scan, or syncopate watch on the process.");
    }
}
