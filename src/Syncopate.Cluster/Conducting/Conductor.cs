using System.Globalization;
using Syncopate.Cluster.Links;

namespace Syncopate.Cluster.Conducting;

/// <summary>The one that has the agents of a database: sees who is there, and runs rounds on some of them. One thing at a time. It goes on
/// through breaks of its session, unless another conductor has taken over.</summary>
internal sealed class Conductor : IAsyncDisposable
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Retry = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Blink = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(20); // Of a round, where the database is near.

    // A start that is awaited for so long is heard of by whoever is there at all.
    private static readonly TimeSpan LongestLead = TimeSpan.FromSeconds(3);

    private readonly Func<CancellationToken, Task<IConductorLink>> _openAsync;
    private IConductorLink? _link;
    private long? _epoch;
    private int _rounds;

    private Conductor(Func<CancellationToken, Task<IConductorLink>> openAsync, TimeProvider time)
    {
        _openAsync = openAsync;
        Time = time;
    }

    /// <summary>The run that its rounds belong to.</summary>
    public Guid Run { get; private init; }

    /// <summary>Its clocks.</summary>
    public TimeProvider Time { get; }

    /// <summary>Between two looks at a round.</summary>
    public TimeSpan Pause { get; set; } = TimeSpan.FromMilliseconds(30);

    /// <summary>Time for each agent to hear of a start, beside its way.</summary>
    public TimeSpan Lead { get; private set; } = TimeSpan.FromMilliseconds(300);

    /// <summary>Since when it can hear, on its monotonic clock.</summary>
    public TimeSpan OpenSince { get; private set; }

    /// <summary>Now, on its monotonic clock.</summary>
    public TimeSpan Now => Time.GetElapsedTime(0, Time.GetTimestamp());

    /// <summary>Becomes the conductor.</summary>
    /// <param name="openAsync">Opens a session; asked again when one has broken.</param>
    /// <param name="run">A number that no other run has.</param>
    /// <param name="time">Its clocks.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="ClusterException">There is another one.</exception>
    public static async Task<Conductor> OpenAsync(
        Func<CancellationToken, Task<IConductorLink>> openAsync, Guid run, TimeProvider time, CancellationToken cancellationToken)
    {
        Conductor conductor = new(openAsync, time) { Run = run };
        try
        {
            // What a conductor that was killed has left behind goes first.
            await conductor.CallAsync(async link => await link.SweepAsync(cancellationToken).ConfigureAwait(false), cancellationToken)
                .ConfigureAwait(false);
            return conductor;
        }
        catch
        {
            await conductor.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Agents that are there.</summary>
    public Task<IReadOnlyList<AgentSight>> AgentsAsync(CancellationToken cancellationToken) =>
        CallAsync(link => link.AgentsAsync(cancellationToken), cancellationToken);

    /// <summary>Runs a round to its end. What happens to agents is in its outcome.</summary>
    /// <param name="plan">What to do.</param>
    /// <param name="cancellationToken">Has the agents stop; what they had measured by then counts.</param>
    /// <exception cref="ClusterException">Another conductor has taken over, or what coordinates does not come back.</exception>
    public Task<RoundOutcome> RunAsync(RoundPlan plan, CancellationToken cancellationToken) =>
        new ConductedRound(this, plan, ++_rounds).RunAsync(cancellationToken);

    /// <summary>Gives agents twice the time to hear of the next starts, up to three seconds: one heard of a start when it was over, as on a
    /// machine that has more to do than it has processors for, and would the next time as well.</summary>
    public void LengthenLead() => Lead = 2 * Lead < LongestLead ? 2 * Lead : LongestLead;

    /// <summary>Waits before the next look.</summary>
    /// <param name="isShort">Whether something was seen that the next look decides.</param>
    /// <param name="cancellationToken">Gives up.</param>
    public Task PauseAsync(bool isShort, CancellationToken cancellationToken) =>
        Task.Delay(isShort ? Blink : Pause, Time, cancellationToken);

    /// <summary>Waits before the next look at a round that is about to begin, or has begun.</summary>
    /// <param name="isShort">Whether something was seen that the next look decides.</param>
    /// <param name="start">When it begins, on the monotonic clock.</param>
    public Task PauseAsync(bool isShort, TimeSpan start) =>
        Task.Delay(StartPause.Of(isShort ? Blink : Pause, start - Now, Look), Time, CancellationToken.None);

    /// <summary>Calls, and calls again on a new session when the old one breaks: everything that is called can be repeated.</summary>
    public async Task<T> CallAsync<T>(Func<IConductorLink, Task<T>> call, CancellationToken cancellationToken)
    {
        TimeSpan since = Now;
        while (true)
        {
            try
            {
                return await call(await LinkAsync(cancellationToken).ConfigureAwait(false)).ConfigureAwait(false);
            }
            catch (LinkBrokenException e)
            {
                await DropAsync().ConfigureAwait(false);
                if (Now - since > Timeout)
                    throw Gone(e.Message);
            }

            await Task.Delay(Retry, Time, cancellationToken).ConfigureAwait(false);
        }
    }

    private static ClusterException Gone(string why)
    {
        string seconds = Timeout.TotalSeconds.ToString("0", CultureInfo.InvariantCulture);
        return new ClusterException(
            $"The database that coordinates the agents is gone, and did not come back for {seconds} s: {why} "
            + "What was measured before is kept.");
    }

    /// <summary>The same without an answer.</summary>
    public async Task CallAsync(Func<IConductorLink, Task> call, CancellationToken cancellationToken) => await CallAsync(
        async link =>
        {
            await call(link).ConfigureAwait(false);
            return true;
        },
        cancellationToken).ConfigureAwait(false);

    /// <summary>Removes what was stored, and lets the agents go.</summary>
    public async ValueTask DisposeAsync()
    {
        try
        {
            if (_epoch is not null)
                await SweepAtEndAsync().ConfigureAwait(false);
        }
        catch (Exception e) when (e is LinkBrokenException or ClusterException or OperationCanceledException)
        {
            // The next conductor removes it.
        }

        await DropAsync().ConfigureAwait(false);
    }

    private async Task SweepAtEndAsync()
    {
        using CancellationTokenSource limit = new(Timeout, Time);
        try
        {
            await SweepAsync(limit.Token).ConfigureAwait(false);
        }
        catch (LinkBrokenException)
        {
            // It may have broken long ago, and nobody had asked it anything since.
            await DropAsync().ConfigureAwait(false);
            await SweepAsync(limit.Token).ConfigureAwait(false);
        }
    }

    // On a new session when the old one is gone: what it leaves holds what was sent.
    private async Task SweepAsync(CancellationToken cancellationToken)
    {
        IConductorLink link = await LinkAsync(cancellationToken).ConfigureAwait(false);
        await link.SweepAsync(cancellationToken).ConfigureAwait(false);
    }

    private async Task<IConductorLink> LinkAsync(CancellationToken cancellationToken)
    {
        if (_link is { } open)
            return open;
        IConductorLink link = await _openAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            _epoch = await link.TakeAsync(_epoch, cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            await link.DisposeAsync().ConfigureAwait(false);
            throw;
        }

        OpenSince = Now;
        return _link = link;
    }

    private async Task DropAsync()
    {
        IConductorLink? link = _link;
        _link = null;
        if (link is not null)
            await link.DisposeAsync().ConfigureAwait(false);
    }
}
