namespace Syncopate.Gating;

/// <summary>What was asked of a form. Two results can be compared when these are equal.</summary>
/// <param name="Shape">Users, loops, rate.</param>
/// <param name="WaitMilliseconds">The wait of one outside call in ms; 0 for none.</param>
/// <param name="Sentence">The same in words.</param>
public sealed record GateLoad(LoadShape Shape, double WaitMilliseconds, string Sentence)
{
    /// <summary>True when the same was asked; words do not matter.</summary>
    public bool IsSameAs(GateLoad other)
    {
        ArgumentNullException.ThrowIfNull(other);
        return Shape.Equals(other.Shape) && WaitMilliseconds.Equals(other.WaitMilliseconds);
    }
}
