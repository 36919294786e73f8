using Syncopate.Journaling;
using Syncopate.Running;
using Syncopate.Running.Comparing;
using Syncopate.Running.Rounds;
using Syncopate.Running.Servers;
using Syncopate.Running.Showing;

namespace Syncopate;

/// <summary>A comparison of a program's own from its folder to its report.</summary>
/// <param name="rows">What is compared.</param>
/// <param name="line">The command that repeats it.</param>
/// <param name="seed">Of the random orders.</param>
/// <param name="progress">Receives what happens.</param>
internal sealed class FormsRun(OwnRows rows, string line, ulong seed, IProgress<RunProgress> progress)
{
    private readonly Dictionary<string, string> _outOfTime = [];

    /// <summary>True to go on with the next comparison when the time of one was over before its first round was finished.</summary>
    public bool GoesOn { get; init; }

    /// <summary>Those of which not one round was finished: why, by their id; when it goes on.</summary>
    public IReadOnlyDictionary<string, string> OutOfTime => _outOfTime;

    /// <summary>The clock of the run.</summary>
    public RunClock Clock { get; init; } = new(TimeProvider.System);

    /// <summary>Tells the run to a page, and is obeyed; null, the default, where no page follows it. Whoever made it disposes it.</summary>
    public LiveFeed? Feed { get; init; }

    /// <summary>Measures into a folder.</summary>
    /// <param name="folder">A new one.</param>
    /// <param name="machine">The machine as it was before.</param>
    /// <param name="cancellationToken">Stops it.</param>
    public async Task<RunEnd> MeasureAsync(string folder, Machine machine, CancellationToken cancellationToken)
    {
        IProgress<RunProgress> told = Feed is null ? progress : new BothProgress(progress, Feed);
        RunContext run = new(JournalWriter.Create(folder), folder, seed, Clock, told)
        {
            OpenEngine = rows.OpenEngine,
            Feed = Feed,
        };
        RunIdentity identity = new(line, "comparison", [.. rows.Comparisons.Select(IdOf)], seed, machine);
        run.Journal.Append(identity.Header(Clock));
        CancellationToken asked = Feed?.Stopped ?? CancellationToken.None;
        using CancellationTokenSource stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, asked);
        return await MeasuredRun.MeasureAsync(run, MeasureAsync, stop.Token).ConfigureAwait(false);
    }

    private async Task MeasureAsync(RunContext run, CancellationToken cancellationToken)
    {
        foreach (UrlComparison comparison in rows.Comparisons)
        {
            try
            {
                await comparison.RunAsync(run, cancellationToken).ConfigureAwait(false);
            }
            catch (TargetFailedException e) when (e.IsOutOfTime && GoesOn)
            {
                _outOfTime[IdOf(comparison)] = e.Message;
            }
            finally
            {
                foreach (Doubt doubt in rows.Doubts(IdOf(comparison)))
                    run.Journal.Append(doubt);
            }
        }
    }

    /// <summary>What a comparison is called in the journal.</summary>
    public static string IdOf(UrlComparison comparison) => comparison.Subject?.Id ?? UrlComparison.Id;
}
