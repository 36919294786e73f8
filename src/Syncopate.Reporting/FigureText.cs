using System.Globalization;
using Syncopate.Units;

namespace Syncopate.Reporting;

/// <summary>Figures as a reader wants them: three significant digits, thousands separated, the unit last.</summary>
internal static class FigureText
{
    /// <summary>Shown where there is no figure.</summary>
    public const string Missing = "–";

    /// <summary>Significant digits of a figure that needs no more.</summary>
    public const int UsualDigits = 3;

    private const double Kibi = 1_024;

    // So much more is twice as much.
    private const double TwicePercent = 100;

    // With more of them a figure is no longer read; nothing is measured so exactly.
    private const int MostDigits = 8;

    // Unit, how many ms it has, and the least value (in ms) that is shown in it. Up to 10 s stay in ms: that is how the
    // articles print them.
    private static readonly (string Name, double Milliseconds, double From)[] TimeUnits =
    [
        ("h", 3_600_000, 7_200_000),
        ("min", 60_000, 600_000),
        ("s", 1_000, 10_000),
        ("ms", 1, 0.1),
        ("µs", 0.001, 0.000_1),
        ("ns", 0.000_001, 0),
    ];

    /// <summary>A duration with its unit, such as "2,467 ms" or "12.5 s".</summary>
    public static string Milliseconds(double milliseconds, int digits = 3)
    {
        if (!double.IsFinite(milliseconds))
            return Missing;
        if (milliseconds == 0)
            return "0 ms";
        var (name, size, _) = TimeUnits.First(u => Math.Abs(milliseconds) >= u.From);
        return $"{Significant(milliseconds / size, digits)} {name}";
    }

    /// <summary>A duration of so many seconds with its unit.</summary>
    public static string OfSeconds(double seconds, int digits = 3) => Milliseconds(Units.Milliseconds.FromSeconds(seconds), digits);

    /// <summary>A duration of so many nanoseconds with its unit.</summary>
    public static string OfNanoseconds(double nanoseconds) => Milliseconds(Nanoseconds.ToMilliseconds(nanoseconds));

    /// <summary>A count with separated thousands.</summary>
    public static string Count(long count) => count.ToString("N0", CultureInfo.InvariantCulture);

    /// <summary>A factor, such as "8.93×".</summary>
    public static string Factor(double factor) => !double.IsFinite(factor) ? Missing
        : Math.Abs(factor) < 1e6 ? Significant(factor) + "×"
        : Power(factor) + "×";

    /// <summary>A ratio, such as "0.986": with so many digits that it is not 1 where it is not, since on which side it lies is what it
    /// is read for.</summary>
    public static string Ratio(double ratio, int digits = 3) => Significant(ratio, DigitsBeside(1, ratio, digits));

    /// <summary>The fewest digits, from three on, with which two figures do not look the same; null where they do with eight.</summary>
    public static int? DigitsApart(double one, double other)
    {
        for (int digits = 3; digits <= MostDigits; digits++)
        {
            if (!IsAlike(Significant(one, digits), Significant(other, digits)))
                return digits;
        }

        return null;
    }

    /// <summary>A figure as it is shown, or with so many digits that it does not look like another one that it is not: a load of 2.04 on 2
    /// cores is not one of 2.0.</summary>
    public static string Beside(string shown, double value, double mark) =>
        value != mark
        && double.Parse(shown, CultureInfo.InvariantCulture) == mark
        && DigitsApart(value, mark) is { } digits
            ? Significant(value, digits)
            : shown;

    /// <summary>A share of 100, such as "5%"; nearly all is not all.</summary>
    public static string Percent(double percent, int digits = 2) => !double.IsFinite(percent) ? Missing
        : Significant(percent, Math.Abs(percent) < 100 ? DigitsBeside(100, Math.Abs(percent), digits) : digits) + "%";

    /// <summary>A difference that is asked of two figures, such as "5%"; from twice as much on "a factor of 2.50", as nothing is 150%
    /// less than something else.</summary>
    public static string Difference(double percent) =>
        percent < TwicePercent ? Percent(percent) : $"a factor of {Significant(1 + percent / 100)}";

    /// <summary>The same to both sides: "±5%", or "a factor of 2.50".</summary>
    public static string Margin(double percent) =>
        percent < TwicePercent ? $"±{Percent(percent)}" : Difference(percent);

    /// <summary>A ratio as a share, such as "120%": with so many digits that it is not 100% where it is not.</summary>
    public static string Share(double ratio, int digits = 2) => !double.IsFinite(ratio) ? Missing
        : Significant(100 * ratio, DigitsBeside(100, 100 * ratio, digits)) + "%";

    /// <summary>Bytes as KiB (1,024 bytes) without the unit, which stands in the head of the column.</summary>
    public static string Kibibytes(double bytes, int digits = 3) => Significant(bytes / Kibi, digits);

    /// <summary>Bytes with the unit that suits them, such as "12.7 MiB".</summary>
    public static string Bytes(double bytes) => bytes switch
    {
        >= Kibi * Kibi * Kibi => $"{Significant(bytes / (Kibi * Kibi * Kibi))} GiB",
        >= Kibi * Kibi => $"{Significant(bytes / (Kibi * Kibi))} MiB",
        >= Kibi => $"{Significant(bytes / Kibi)} KiB",
        // Less than one, as of a mean, is not none.
        _ => $"{Significant(bytes < 1 ? bytes : Math.Round(bytes))} B",
    };

    /// <summary>A figure with the given number of significant digits, but never fewer than its whole part has.</summary>
    public static string Significant(double value, int digits = 3)
    {
        if (!double.IsFinite(value))
            return Missing;
        if (Math.Abs(value) is >= 1e15 or (> 0 and < 1e-6))
            return Power(value);
        // Twice, since 9.996 has one digit before rounding and two after it.
        double rounded = Math.Round(value, Decimals(value, digits));
        int decimals = Decimals(rounded, digits);
        string text = rounded.ToString("N" + decimals.ToString(CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);
        return Math.Abs(rounded) < 1 || value == Math.Truncate(value) ? TrimZeros(text) : text;
    }

    // "2.00" and "2" are one figure.
    private static bool IsAlike(string one, string other) => one == other
        || (double.TryParse(one, CultureInfo.InvariantCulture, out double first)
            && double.TryParse(other, CultureInfo.InvariantCulture, out double second)
            && first == second);

    // The fewest digits, from so many on, with which a value does not look like another one; so many where none are enough.
    private static int DigitsBeside(double mark, double value, int digits)
    {
        if (value == mark || !double.IsFinite(value))
            return digits;
        int enough = digits;
        while (enough < MostDigits && Math.Round(value, Decimals(value, enough)) == mark)
            enough++;
        return Math.Round(value, Decimals(value, enough)) == mark ? digits : enough;
    }

    // "1e+300" is readable where 300 digits are not.
    private static string Power(double value) => value.ToString("0.##e+0", CultureInfo.InvariantCulture);

    private static int Decimals(double value, int digits) =>
        value == 0 ? 0 : Math.Clamp(digits - 1 - (int)Math.Floor(Math.Log10(Math.Abs(value))), 0, 6);

    private static string TrimZeros(string text) => text.Contains('.', StringComparison.Ordinal) ? text.TrimEnd('0').TrimEnd('.') : text;
}
