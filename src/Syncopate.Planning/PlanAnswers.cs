namespace Syncopate.Planning;

/// <summary>What a plan was asked beyond its forms; each is null when it was not asked.</summary>
/// <param name="Fleet">Machines, memory and money of a rate.</param>
/// <param name="Slow">A dependency that becomes slow.</param>
/// <param name="Levels">Measured levels.</param>
internal sealed record PlanAnswers(FleetAnswer? Fleet, SlowAnswer? Slow, LevelsAnswer? Levels)
{
    /// <summary>Nothing was asked.</summary>
    public static PlanAnswers None { get; } = new(null, null, null);
}
