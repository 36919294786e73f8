using System.Globalization;

namespace Syncopate.Texts;

/// <summary>Things with their number, as a sentence has them: one of a thing has no "s".</summary>
internal static class Counted
{
    /// <summary>"1 user", "2,000 users".</summary>
    public static string Of(long count, string noun) => Of(count, noun, noun + "s");

    /// <summary>"1 process is", "2 processes are".</summary>
    public static string Of(long count, string one, string many) =>
        $"{count.ToString("N0", CultureInfo.InvariantCulture)} {(count == 1 ? one : many)}";
}
