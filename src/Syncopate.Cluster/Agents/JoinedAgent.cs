using System.Runtime.CompilerServices;
using Syncopate.Cluster.Links;
using Syncopate.Units;

namespace Syncopate.Cluster.Agents;

/// <summary>One agent: joins, hears what to do, does it, and sends what it measured. It has no open port. It goes on through breaks of its
/// session, and ends a load by itself when nobody can tell it to any more.</summary>
internal sealed class JoinedAgent(AgentSettings settings) : IDisposable
{
    /// <summary>Why it ended its load by itself, when it was cut off, stood still, or what coordinates was gone: it cannot tell
    /// which.</summary>
    public const string HeardNothing = "it received nothing from the database for 2 s";

    /// <summary>Why it ended its load by itself, when its conductor was there and gave no sign of life.</summary>
    public const string ConductorStoodStill = "its coordinator stopped responding";

    /// <summary>Why the load of an agent is not whole that was stopped in order.</summary>
    public const string WasEnded = "the agent was ended";

    /// <summary>How long a load goes on without a session, or without its conductor.</summary>
    public static readonly TimeSpan Alone = TimeSpan.FromSeconds(2);

    private static readonly TimeSpan IdlePause = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan ReadyPause = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan BusyPause = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan QuestionWork = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan FirstRetry = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan LongestRetry = TimeSpan.FromSeconds(2);
    // No conductor announces a start that is so far away: the common clock was set since it was read, and a timer may not go so far.
    private static readonly TimeSpan FarthestStart = TimeSpan.FromMinutes(5);

    // A conductor that was cut off is back within ten seconds, or has given up.
    private static readonly TimeSpan ConductorAway = TimeSpan.FromSeconds(15);

    private readonly TimeProvider _time = settings.Time;
    private readonly AgentOutbox _outbox = new();
    private readonly AgentClock _clock = new(settings.Time);
    private AgentSeat? _seat;
    private bool _wasClockSet; // Whether a start said that the common clock is another one than it was.
    private AgentRound? _round;
    private long _after; // The last command that was heard.
    private bool _isReleased = true;
    private bool _mayHaveKept = true; // Of the process before, too.
    private bool _mayHaveOrders = true; // As above, in the database.
    private bool _hasConductor; // Whether it heard of one last.
    private long? _alone; // Since when it hears of no conductor; null while one is there, or a load under way.

    // Written by the session, read by the watch as well: on the monotonic clock.
    private long _contact;
    private long _conductorSeen;
    private volatile string _conductorless = HeardNothing; // What it says of a conductor that is not seen, by what it heard last.

    /// <summary>Works until it is cancelled; then the load under way is given up.</summary>
    /// <exception cref="ClusterException">It may not join, now or ever.</exception>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        try
        {
            await JoinAgainAndAgainAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (LinkBrokenException)
        {
            cancellationToken.ThrowIfCancellationRequested(); // Else it would have tried again.
            throw;
        }
        finally
        {
            await EndRoundAsync(WasEnded).ConfigureAwait(false);
            settings.Work.Release();
        }
    }

    public void Dispose() => _round?.Dispose();

    /// <summary>How long it waits before it opens a session again. A load under way ends after two seconds alone: a database that comes
    /// back within them is to find its agents again.</summary>
    /// <param name="failures">That went before this one.</param>
    /// <param name="isBusy">Whether a load is under way.</param>
    internal static TimeSpan RetryAfter(int failures, bool isBusy) => isBusy
        ? FirstRetry
        : TimeSpan.FromTicks(Math.Min(FirstRetry.Ticks << Math.Min(failures, 10), LongestRetry.Ticks));

