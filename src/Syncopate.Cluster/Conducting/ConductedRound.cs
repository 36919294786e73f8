using Syncopate.Cluster.Links;

namespace Syncopate.Cluster.Conducting;

/// <summary>One round from its first command to its outcome. Nothing is ever moved from an agent that is lost to the others: that would
/// change what is measured.</summary>
internal sealed class ConductedRound(Conductor conductor, RoundPlan plan, int number)
{
    // A look that took longer met a database that was away.
    private static readonly TimeSpan LongestLook = TimeSpan.FromSeconds(3);

    private static readonly TimeSpan StopTimeout = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan EndTimeout = TimeSpan.FromSeconds(5);

    private readonly PartStanding[] _parts = [.. plan.Parts.Select(part =>
        new PartStanding(part, plan.EndsWhenIncomplete ? TimeSpan.Zero : PartStanding.Grace))];
    private TimeSpan? _start; // On the conductor's monotonic clock.
    private long? _startMicroseconds;
    private TimeSpan? _stopped;
    private long _serverMicroseconds;
    private TimeSpan _lookTime; // Of the last look.

    public async Task<RoundOutcome> RunAsync(CancellationToken cancellationToken)
    {
        await CommandAsync(CommandKind.Prepare, _ => (long)plan.Limit.TotalMicroseconds).ConfigureAwait(false);
        TimeSpan prepared = conductor.Now;
        while (true)
        {
            TimeSpan asked = await LookAsync().ConfigureAwait(false);
            TimeSpan now = conductor.Now;
            GiveUpLate(asked, prepared);
            bool isLost = Array.Exists(_parts, part => part.Lost is not null);
            if (Array.TrueForAll(_parts, part => part.IsSettled))
                break;
            if (_start is null && !isLost && Array.TrueForAll(_parts, part => part.IsReady) && !cancellationToken.IsCancellationRequested)
                await StartAsync().ConfigureAwait(false);
            // A round that cannot begin with all of its agents does not begin; what began is ended when it counts only as a whole.
            bool isPointless = isLost && (_start is null || plan.EndsWhenIncomplete);
            if (_stopped is null && (isPointless || cancellationToken.IsCancellationRequested))
            {
                _stopped = now;
                foreach (PartStanding part in _parts.Where(part => isPointless && !part.IsSettled))
                    part.IsPointless = true;
                await CommandAsync(CommandKind.Stop, _ => 0).ConfigureAwait(false);
            }

            await PauseAsync().ConfigureAwait(false);
        }

        if (Array.Exists(_parts, part => part.HeardLate))
            conductor.LengthenLead();
        return new RoundOutcome([.. _parts.Select(part => part.ToOutcome(_start))]) { StartedMicroseconds = _startMicroseconds };
    }

    private Task PauseAsync()
    {
        bool isShort = Array.Exists(_parts, part => part.IsJustMissed);
        return _start is { } start
            ? conductor.PauseAsync(isShort, start)
            : conductor.PauseAsync(isShort, CancellationToken.None);
    }

    /// <returns>When it was asked: what has happened since then may not have been seen, as this program may have stood still.</returns>
    private async Task<TimeSpan> LookAsync()
    {
        TimeSpan asked = conductor.Now;
        RoundSight sight = await conductor
            .CallAsync(link => link.LookAsync(conductor.Run, number, [.. _parts.Select(part => part.Mark)], CancellationToken.None),
                CancellationToken.None)
            .ConfigureAwait(false);
        _serverMicroseconds = sight.ServerMicroseconds;
        TimeSpan now = conductor.Now;
        _lookTime = now - asked;
        for (int i = 0; i < _parts.Length; i++)
        {
            (bool wasSettled, bool wasAway) = (_parts[i].IsSettled, _parts[i].IsAway);
            Keep(i, _parts[i].See(sight, now), now);
            _parts[i].Judge(asked, conductor.OpenSince, _start is { } start && asked > start);
            if (_parts[i].IsAway != wasAway && _parts[i].Lost is null)
                plan.Away(i, _parts[i].IsAway);
            if (!wasSettled && _parts[i].IsSettled)
                plan.Settled(i);
        }

        return asked;
    }

    // An agent that sends what nobody can read is lost by that, and the others are not.
    private void Keep(int part, IReadOnlyList<StoredInterval> intervals, TimeSpan now)
    {
        foreach (StoredInterval interval in intervals)
        {
            try
            {
                plan.Keep(part, interval.Sequence, interval.Body);
            }
            catch (ClusterException)
            {
                _parts[part].Reject(interval.Sequence, now);
                return;
            }
        }
    }

    private void GiveUpLate(TimeSpan now, TimeSpan prepared)
    {
        string? reason = this switch
        {
            { _stopped: { } stopped } when now - stopped > StopTimeout => "it did not end when it was told to",
            { _start: { } start } when now - start > plan.Limit + EndTimeout => "it had not ended when its time was over",
            { _start: null } when now - prepared > plan.ReadyTimeout => "it was not ready in time",
            _ => null,
        };
        if (reason is null)
            return;
        for (int i = 0; i < _parts.Length; i++)
        {
            if (_parts[i].IsSettled || (_start is null && _stopped is null && _parts[i].IsReady))
                continue;
            _parts[i].GiveUp(reason, now);
            plan.Settled(i);
        }
    }

    private async Task StartAsync()
    {
        long farthest = _parts.Max(part => part.Part.Agent.Clock?.RoundTripMicroseconds ?? 0);
        // The command has a way of its own before agents can hear of it, which takes no longer than the look just now.
        TimeSpan own = _lookTime < LongestLook ? _lookTime : LongestLook;
        TimeSpan lead = conductor.Lead + own + TimeSpan.FromMicroseconds(2 * farthest);
        _startMicroseconds = _serverMicroseconds + (long)lead.TotalMicroseconds;
        _start = conductor.Now + lead;
        foreach (PartStanding part in _parts)
            part.Begin(_start.Value);
        plan.Started(_start.Value);
        await CommandAsync(CommandKind.Start, part => _startMicroseconds.Value + part.PhaseMicroseconds).ConfigureAwait(false);
    }

    private Task CommandAsync(CommandKind kind, Func<RoundPart, long> microseconds)
    {
        Dictionary<int, AgentCommand> commands = plan.Parts.ToDictionary(
            part => part.Agent.Id,
            part => new AgentCommand(0, 0, conductor.Run, number, kind)
            {
                Body = kind == CommandKind.Prepare ? part.Order : "",
                Microseconds = microseconds(part),
            });
        return conductor.CallAsync(link => link.CommandAsync(commands, CancellationToken.None), CancellationToken.None);
    }
}
