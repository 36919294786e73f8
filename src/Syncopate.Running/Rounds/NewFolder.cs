using System.Globalization;

namespace Syncopate.Running.Rounds;

/// <summary>Folders of runs that nobody named.</summary>
internal static class NewFolder
{
    /// <summary>Parent of all of them.</summary>
    public const string Parent = "syncopate-out";

    /// <summary>The path of a folder that is not there yet, named after the time.</summary>
    public static string Below(string parent, DateTimeOffset now)
    {
        string folder = Path.Combine(parent, now.ToString("yyyyMMdd-HHmmss", CultureInfo.InvariantCulture));
        string candidate = folder;
        for (int i = 2; Directory.Exists(candidate); i++)
            candidate = string.Create(CultureInfo.InvariantCulture, $"{folder}-{i}");
        return candidate;
    }
}
