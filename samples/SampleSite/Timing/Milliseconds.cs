using System.Globalization;

namespace SampleSite.Timing;

/// <summary>How pages write a duration.</summary>
public static class Milliseconds
{
    /// <summary>Whole milliseconds, and one decimal below ten.</summary>
    public static string Text(double milliseconds) =>
        string.Create(CultureInfo.InvariantCulture, $"{Math.Round(milliseconds, milliseconds < 9.95 ? 1 : 0):#,0.#}\u00a0ms");
}
