using System.Globalization;

namespace Syncopate.Cli.Lines;

/// <summary>Values of options as users write them: whole numbers, rates, times.</summary>
internal static class LineValue
{
    // "ms" first: "s" ends it, too.
    private static readonly (string Unit, double Seconds)[] Units = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600)];

    private static readonly TimeSpan[] Usual =
    [
        TimeSpan.FromMilliseconds(500),
        TimeSpan.FromSeconds(10),
        TimeSpan.FromSeconds(30),
        TimeSpan.FromMinutes(2),
    ];

    /// <summary>A whole number within bounds.</summary>
    /// <exception cref="UsageException">Anything else.</exception>
    public static long Whole(string option, string text, long least, long most) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long value) && value >= least && value <= most
            ? value
            : throw new UsageException(string.Create(
                CultureInfo.InvariantCulture,
                $"{option} takes a whole number from {least} to {most}; found '{text}'. Example: {option} {Example(least, most)}"));

    /// <summary>Requests per second, above 0 and at most 1,000,000.</summary>
    /// <exception cref="UsageException">Anything else.</exception>
    public static double PerSecond(string option, string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double value)
                && value is > 0 and <= 1_000_000
            ? value
            : throw new UsageException($"{option} takes requests per second, above 0 and at most 1000000, or a range of them; "
                + $"found '{text}'. Examples: {option} 500, {option} 100..1000");

    /// <summary>A time with its unit: 500ms, 10s, 1.5m, 1h.</summary>
    /// <exception cref="UsageException">No such time, or outside the bounds.</exception>
    public static TimeSpan Duration(string option, string text, TimeSpan least, TimeSpan most)
    {
        TimeSpan? value = Time(text);
        return value >= least && value <= most
            ? value.Value
            : throw new UsageException($"{option} takes a time with its unit, from {Text(least)} to {Text(most)}; found '{text}'. "
                + $"Example{Examples(option, least, most)}");
    }

    // What ends at 65535 is a port, and those below 1024 belong to the system.
    private static long Example(long least, long most) => most == ushort.MaxValue ? 8080 : Math.Max(least, Math.Min(10, most));

    // Such as "s: --time 500ms, --time 10s, --time 2m": the usual ones that are allowed, else the least.
    private static string Examples(string option, TimeSpan least, TimeSpan most)
    {
        TimeSpan[] allowed = [.. Usual.Where(time => time >= least && time <= most)];
        return allowed.Length > 1
            ? $"s: {string.Join(", ", allowed.Select(time => $"{option} {Text(time)}"))}"
            : $": {option} {Text(allowed.Length == 1 ? allowed[0] : least)}";
    }

    /// <summary>A time as it is written on the line: 500ms, 10s, 2m, 1h, 1.5s.</summary>
    public static string Text(TimeSpan time)
    {
        (string unit, double seconds) = Units.LastOrDefault(
            u => time.TotalSeconds >= u.Seconds && time.TotalSeconds % u.Seconds == 0, time.TotalSeconds < 1 ? Units[0] : Units[1]);
        return string.Create(CultureInfo.InvariantCulture, $"{time.TotalSeconds / seconds:0.###}{unit}");
    }

    private static TimeSpan? Time(string text)
    {
        (string unit, double seconds) = Array.Find(Units, u => text.EndsWith(u.Unit, StringComparison.Ordinal));
        return unit is not null
            && double.TryParse(
                text.AsSpan(0, text.Length - unit.Length), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double value)
            && value * seconds < TimeSpan.MaxValue.TotalSeconds
            ? TimeSpan.FromSeconds(value * seconds)
            : null;
    }
}
