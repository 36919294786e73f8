using System.Globalization;

namespace Syncopate.Units;

/// <summary>Times as they are written in options, and as messages about options repeat them.</summary>
internal static class DurationText
{
    // "ms" first: "s" ends it, too.
    private static readonly (string Unit, double Seconds)[] Units = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600)];

    /// <summary>Such as 500ms, 10s, 2m, 1h or 1.5s.</summary>
    public static string Of(TimeSpan time)
    {
        (string unit, double seconds) = Units.LastOrDefault(
            u => time.TotalSeconds >= u.Seconds && time.TotalSeconds % u.Seconds == 0, time.TotalSeconds < 1 ? Units[0] : Units[1]);
        return string.Create(CultureInfo.InvariantCulture, $"{time.TotalSeconds / seconds:0.###}{unit}");
    }

    /// <summary>The time that is written so; null when none is, or one that is too long.</summary>
    public static TimeSpan? Read(string text)
    {
        (string unit, double seconds) = Array.Find(Units, u => text.EndsWith(u.Unit, StringComparison.Ordinal));
        return unit is not null
            && double.TryParse(
                text.AsSpan(0, text.Length - unit.Length), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double value)
            // "-Infinity" is read as a number, too.
            && Math.Abs(value * seconds) < TimeSpan.MaxValue.TotalSeconds
            ? TimeSpan.FromSeconds(value * seconds)
            : null;
    }
}
