using Syncopate.Cluster.Conducting;
using Syncopate.Cluster.Links;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>How a coordinator judges one agent by what it sees.</summary>
public sealed class PartStandingTests
{
    private static readonly AgentSight Agent = new(1, 1, new AgentCard("a1", "1", "machine", "id", 2, null));

    [Fact]
    public void An_agent_whose_session_ended_and_is_back_in_time_is_not_lost()
    {
        PartStanding standing = new(new RoundPart(Agent, "", 0), PartStanding.Grace);

        See(standing, 0, isThere: true);
        See(standing, 1, isThere: false);
        See(standing, 1.1, isThere: false);
        bool wasAway = standing.IsAway;
        See(standing, 3.9, isThere: true);
        See(standing, 9, isThere: true);

        Assert.True(wasAway);
        Assert.False(standing.IsAway);
        Assert.Null(standing.Lost);
    }

    [Fact]
    public void One_that_does_not_come_back_is_lost_since_its_session_ended()
    {
        PartStanding standing = new(new RoundPart(Agent, "", 0), PartStanding.Grace);

        See(standing, 0, isThere: true);
        See(standing, 1, isThere: false);
        See(standing, 3.9, isThere: false);
        string? before = standing.Lost;
        See(standing, 4.1, isThere: false);

        Assert.Null(before);
        Assert.Equal("its session ended and did not come back", standing.Lost);
        Assert.Equal(TimeSpan.FromSeconds(1), standing.LostAt);
    }

    /// <summary>Where only whole loads count it is waited for no longer than it takes to see that it is not all of them.</summary>
    [Fact]
    public void Without_grace_it_is_lost_at_the_second_look()
    {
        PartStanding standing = new(new RoundPart(Agent, "", 0), TimeSpan.Zero);

        See(standing, 0, isThere: true);
        See(standing, 1, isThere: false);
        string? before = standing.Lost;
        See(standing, 1.02, isThere: false);

        Assert.Null(before);
        Assert.Equal("its session ended", standing.Lost);
    }

    /// <summary>As one that is killed just before it sends: four seconds of silence are over before three without a session.</summary>
    [Fact]
    public void One_whose_session_is_gone_is_not_said_to_be_there_however_long_it_was_silent()
    {
        PartStanding standing = new(new RoundPart(Agent, "", 0), PartStanding.Grace);

        See(standing, 0, isThere: true, hasBegun: true);
        See(standing, 2, isThere: false, hasBegun: true);
        See(standing, 4.5, isThere: false, hasBegun: true);
        string? before = standing.Lost;
        See(standing, 5.1, isThere: false, hasBegun: true);

        Assert.Null(before);
        Assert.Equal("its session ended and did not come back", standing.Lost);
    }

    [Fact]
    public void One_that_is_there_and_sends_nothing_is_lost_after_four_seconds()
    {
        PartStanding standing = new(new RoundPart(Agent, "", 0), PartStanding.Grace);

        See(standing, 4, isThere: true, hasBegun: true);
        string? before = standing.Lost;
        See(standing, 4.1, isThere: true, hasBegun: true);

        Assert.Null(before);
        Assert.Equal("it sent nothing for 4 s, though its session was there", standing.Lost);
    }

    /// <summary>It was silent while it was away, for which it has a grace: it was lost at the look that saw it come back.</summary>
    [Fact]
    public void One_that_comes_back_in_time_is_lost_only_after_four_seconds_with_a_session()
    {
        PartStanding standing = new(new RoundPart(Agent, "", 0), PartStanding.Grace);

        See(standing, 0, isThere: true, hasBegun: true);
        See(standing, 1.5, isThere: false, hasBegun: true);
        See(standing, 4.2, isThere: true, hasBegun: true);
        See(standing, 6.6, isThere: true, hasBegun: true);
        string? before = standing.Lost;
        See(standing, 6.8, isThere: true, hasBegun: true);

        Assert.Null(before);
        Assert.Equal("it sent nothing for 4 s, though its session was there", standing.Lost);
    }

    /// <summary>Nothing of it counts, and it may be begun anew with it.</summary>
    [Fact]
    public void One_that_was_kept_from_beginning_is_lost_and_has_not_refused()
    {
        PartStanding standing = new(new RoundPart(Agent, "", 0), TimeSpan.Zero);
        AgentReply late = new(Guid.Empty, 1, ReplyKind.Failed, AgentReply.HeardLate + " 40 ms after it");

        ReceivedReply received = new(Agent.Id, Agent.Incarnation, late);
        standing.See(new RoundSight([Agent], [received], [], 0), TimeSpan.FromSeconds(1));

        PartOutcome outcome = standing.ToOutcome(started: null);
        Assert.True(standing.IsSettled);
        Assert.True(standing.HeardLate);
        Assert.Equal(("it heard of the start 40 ms after it", false, false), (outcome.Missing, outcome.IsRefused, outcome.IsComplete));
    }

    /// <summary>It was an end that says nothing, by which the load had no agent that was lost and was not whole.</summary>
    [Fact]
    public void One_that_answers_what_nobody_can_is_lost()
    {
        PartStanding standing = new(new RoundPart(Agent, "", 0), PartStanding.Grace);
        AgentReply odd = new(Guid.Empty, 1, (ReplyKind)99, "all is well");

        ReceivedReply received = new(Agent.Id, Agent.Incarnation, odd);
        standing.See(new RoundSight([Agent], [received], [], 0), TimeSpan.FromSeconds(1));

        PartOutcome outcome = standing.ToOutcome(started: null);
        Assert.Equal((PartStanding.SentUnreadable, false), (outcome.Missing, outcome.IsComplete));
    }

    private static void See(PartStanding standing, double seconds, bool isThere, bool hasBegun = false)
    {
        TimeSpan now = TimeSpan.FromSeconds(seconds);
        standing.See(new RoundSight(isThere ? [Agent] : [], [], [], 0), now);
        standing.Judge(now, openSince: TimeSpan.Zero, hasBegun);
    }
}
