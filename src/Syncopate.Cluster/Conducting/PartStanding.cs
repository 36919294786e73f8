using System.Globalization;
using Syncopate.Cluster.Links;

namespace Syncopate.Cluster.Conducting;

/// <summary>How one agent's part of a round stands, as the conductor has seen it.</summary>
/// <param name="part">Who, and what.</param>
/// <param name="grace">How long a session may be gone while the conductor's own is there.</param>
internal sealed class PartStanding(RoundPart part, TimeSpan grace)
{
    /// <summary>A session that is gone may come back so long: a database restarts within a second.</summary>
    public static readonly TimeSpan Grace = TimeSpan.FromSeconds(3);

    /// <summary>Three intervals and what one of them may be late.</summary>
    public static readonly TimeSpan Silence = TimeSpan.FromSeconds(4);

    /// <summary>Why the part of an agent is not whole that was stopped because of another.</summary>
    public const string StoppedForOthers = "it was stopped, as another agent was lost";

    /// <summary>Why the part of an agent is not whole that sent what nobody can read.</summary>
    public const string SentUnreadable = "it sent figures that cannot be read";

    private const string SentNothing = "it sent nothing for";

    private readonly HashSet<int> _late = [];
    private TimeSpan? _absentSince;
    private TimeSpan? _presentAt;
    private int _absentLooks;
    private TimeSpan _heard;
    private TimeSpan _away; // How long its session was gone and came back since it was heard.
    private AgentReply? _end;

    public RoundPart Part => part;

    /// <summary>The last interval that counts.</summary>
    public int Sequence { get; private set; }

    public bool IsReady { get; private set; }

    public bool IsRefused { get; private set; }

    /// <summary>Why it is given up; null while it is not.</summary>
    public string? Lost { get; private set; }

    public TimeSpan? LostAt { get; private set; }

    /// <summary>Whether it learned of the start when that was over.</summary>
    public bool HeardLate => Lost?.StartsWith(AgentReply.HeardLate, StringComparison.Ordinal) == true;

    /// <summary>True when it was stopped because the round had become pointless.</summary>
    public bool IsPointless { get; set; }

    /// <summary>Whether nothing more is awaited of it.</summary>
    public bool IsSettled => Lost is not null || (_end is { } end && end.Last <= Sequence);

    /// <summary>True when its session was missed at one look only: what ends all sessions ends that of the conductor a moment later, and is
    /// not the agent's loss.</summary>
    public bool IsJustMissed => _absentLooks == 1 && !IsSettled;

    /// <summary>True while its session is gone and it is not given up yet.</summary>
    public bool IsAway => _absentLooks > 1 && !IsSettled;

    public IntervalMark Mark => new(part.Agent.Id, part.Agent.Incarnation, Sequence);

    /// <summary>Takes what was seen of it.</summary>
    /// <returns>The intervals that count from now on.</returns>
    public IReadOnlyList<StoredInterval> See(RoundSight sight, TimeSpan now)
    {
        SeeSession(sight.Present, now);
        // Before the replies: what was stored before an end was reported came before it.
        List<StoredInterval> counted = [];
        foreach (StoredInterval interval in sight.Intervals.Where(IsOwn))
        {
            if (Lost is not null)
            {
                _late.Add(interval.Sequence);
            }
            else if (interval.Sequence == Sequence + 1)
            {
                Sequence++;
                Begin(now);
                counted.Add(interval);
            }
        }

        foreach (ReceivedReply received in sight.Replies.Where(IsOwn))
            SeeReply(received.Reply, now);
        if (_end is { Kind: ReplyKind.Failed } failed && failed.Last <= Sequence)
            GiveUp(failed.Body, now);
        return counted;
    }

    /// <summary>Begins to await its next interval.</summary>
    public void Begin(TimeSpan at) => (_heard, _away) = (at, TimeSpan.Zero);

    /// <summary>Gives it up when it has been silent, or away, for too long.</summary>
    /// <param name="now">Now.</param>
    /// <param name="openSince">Since when the conductor itself could hear anything.</param>
    /// <param name="hasBegun">Whether intervals are due.</param>
    public void Judge(TimeSpan now, TimeSpan openSince, bool hasBegun)
    {
        if (IsSettled)
            return;
        if (_absentSince is { } since && IsGone(since, now, openSince))
        {
            GiveUp(grace == TimeSpan.Zero ? "its session ended" : "its session ended and did not come back", since);
        }
        else if (hasBegun && _end is null && _absentSince is null && now - Later(_heard + _away, openSince) > Silence)
        {
            GiveUp(
                string.Create(CultureInfo.InvariantCulture, $"{SentNothing} {Silence.TotalSeconds:0} s, though its session was there"),
                _heard);
        }
    }

    /// <summary>Nothing more of it counts.</summary>
    public void GiveUp(string reason, TimeSpan at)
    {
        Lost ??= reason;
        LostAt ??= at;
    }

    /// <summary>Nothing more of it counts, from an interval on that cannot be read.</summary>
    public void Reject(int sequence, TimeSpan at)
    {
        Sequence = sequence - 1;
        (Lost, LostAt) = (SentUnreadable, at);
    }

    public PartOutcome ToOutcome(TimeSpan? started) => new(part.Agent)
    {
        Summary = _end?.Kind == ReplyKind.Done && Lost is null ? _end.Body : null,
        Missing = Lost ?? (IsPointless ? StoppedForOthers : null),
        LostAt = LostAt is { } at && started is { } from ? (at > from ? at - from : TimeSpan.Zero) : null,
        IsRefused = IsRefused,
        Intervals = Sequence,
        LateIntervals = _late.Count,
    };

    // It was there by this very session of the conductor, or could long have come back since, and went alone: then it is the agent, and
    // not what coordinates.
    private bool IsGone(TimeSpan since, TimeSpan now, TimeSpan openSince) => _presentAt >= openSince || since - openSince > Grace
        ? _absentLooks > 1 && now - since >= grace
        : now - Later(since, openSince) > Grace;

    private void SeeSession(IReadOnlyList<AgentSight> present, TimeSpan now)
    {
        AgentSight? seen = present.FirstOrDefault(agent => agent.Id == part.Agent.Id);
        if (seen is not null && seen.Incarnation != part.Agent.Incarnation && !IsSettled)
            GiveUp("its process was started anew", _absentSince ?? now);
        _absentLooks = seen is null ? _absentLooks + 1 : 0;
        if (seen is null)
        {
            _absentSince ??= now;
            return;
        }

        if (_absentSince is { } since)
            _away += Later(now - Later(since, _heard), TimeSpan.Zero);
        (_absentSince, _presentAt) = (null, now);
    }

    private void SeeReply(AgentReply reply, TimeSpan now)
    {
        switch (reply.Kind)
        {
            case ReplyKind.Ready:
                IsReady = true;
                break;
            case ReplyKind.Refused:
                IsRefused = true;
                GiveUp(reply.Body, now);
                break;
            case ReplyKind.Done or ReplyKind.Failed:
                _end = reply;
                break;
            default:
                GiveUp(SentUnreadable, now); // A number that is none of ours.
                break;
        }
    }

    private bool IsOwn(ReceivedReply received) => received.Agent == part.Agent.Id && received.Incarnation == part.Agent.Incarnation;

    private bool IsOwn(StoredInterval interval) => interval.Agent == part.Agent.Id && interval.Incarnation == part.Agent.Incarnation;

    private static TimeSpan Later(TimeSpan a, TimeSpan b) => a > b ? a : b;
}
