using System.Globalization;
using Syncopate.Running.Loads;
using Syncopate.Units;

namespace Syncopate.Cli.Lines;

/// <summary>Values of options as users write them: whole numbers, rates, times.</summary>
internal static class LineValue
{
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
        TimeSpan? value = DurationText.Read(text);
        return value >= least && value <= most
            ? value.Value
            : throw new UsageException($"{option} takes a time with its unit, from {DurationText.Of(least)} to {DurationText.Of(most)}; "
                + $"found '{text}'. Example{Examples(option, least, most)}");
    }

    // What ends at 65535 is a port, and those below 1024 belong to the system.
    private static long Example(long least, long most) => most == ushort.MaxValue ? 8080 : Math.Max(least, Math.Min(10, most));

    // Such as "s: --time 500ms, --time 10s, --time 2m": the usual ones that are allowed, else the least.
    private static string Examples(string option, TimeSpan least, TimeSpan most)
    {
        TimeSpan[] allowed = [.. Usual.Where(time => time >= least && time <= most)];
        return allowed.Length > 1
            ? $"s: {string.Join(", ", allowed.Select(time => $"{option} {DurationText.Of(time)}"))}"
            : $": {option} {DurationText.Of(allowed.Length == 1 ? allowed[0] : least)}";
    }

    /// <summary>A URL that is to be loaded.</summary>
    /// <exception cref="UsageException">It is none.</exception>
    public static LoadAddress Url(string text)
    {
        try
        {
            return LoadAddress.Parse(text);
        }
        catch (FormatException e)
        {
            throw new UsageException(e.Message);
        }
    }
}
