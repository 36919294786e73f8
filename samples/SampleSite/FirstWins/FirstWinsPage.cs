using SampleSite.Timing;

namespace SampleSite.FirstWins;

/// <summary>What the page about races shows.</summary>
/// <param name="Ticket">The race's number.</param>
/// <param name="Winner">The answer that was used, or the last failure when no server answered.</param>
/// <param name="Waterfall">The calls over time.</param>
public sealed record FirstWinsPage(int Ticket, LaneAnswer Winner, Waterfall Waterfall)
{
    /// <summary>What became of the servers whose answers were not used.</summary>
    public string Losers => Waterfall.Form.Form switch
    {
        Form.Async => "Nine servers work on for an answer that nobody will read.",
        Form.Parallel => "Nine calls were told to stop the moment the first answer was there.",
        _ => "It was the only one that was asked.",
    };
}
