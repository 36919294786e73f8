using System.Globalization;

namespace FeedService;

internal static class Settings
{
    /// <summary>A whole number from 0 to <paramref name="maximum"/>.</summary>
    /// <exception cref="StartException">It is set to something else.</exception>
    public static int Whole(this IConfiguration configuration, string key, int maximum, int fallback) =>
        configuration[key] is not { } text ? fallback
        : TryWhole(text, maximum, out int number) ? number
        : throw new StartException(StartException.WrongUsage, $"{key} is '{text}'. Set it to a whole number from 0 to {maximum}.");

    public static bool TryWhole(string? text, int maximum, out int number) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number) && number <= maximum;
}
