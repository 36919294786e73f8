using Syncopate.Planning.Formulas;

namespace Syncopate.Planning;

/// <summary>The law of scalability through measured levels, and what it says of the users that were asked; see
/// <see cref="ScalabilityLaw"/>.</summary>
/// <param name="Unit">Throughput of one, a second.</param>
/// <param name="Contention">Share done one after the other.</param>
/// <param name="Coherence">Cost of agreement between each two.</param>
/// <param name="Peak">Level of the highest throughput; infinity without a peak.</param>
/// <param name="Users">Users of the plan; null when it is for a rate.</param>
/// <param name="RequestsPerSecond">What they get.</param>
/// <param name="Low">Lower end of its 95 % band.</param>
/// <param name="High">Upper end.</param>
internal sealed record LevelsAnswer(
    double Unit, double Contention, double Coherence, double Peak, int? Users, double? RequestsPerSecond, double? Low, double? High)
{
    /// <summary>Null without levels.</summary>
    /// <exception cref="ArgumentException">The levels are too few, or too far from the load.</exception>
    public static LevelsAnswer? Of(IReadOnlyList<PlanFileLevel> levels, PlanQuestion question)
    {
        ArgumentNullException.ThrowIfNull(levels);
        ArgumentNullException.ThrowIfNull(question);
        if (levels.Count == 0)
            return null;
        ScalabilityLaw law = ScalabilityLaw.Fit([.. levels.Select(l => (l.Load, l.RequestsPerSecond))], question.Seed);
        (double Throughput, double Low, double High)? users = question.Users is { } count ? law.Predict(count) : null;
        return new LevelsAnswer(
            law.Unit, law.Contention, law.Coherence, law.Peak, question.Users, users?.Throughput, users?.Low, users?.High);
    }
}
