using Syncopate.Journaling;
using Syncopate.Load;
using Syncopate.Load.Engines;
using Syncopate.Running.Servers;
using Syncopate.Running.Showing;

namespace Syncopate.Running.Rounds;

/// <summary>Measures servers in rounds, in a folder with its journal; an end in order whatever happens.</summary>
/// <param name="Identity">What it is called by, and its seed.</param>
internal sealed record RunJob(RunIdentity Identity)
{
    /// <summary>As <see cref="RunContext.Probe"/>.</summary>
    public Func<int, TimeSpan, CancellationToken, Task<BlockedSites>>? Probe { get; init; }

    /// <summary>Opens what drives a server when agents do; null, the default, for an engine of this process.</summary>
    public Func<HttpTarget, LoadOptions?, ILoadEngine>? OpenAgents { get; init; }

    /// <summary>What each of several agents did, once the run is over; null for a run whose load this process sends.</summary>
    public Func<IReadOnlyList<AgentPart>>? Agents { get; init; }

    /// <summary>What was measured before the run was interrupted, whose journal is continued; null, the default, for a run that begins.
    /// </summary>
    public EarlierSitting? Earlier { get; init; }

    /// <summary>Opens the journal of a folder.</summary>
    public Func<string, JournalWriter> OpenJournal { get; init; } = JournalWriter.Create;

    /// <summary>Sees each record once it is on the disk; null for nobody.</summary>
    public Action<JournalRecord>? Appended { get; init; }

    /// <summary>Measures. Only a failing journal and faults of ours escape.</summary>
    /// <param name="folder">Where it goes.</param>
    /// <param name="clock">The clock of the run.</param>
    /// <param name="watchers">Who sees how it goes on: progress, and what happens within slots; null for nobody.</param>
    /// <param name="measure">The work: throws <see cref="TargetFailedException"/> when a target fails.</param>
    /// <param name="cancellationToken">Stops it.</param>
    public Task<RunEnd> RunAsync(
        string folder, RunClock clock, (IProgress<RunProgress> Progress, LiveFeed? Feed) watchers,
        Func<RunContext, CancellationToken, Task> measure, CancellationToken cancellationToken)
    {
        RunContext run = new(OpenJournal(folder), folder, Identity.Seed, clock, watchers.Progress)
        {
            Probe = Probe,
            Earlier = Earlier,
            Feed = watchers.Feed,
            OpenEngine = OpenAgents ?? LoadEngineOf,
            OpenWarmUp = OpenAgents is null ? null : LoadEngineOf,
        };
        run.Journal.Appended = Appended;
        JournalRecord first = Earlier is null ? Identity.Header(clock) : Earlier.Resumed(clock.UtcNow);
        run.Journal.Append(first);
        return MeasuredRun.MeasureAsync(run, (context, token) => MeasureAsync(context, measure, token), cancellationToken);
    }

    private static ILoadEngine LoadEngineOf(HttpTarget target, LoadOptions? options) => LoadEngine.Open(target, options);

    /// <summary>What agents did belongs to the run however it ended.</summary>
    private async Task MeasureAsync(RunContext run, Func<RunContext, CancellationToken, Task> measure, CancellationToken cancellationToken)
    {
        try
        {
            await measure(run, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            if (Agents is not null)
                run.Journal.Append(new GeneratorUse([]) { Agents = Agents() });
        }
    }
}
