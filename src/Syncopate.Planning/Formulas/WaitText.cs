using System.Globalization;

namespace Syncopate.Planning.Formulas;

/// <summary>Reads waits as users write them, on a line and in a scenario.</summary>
internal static class WaitText
{
    private const string Allowed = "a time (100ms), the mean of times at random (100ms:exp), "
        + "their median and 99th percentile (64ms,644ms:lognormal), or times that are equally frequent (20ms,20ms,180ms)";

    // "ms" and "us" first: "s" ends them, too.
    private static readonly (string Unit, double Seconds)[] Units = [("ms", 1e-3), ("us", 1e-6), ("s", 1), ("m", 60), ("h", 3_600)];

    /// <exception cref="ArgumentException">It is no wait; the message says what would be.</exception>
    public static WaitTime Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        string[] parts = text.Split(':');
        double[] values = parts[0].Length <= 20 * WaitTime.MostValues
            ? [.. parts[0].Split(',').Select(v => Seconds(v.Trim(), text))]
            : throw Unreadable(text);
        string shape = parts.Length == 1 ? "" : parts[1].Trim().ToLowerInvariant();
        try
        {
            return (parts.Length, shape, values) switch
            {
                (1, _, [var only]) => WaitTime.Equal(only),
                (1, _, _) => WaitTime.OneOf(values),
                (2, "exp" or "exponential", [var mean]) => WaitTime.Exponential(mean),
                (2, "lognormal", [var p50, var p99]) => WaitTime.Lognormal(p50, p99),
                _ => throw Unreadable(text),
            };
        }
        catch (ArgumentOutOfRangeException e)
        {
            throw new ArgumentException($"'{Short(text)}' is not a wait: {e.Message.Split(" (Parameter")[0]}", nameof(text), e);
        }
    }

    private static double Seconds(string value, string text)
    {
        (string unit, double size) = Array.Find(Units, u => value.EndsWith(u.Unit, StringComparison.Ordinal));
        ReadOnlySpan<char> figure = value.AsSpan(0, value.Length - (unit?.Length ?? 0));
        return unit is not null
                && double.TryParse(figure, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double number)
                && double.IsFinite(number * size)
            ? number * size
            : throw Unreadable(text);
    }

    private static ArgumentException Unreadable(string text) => new($"'{Short(text)}' is not a wait. It is {Allowed}.", nameof(text));

    private static string Short(string text) => text.Length <= 60 ? text : text[..60] + "...";
}