    private async Task JoinAgainAndAgainAsync(CancellationToken cancellationToken)
    {
        int failures = 0;
        bool isReportedBroken = false;
        foreach (StoredInterval left in settings.Spool.Left())
            _outbox.Add(left);
        while (true)
        {
            try
            {
                IAgentLink link = await settings.OpenAsync(cancellationToken).ConfigureAwait(false);
                await using ConfiguredAsyncDisposable end = link.ConfigureAwait(false);
                await JoinAsync(link, cancellationToken).ConfigureAwait(false);
                (failures, isReportedBroken) = (0, false);
                await ServeToEndAsync(link, cancellationToken).ConfigureAwait(false);
            }
            catch (LinkBrokenException e) when (!cancellationToken.IsCancellationRequested)
            {
                if (!isReportedBroken)
                    settings.Notify($"The session is gone: {e.Message} Trying again.");
                isReportedBroken = true;
            }

            await Task.Delay(RetryAfter(failures++, IsBusy), _time, cancellationToken).ConfigureAwait(false);
        }
    }

    private async Task JoinAsync(IAgentLink link, CancellationToken cancellationToken)
    {
        AgentSeat seat = await link.JoinAsync(settings.Card, _seat, cancellationToken).ConfigureAwait(false);
        if (_seat is null)
            _after = seat.LastCommand;
        _seat = seat;
        _contact = _time.GetTimestamp();
        // A session that is back finds the clock known: it hangs on this machine's own, and all that is heard says more of it.
        if (!_clock.IsKnown)
            await MeasureClockAsync(link, cancellationToken).ConfigureAwait(false);
        await link.DescribeAsync(_clock.Reading, isBusy: IsBusy, cancellationToken).ConfigureAwait(false);
        settings.Notify($"'{settings.Card.Name}' has joined.");
    }

    private Task MeasureClockAsync(IAgentLink link, CancellationToken cancellationToken)
    {
        return _clock.MeasureAsync(ReadAsync, settings.ClockQuestions, cancellationToken);

        // Where an answer takes long, all of them take longer than an agent may be alone: each is one that it had.
        async Task<long> ReadAsync(CancellationToken token)
        {
            long common = await link.ReadClockAsync(token).ConfigureAwait(false);
            Volatile.Write(ref _contact, _time.GetTimestamp());
            return common;
        }
    }

