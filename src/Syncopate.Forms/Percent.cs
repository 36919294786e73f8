namespace Syncopate;

/// <summary>A share of a hundred, such as the most by which a form may be slower.</summary>
/// <param name="Value">5 for five percent.</param>
public readonly record struct Percent(double Value)
{
    /// <summary>Such as "5%".</summary>
    public override string ToString() => FormattableString.Invariant($"{Value:0.##}%");
}
