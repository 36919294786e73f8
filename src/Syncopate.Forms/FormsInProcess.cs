using System.Security.Cryptography;
using Syncopate.Calling;
using Syncopate.Children;
using Syncopate.Reporting;
using Syncopate.Reporting.Runs;
using Syncopate.Running;
using Syncopate.Running.Comparing;
using Syncopate.Running.Machines;
using Syncopate.Running.Showing;

namespace Syncopate;

/// <summary>Compares forms inside this process.</summary>
/// <param name="comparison">What is compared.</param>
internal sealed class FormsInProcess(OwnComparison comparison)
{
    /// <summary>Measures.</summary>
    /// <param name="folder">Where the report goes; null for a temporary folder.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <exception cref="FormsException">There is no result.</exception>
    public async Task<FormsResult> MeasureAsync(string? folder, CancellationToken cancellationToken)
    {
        try
        {
            comparison.Check();
        }
        catch (FormsFault e)
        {
            throw new FormsException(e.Message, e);
        }

        if (FormAddress.OfThisProcess is not null)
        {
            throw new FormsException($"\"{comparison.Title}\" cannot be measured here: this process was started to call one form for "
                + $"RunAsync. Let MeasureAsync come after it, or into a program of its own.");
        }

        folder ??= Directory.CreateTempSubdirectory("syncopate-").FullName;
        Directory.CreateDirectory(folder);
        using RunningMark mark = new(measures: true);
        mark.Mark(folder);
        ulong seed = comparison.Settings.Seed ?? (ulong)RandomNumberGenerator.GetInt32(1, 1_000_000);
        OwnRows rows = await comparison.HereAsync(cancellationToken).ConfigureAwait(false);
        await using System.Runtime.CompilerServices.ConfiguredAsyncDisposable end = rows.ConfigureAwait(false);
        FormsRun run = new(rows, $"{comparison.Title} ({comparison.Site})", seed, new Silence()) { GoesOn = true };
        RunEnd outcome = await run.MeasureAsync(folder, MachineReader.Read(), cancellationToken).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
        if (outcome.Outcome == RunOutcome.TargetFailed)
            throw new FormsException(outcome.Message);
        ReportDocument report = ReportFolder.Write(folder);
        return new FormsResult([.. rows.Comparisons.Select(c => Row(c, run, report))], folder);
    }

    // Too little time is no reason for a red test: such a row is undecided, and says why.
    private static FormsRow Row(UrlComparison measured, FormsRun run, ReportDocument report) =>
        run.OutOfTime.TryGetValue(FormsRun.IdOf(measured), out string? why)
            ? new FormsRow(measured.Subject?.Title ?? "", why)
            : new FormsRow(report.Experiments.First(e => e.Id == FormsRun.IdOf(measured)));

    private sealed class Silence : IProgress<RunProgress>
    {
        public void Report(RunProgress value)
        {
            // A test says what it finds when it is done.
        }
    }
}
