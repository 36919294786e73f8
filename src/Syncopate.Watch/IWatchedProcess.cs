using Syncopate.Watch.Processes;

namespace Syncopate.Watch;

/// <summary>A process that is watched, moment by moment.</summary>
internal interface IWatchedProcess
{
    /// <summary>Which it is.</summary>
    ProcessIdentity Identity { get; }

    /// <summary>What it does not let be seen, a sentence each; empty when all is.</summary>
    IReadOnlyList<string> Missing { get; }

    /// <summary>Since it was attached to: the clock of everything that is seen.</summary>
    long ElapsedNanoseconds { get; }

    /// <summary>One moment a second, in silence too, until the process ends or the token is cancelled. One reader.</summary>
    IAsyncEnumerable<WatchSample> MomentsAsync(CancellationToken cancellationToken = default);

    /// <summary>Takes what a look saw of it: which of its threads are workers of the pool, whatever they are called.</summary>
    void Learn(BlockedSites seen);

    /// <summary>Says why no more moments come.</summary>
    string DescribeEnd();
}
