namespace FeedService.Race;

/// <summary>The answer of a lane that did all its work: what ticket and lane stand for, not what the clock showed.</summary>
internal sealed record LaneAnswer(int Ticket, int Lane, double WorkMilliseconds);
