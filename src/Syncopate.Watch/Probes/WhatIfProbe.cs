using System.Diagnostics.Tracing;
using System.Runtime.CompilerServices;
using Microsoft.Diagnostics.NETCore.Client;
using Syncopate.Running;
using Syncopate.Texts;
using Syncopate.Watch.Processes;
using Syncopate.WatchAgent;

namespace Syncopate.Watch.Probes;

/// <summary>Gives the pool of a running process another minimum of threads in turns, and measures what it completes with and
/// without. Whoever asks for that changes the process: the user must have allowed it.</summary>
/// <remarks>The change lasts as long as a session of events: when the watcher ends or is killed, the runtime closes the session, and
/// the agent puts back what was there within 0.1 s; after <see cref="LongestTurn"/> it does so by itself.</remarks>
internal static class WhatIfProbe
{
    /// <summary>How long one turn lasts.</summary>
    public static readonly TimeSpan Turn = TimeSpan.FromSeconds(3);

    /// <summary>After so long the agent puts back a turn's change by itself.</summary>
    public static readonly TimeSpan LongestTurn = TimeSpan.FromSeconds(30);

    private const string Ended = "The process ended.";

    private static readonly TimeSpan Settling = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(50);

    /// <summary>Runs the turns until there are enough, the process ends, or the token is cancelled; what was measured until then
    /// is in the record. When this returns, the process has what it had.</summary>
    /// <param name="processId">A .NET process of the same user and container.</param>
    /// <param name="threads">The minimum of threads to try, at least 1.</param>
    /// <param name="elapsed">The clock of the watch: nanoseconds since it began.</param>
    /// <param name="time">Waits for the turns.</param>
    /// <param name="cancellationToken">Ends it before.</param>
    /// <exception cref="TargetFailedException">The process cannot be watched, or does not let the agent in.</exception>
    public static async Task<WatchWhatIf> RunAsync(
        int processId, int threads, Func<long> elapsed, TimeProvider time, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(elapsed);
        ArgumentNullException.ThrowIfNull(time);
        if (RunningProcesses.Identify(processId) is not { } identity)
            throw WatchRefusal.Of(processId);
        if (await WatchAgentEntrance.EnterAsync(identity, cancellationToken).ConfigureAwait(false) is { } missing)
            throw new TargetFailedException(missing);
        WhatIfTurns turns = new(elapsed);
        WatchSession pool = await WatchSession.StartAsync(
            processId,
            [new EventPipeProvider(AgentEvents.SourceName, EventLevel.Informational, (long)AgentEvents.Keywords.Pool)],
            source => source.Dynamic.All += turns.Keep,
            cancellationToken).ConfigureAwait(false);
        await using ConfiguredAsyncDisposable closing = pool.ConfigureAwait(false);
        Experiment experiment = new(processId, threads, turns, pool, time);
        int? minimum = null;
        string? failure;
        try
        {
            await experiment.UntilAsync(_ => true, cancellationToken).ConfigureAwait(false);
            minimum = turns.Line?.Minimum;
            failure = Refusal(turns.Line, threads) ?? await experiment.RunAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            failure = "The watch ended before all turns were done.";
        }
        catch (TargetFailedException)
        {
            failure = Ended;
        }

        // Also when the watch ends in the middle of a turn: who reads the result relies on it.
        if (minimum is not null && minimum != threads
            && !await experiment.UntilAsync(IsPutBack, CancellationToken.None).ConfigureAwait(false) && !pool.Reading.IsCompleted)
        {
            failure = "The process did not confirm that its minimum was put back.";
        }

        return new WatchWhatIf(elapsed(), threads, minimum, turns.InPairs, failure);

        bool IsPutBack(WhatIfTurns.Pool line) => line.Minimum != threads;
    }

    private static string? Refusal(WhatIfTurns.Pool? line, int threads) => line switch
    {
        null => "The agent in the process reported nothing about the pool.",
        { Minimum: var minimum } when minimum == threads =>
            $"The pool has a minimum of {Counted.Of(threads, "thread")} already.",
        { Maximum: var maximum } when maximum < threads =>
            $"The pool may have {Counted.Of(maximum, "thread")} at most (ThreadPool.SetMaxThreads).",
        _ => null,
    };

    /// <summary>The turns of one experiment.</summary>
    private sealed class Experiment(int processId, int threads, WhatIfTurns turns, WatchSession pool, TimeProvider time)
    {
        /// <summary>All of them; null when they were done, else why they were not.</summary>
        public async Task<string?> RunAsync(CancellationToken cancellationToken)
        {
            int before = turns.Line?.Threads ?? 0;
            for (int pair = 0; pair < WatchWhatIf.Pairs; pair++)
            {
                // As it is and changed, then changed and as it is: what drifts weighs on both alike.
                foreach (bool isChanged in pair % 2 == 0 ? new[] { false, true } : [true, false])
                {
                    bool isDone = isChanged ? await ChangedAsync(before, cancellationToken).ConfigureAwait(false)
                        : await UntilAsync(line => line.Minimum != threads, cancellationToken).ConfigureAwait(false);
                    if (!isDone)
                        return pool.Reading.IsCompleted ? Ended : "The agent in the process did not follow.";
                    if (!isChanged)
                        await MeasureAsync(isChanged: false, cancellationToken).ConfigureAwait(false);
                }
            }

            return null;
        }

        /// <summary>True once the pool is so, false when it is not within ten seconds or the process has ended.</summary>
        public async Task<bool> UntilAsync(Func<WhatIfTurns.Pool, bool> isSo, CancellationToken cancellationToken)
        {
            long from = time.GetTimestamp();
            long asked = turns.Now; // What the pool was before says nothing of what it is.
            while (!pool.Reading.IsCompleted && time.GetElapsedTime(from) < Timeout)
            {
                if (turns.Line is { } line && line.AtNanoseconds >= asked && isSo(line))
                    return true;
                await Task.Delay(Tick, time, cancellationToken).ConfigureAwait(false);
            }

            return false;
        }

        private async Task<bool> ChangedAsync(int before, CancellationToken cancellationToken)
        {
            Dictionary<string, string> asked = new()
            {
                [ChangeRequests.MinimumArgument] = FormattableString.Invariant($"{threads}"),
                [ChangeRequests.ThreadsArgument] = FormattableString.Invariant($"{before}"),
                [ChangeRequests.SecondsArgument] = FormattableString.Invariant($"{LongestTurn.TotalSeconds:0}"),
            };
            WatchSession change = await WatchSession.StartAsync(
                processId,
                [new EventPipeProvider(ChangeRequests.SourceName, EventLevel.Informational, (long)EventKeywords.None, asked)],
                _ => { },
                cancellationToken).ConfigureAwait(false);
            await using ConfiguredAsyncDisposable puttingBack = change.ConfigureAwait(false);
            if (!await UntilAsync(line => line.Minimum == threads, cancellationToken).ConfigureAwait(false))
                return false;
            await MeasureAsync(isChanged: true, cancellationToken).ConfigureAwait(false);
            return true;
        }

        private async Task MeasureAsync(bool isChanged, CancellationToken cancellationToken)
        {
            await Task.Delay(Settling, time, cancellationToken).ConfigureAwait(false);
            turns.Begin(isChanged);
            await Task.Delay(Turn - Settling, time, cancellationToken).ConfigureAwait(false);
            turns.End();
        }
    }
}
