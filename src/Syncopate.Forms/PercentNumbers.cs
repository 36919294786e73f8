namespace Syncopate;

/// <summary>Writes percents as they are read: <c>5.Percent()</c>.</summary>
public static class PercentNumbers
{
    /// <summary>So many percent.</summary>
    public static Percent Percent(this int value) => new(value);

    /// <summary>So many percent.</summary>
    public static Percent Percent(this double value) => new(value);
}
