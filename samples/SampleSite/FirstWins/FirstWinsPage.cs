using SampleSite.Timing;

namespace SampleSite.FirstWins;

/// <summary>What the page about races shows.</summary>
/// <param name="Shown">The form that made it.</param>
/// <param name="Ticket">The race's number.</param>
/// <param name="Winner">The answer that was used, or the last failure when no server answered.</param>
/// <param name="Losers">What became of the nine others; empty when one server was asked.</param>
/// <param name="Waterfall">The calls over time.</param>
public sealed record FirstWinsPage(DemoForm Shown, int Ticket, LaneAnswer Winner, string Losers, Waterfall Waterfall);
