using Syncopate.Cluster.Links;
using Syncopate.Texts;

namespace Syncopate.Cluster.Agents;

/// <summary>One round as one agent lives it: ready, begun, ended; its intervals are kept before anybody hears of them.</summary>
internal sealed class AgentRound(AgentCommand prepare, AgentSeat seat, AgentSettings settings, AgentOutbox outbox) : IDisposable
{
    /// <summary>What an agent says that was ready, and told to stop because others were not.</summary>
    public const string NotBegun = "it was stopped before it began";

    private readonly CancellationTokenSource _stop = new();
    private readonly TaskCompletionSource<long?> _begin = new(); // Null when it is stopped before it begins.
    private ITimer? _deadline;
    private volatile string? _broken; // Why it ended otherwise than planned; the first reason counts.
    private int _sequence; // Of the last interval that was kept. Only the load, one interval after the other.

    public AgentCommand Order => prepare;

    /// <summary>True once it is under way, or will be at <see cref="BeginsAt"/>.</summary>
    public bool HasBegun { get; private set; }

    /// <summary>When it begins, on the monotonic clock; null while nobody has said.</summary>
    public long? BeginsAt { get; private set; }

    /// <summary>Completes when nothing of it runs any more; never faulted.</summary>
    public Task Ended { get; private set; } = Task.CompletedTask;

    /// <summary>Whether a command is of this round.</summary>
    public bool IsOf(AgentCommand command) =>
        command.Run == prepare.Run && command.Round == prepare.Round && command.Epoch == prepare.Epoch;

    /// <summary>Gets ready as soon as the round before it has ended.</summary>
    public void Prepare(Task before) => Ended = DriveAsync(before);

    /// <summary>Begins at a timestamp, and ends itself when it has lasted as long as it may.</summary>
    public void Begin(long timestamp)
    {
        TimeSpan wait = settings.Time.GetElapsedTime(settings.Time.GetTimestamp(), timestamp);
        TimeSpan limit = TimeSpan.FromMicroseconds(prepare.Microseconds);
        _deadline = settings.Time.CreateTimer(_ => Expire(), null, wait + limit, Timeout.InfiniteTimeSpan);
        BeginsAt = timestamp;
        HasBegun = _begin.TrySetResult(timestamp);
    }

    /// <summary>Ends it as the conductor wants.</summary>
    public void Stop()
    {
        _stop.Cancel(); // First: work that is run when nobody has cancelled it yet asks the target.
        _begin.TrySetResult(null);
    }

    /// <summary>Ends it for a reason that makes it incomplete.</summary>
    public void Break(string reason)
    {
        _broken ??= reason;
        Stop();
    }

    public void Dispose()
    {
        _deadline?.Dispose();
        _stop.Dispose();
    }

    private void Expire()
    {
        if (!Ended.IsCompleted)
            Break("it had not ended when its time was over");
    }

    private async Task DriveAsync(Task before)
    {
        await before.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        long? begin = null;
        try
        {
            IPreparedWork work = await settings.Work.PrepareAsync(prepare.Body, Keep, _stop.Token).ConfigureAwait(false);
            Say(ReplyKind.Ready, "");
            begin = await _begin.Task.ConfigureAwait(false);
            // Work that was prepared is run, be it to its immediate end: only so is it closed.
            string summary = await work.RunAsync(begin ?? 0).ConfigureAwait(false);
            if (_broken is null && begin is not null)
                Say(ReplyKind.Done, summary);
            else
                SayEnded(begin is not null);
        }
        catch (ClusterException e)
        {
            Say(begin is not null ? ReplyKind.Failed : ReplyKind.Refused, e.Message);
        }
        catch (IOException e)
        {
            Say(ReplyKind.Failed, $"it cannot keep what it measures: {e.Message}");
        }
        catch (OperationCanceledException)
        {
            SayEnded(begin is not null);
        }
        // Whatever else arrives here is a fault of ours. The conductor waits for an answer, and the agent is there for the next round.
#pragma warning disable CA1031 // As above.
        catch (Exception e)
#pragma warning restore CA1031
        {
            // What an exception says may hold what was to be sent, which belongs into no report and no log.
            string what = $"a fault of Syncopate ended it ({e.GetType().Name})";
            settings.Notify($"The load: {what}. Please report this: {e.StackTrace}");
            Say(begin is not null ? ReplyKind.Failed : ReplyKind.Refused, $"{what}; its own output says where, please report it");
        }
    }

    // What broke it is a loss, before it began too: it may go well the next time. Only who will not, or cannot, refuses.
    private void SayEnded(bool hasBegun)
    {
        if (_broken is { } reason)
            Say(ReplyKind.Failed, reason);
        else
            Say(hasBegun ? ReplyKind.Failed : ReplyKind.Refused, NotBegun);
    }

    private void Keep(string body)
    {
        StoredInterval interval = new(prepare.Run, prepare.Round, seat.Id, seat.Incarnation, _sequence + 1, body);
        settings.Spool.Keep(interval);
        _sequence++; // Now: one that could not be kept never comes, and a conductor that knew of it would wait for it.
        outbox.Add(interval);
    }

    // A reason may repeat what a server or the system said; a database takes no text with a zero in it, and it would be sent forever.
    private void Say(ReplyKind kind, string body)
    {
        string said = kind is ReplyKind.Refused or ReplyKind.Failed ? PrintableText.Line(body) : body;
        outbox.Add(new AgentReply(prepare.Run, prepare.Round, kind, said, _sequence));
    }
}
