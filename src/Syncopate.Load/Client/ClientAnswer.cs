namespace Syncopate.Load.Client;

/// <summary>What came of one request of the portable engine.</summary>
/// <param name="Finding">Why it does not count; null for a complete answer with an expected status.</param>
/// <param name="IsAnswered">Whether there was an answer, good or not.</param>
/// <param name="FirstByte">When its head had arrived.</param>
/// <param name="BodyBytes">Of its body.</param>
/// <param name="Timing">The values of its Server-Timing fields, joined with commas; null unless asked for.</param>
internal readonly record struct ClientAnswer(string? Finding, bool IsAnswered, long FirstByte, long BodyBytes, string? Timing)
{
    /// <summary>Whether its body is another one than was expected.</summary>
    public bool IsOther { get; init; }
}