    /// <summary>Serves; an agent that is ended says what it measured and that it leaves.</summary>
    private async Task ServeToEndAsync(IAgentLink link, CancellationToken cancellationToken)
    {
        // A statement that is cancelled breaks the session, by which the agent is to say what it measured: what is under way may end.
        using CancellationTokenSource statements = new(Timeout.InfiniteTimeSpan, _time);
        using CancellationTokenRegistration ending = cancellationToken.Register(() => statements.CancelAfter(Alone));
        try
        {
            await ServeAsync(link, statements.Token, cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            await EndRoundAsync(WasEnded).ConfigureAwait(false);
            using CancellationTokenSource limit = new(Alone, _time);
            await SendAsync(link, limit.Token).ConfigureAwait(false);
            ForgetStored();
            // Of a conductor that was killed: its orders would keep this agent's row until the next one comes.
            if (!_hasConductor && _mayHaveOrders)
                await link.ForgetAsync(limit.Token).ConfigureAwait(false);
            await link.LeaveAsync(limit.Token).ConfigureAwait(false);
            throw;
        }
    }

    private bool IsBusy => _round is { Ended.IsCompleted: false };

    /// <param name="link">Its session.</param>
    /// <param name="statements">Ends what is asked of the session.</param>
    /// <param name="cancellationToken">Ends the agent, between two questions.</param>
    private async Task ServeAsync(IAgentLink link, CancellationToken statements, CancellationToken cancellationToken)
    {
        while (true)
        {
            long asked = _time.GetTimestamp();
            AgentHearing hearing = await link.HearAsync(_after, statements).ConfigureAwait(false);
            Note(hearing, asked);
            // What a conductor said that is gone waits until it is back, or another one has come.
            foreach (AgentCommand command in hearing.Commands.TakeWhile(command => command.Epoch <= hearing.Epoch))
            {
                if (command.Epoch == hearing.Epoch)
                    await ObeyAsync(link, command, statements).ConfigureAwait(false);
                _after = command.Number;
            }

            await SendAsync(link, statements).ConfigureAwait(false);
            ForgetStored();
            if (!IsBusy && !_isReleased && hearing.Epoch is null)
                await ReleaseAsync(link, statements).ConfigureAwait(false);
            await ForgetAsync(link, hearing.Epoch is not null, statements).ConfigureAwait(false);
            await PauseAsync(link, cancellationToken).ConfigureAwait(false);
        }
    }

    private void Note(AgentHearing hearing, long asked)
    {
        long now = _time.GetTimestamp();
        Volatile.Write(ref _contact, now);
        if (hearing.CommonClock is { } common)
            _clock.Add(asked, common, now);
        _hasConductor = hearing.Epoch is not null;
        bool isStill = hearing.Silence >= AgentHearing.LongestSilence;
        _conductorless = hearing.Epoch is null ? "its coordinator was gone" : isStill ? ConductorStoodStill : HeardNothing;
        if (_round is not { } round)
            return;
        if (hearing.Epoch is not null && hearing.Epoch != round.Order.Epoch)
            round.Break("another coordinator has taken over");
        else if (hearing.Epoch is not null && !isStill)
            Volatile.Write(ref _conductorSeen, Math.Max(_conductorSeen, SeenAt(hearing, now)));
    }

    // By a fresh sign of life it was seen then, and may be gone since; else somebody has looked whether it is there.
    private long SeenAt(AgentHearing hearing, long now) => hearing.IsFresh
        ? now - ClockTicks.Of(hearing.Silence, _time.TimestampFrequency)
        : now;

    private async Task ObeyAsync(IAgentLink link, AgentCommand command, CancellationToken cancellationToken)
    {
        if (command.Kind == CommandKind.Prepare)
            await PrepareAsync(link, command, cancellationToken).ConfigureAwait(false);
        else if (_round is { } round && round.IsOf(command) && command.Kind == CommandKind.Stop)
            round.Stop();
        else if (_round is { } ready && ready.IsOf(command))
            Begin(ready, _clock.ToTimestamp(command.Microseconds));
    }

    private async Task PrepareAsync(IAgentLink link, AgentCommand command, CancellationToken cancellationToken)
    {
        _round?.Break("a new round has begun");
        Task before = _round?.Ended ?? Task.CompletedTask;
        if (_wasClockSet)
            _clock.Forget();
        _wasClockSet = false;
        await MeasureClockAsync(link, cancellationToken).ConfigureAwait(false);
        await link.DescribeAsync(_clock.Reading, isBusy: true, cancellationToken).ConfigureAwait(false);
        (_isReleased, _mayHaveKept, _mayHaveOrders) = (false, true, true);
        _conductorSeen = _time.GetTimestamp();
        AgentSeat seat = _seat ?? throw new InvalidOperationException("An agent hears nothing before it has joined.");
        AgentRound? last = _round;
        _round = new AgentRound(command, seat, settings, _outbox);
        _round.Prepare(DisposeAsync(before, last));
        _ = WatchAsync(_round);
    }

    private static async Task DisposeAsync(Task before, AgentRound? round)
    {
        await before.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        round?.Dispose();
    }

    private void Begin(AgentRound round, long timestamp)
    {
        TimeSpan late = _time.GetElapsedTime(timestamp, _time.GetTimestamp());
        if (round.HasBegun)
            return; // Ordered twice.
        bool isFar = late > FarthestStart || late < -FarthestStart;
        _wasClockSet |= isFar;
        if (late > TimeSpan.Zero)
        {
            round.Break(FormattableString.Invariant($"{AgentReply.HeardLate} {late.TotalMilliseconds:0} ms after it"));
        }
        else if (isFar)
        {
            round.Break(FormattableString.Invariant(
                $"its start was {-late.TotalSeconds:#,0} s away: the database's clock was set forward"));
        }
        else
        {
            round.Begin(timestamp);
        }
    }

    // Intervals and replies in the order in which they arose: who has heard of the end has all that came before.
    private async Task SendAsync(IAgentLink link, CancellationToken cancellationToken)
    {
        while (true)
        {
            if (_outbox.Intervals() is { Count: > 0 } intervals)
            {
                await link.StoreAsync(intervals, cancellationToken).ConfigureAwait(false);
                _outbox.Sent(intervals.Count);
            }
            else if (_outbox.Reply() is { } reply)
            {
                await link.ReplyAsync(reply, cancellationToken).ConfigureAwait(false);
                _outbox.Sent(1);
            }
            else
            {
                return;
            }

            Volatile.Write(ref _contact, _time.GetTimestamp());
        }
    }

    // When no load is under way nothing is added any more, and when nothing waits all that was kept is stored: a spool holds one load.
    private void ForgetStored()
    {
        if (!_mayHaveKept || IsBusy || !_outbox.IsEmpty)
            return;
        settings.Spool.Clear();
        _mayHaveKept = false;
    }

    private async Task ReleaseAsync(IAgentLink link, CancellationToken cancellationToken)
    {
        settings.Work.Release();
        settings.Spool.Clear();
        _isReleased = true;
        await link.DescribeAsync(_clock.Reading, isBusy: false, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Removes what a conductor has left that did not end in order: what it ordered holds header values and bodies.</summary>
    private async Task ForgetAsync(IAgentLink link, bool isConductorThere, CancellationToken cancellationToken)
    {
        long now = _time.GetTimestamp();
        _alone = isConductorThere || !_isReleased ? null : _alone ?? now;
        if (!_mayHaveOrders || _alone is not { } since || _time.GetElapsedTime(since, now) < ConductorAway)
            return;
        _mayHaveOrders = !await link.ForgetAsync(cancellationToken).ConfigureAwait(false);
    }

    private async Task PauseAsync(IAgentLink link, CancellationToken cancellationToken)
    {
        if (_isReleased)
        {
            await link.WaitAsync(IdlePause, cancellationToken).ConfigureAwait(false);
            return;
        }

        TimeSpan pause = _round is { HasBegun: true, Ended.IsCompleted: false } ? BusyPause : ReadyPause;
        if (_round?.BeginsAt is { } start)
            pause = StartPause.Of(pause, _time.GetElapsedTime(_time.GetTimestamp(), start), QuestionTime());
        await Task.WhenAny(Task.Delay(pause, _time, cancellationToken), _outbox.Filled).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
    }

    // What is asked, what is stored by then, and what they take of the processors.
    private TimeSpan QuestionTime() =>
        QuestionWork + TimeSpan.FromMicroseconds(2.0 * _clock.Reading.RoundTripMicroseconds);

    /// <summary>Ends a round whose session or conductor is gone for too long: nobody could stop it any more.</summary>
    private async Task WatchAsync(AgentRound round)
    {
        while (!round.Ended.IsCompleted)
        {
            long seen = Math.Min(Volatile.Read(ref _contact), Volatile.Read(ref _conductorSeen));
            TimeSpan left = Alone - _time.GetElapsedTime(seen);
            if (left <= TimeSpan.Zero)
            {
                round.Break(_conductorless);
                return;
            }

            // A part of a millisecond is no delay.
            TimeSpan wait = TimeSpan.FromMilliseconds(Math.Ceiling(left.TotalMilliseconds));
            await Task.WhenAny(Task.Delay(wait, _time, CancellationToken.None), round.Ended).ConfigureAwait(false);
        }
    }

    private async Task EndRoundAsync(string reason)
    {
        if (_round is not { } round)
            return;
        _round = null;
        round.Break(reason);
        await round.Ended.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        round.Dispose();
    }
}
