namespace Syncopate.Bench;

/// <summary>What one start of a site took.</summary>
/// <param name="ListenMilliseconds">Processor time until it listened.</param>
/// <param name="AnswerMilliseconds">Processor time until its first answer.</param>
/// <param name="WallMilliseconds">Time until its first answer.</param>
/// <param name="ResidentMegabytes">Memory at its first answer, pages of files that processes share included.</param>
/// <param name="PrivateMegabytes">The same without them.</param>
/// <param name="IdleMillisecondsASecond">Processor time while it waits.</param>
internal sealed record StartCost(
    double ListenMilliseconds, double AnswerMilliseconds, double WallMilliseconds, double ResidentMegabytes, double PrivateMegabytes, double IdleMillisecondsASecond);
