using System.Globalization;

namespace SampleSite.Dashboard;

/// <summary>How the quarters write a date.</summary>
public static class Day
{
    /// <summary>Day and month, such as "5 Nov".</summary>
    public static string Of(DateTime when) => when.ToString("d MMM", CultureInfo.InvariantCulture);
}
