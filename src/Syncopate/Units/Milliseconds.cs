namespace Syncopate.Units;

/// <summary>Milliseconds, in which people read and write, in seconds, in which formulas and rates are.</summary>
internal static class Milliseconds
{
    private const double InSecond = 1e3;

    /// <summary>The same in seconds.</summary>
    public static double ToSeconds(double milliseconds) => milliseconds / InSecond;

    /// <summary>The same in seconds; null of null.</summary>
    public static double? ToSeconds(double? milliseconds) => milliseconds / InSecond;

    /// <summary>Milliseconds of seconds.</summary>
    public static double FromSeconds(double seconds) => seconds * InSecond;
}
