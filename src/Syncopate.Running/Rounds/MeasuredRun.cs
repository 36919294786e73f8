using Syncopate.Running.Servers;

namespace Syncopate.Running.Rounds;

/// <summary>The end of a run, in order whatever happens.</summary>
internal static class MeasuredRun
{
    /// <summary>Measures, journals how it ended, and ends the run. Only a failing journal and faults of ours escape.</summary>
    /// <param name="context">The run; disposed here.</param>
    /// <param name="measure">The work: throws <see cref="TargetFailedException"/> when a target fails.</param>
    /// <param name="cancellationToken">Stops it.</param>
    public static async Task<RunEnd> MeasureAsync(
        RunContext context, Func<RunContext, CancellationToken, Task> measure, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(context);
        ArgumentNullException.ThrowIfNull(measure);
        RunContext run = context;
        await using System.Runtime.CompilerServices.ConfiguredAsyncDisposable ending = run.ConfigureAwait(false);
        RunEnd end = await OutcomeAsync(run, measure, cancellationToken).ConfigureAwait(false);
        run.Journal.Append(end);
        return end;
    }

    private static async Task<RunEnd> OutcomeAsync(RunContext run, Func<RunContext, CancellationToken, Task> measure,
        CancellationToken cancellationToken)
    {
        try
        {
            await measure(run, cancellationToken).ConfigureAwait(false);
            return new RunEnd(RunOutcome.Finished, "", run.Clock.ElapsedNanoseconds);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return new RunEnd(RunOutcome.Cancelled, "Stopped by the user.", run.Clock.ElapsedNanoseconds);
        }
        catch (TargetFailedException e)
        {
            return new RunEnd(RunOutcome.TargetFailed, e.Message, run.Clock.ElapsedNanoseconds);
        }
    }
}
