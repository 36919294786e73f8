using System.Globalization;

namespace Syncopate.Running;

/// <summary>Folders of runs that nobody named.</summary>
internal static class NewFolder
{
    /// <summary>Parent of all of them.</summary>
    public const string Parent = "syncopate-out";

    /// <summary>Makes a folder that was not there, named after the time, and returns its path. Of several processes that do so in the
    /// same second each has its own.</summary>
    /// <exception cref="IOException">It cannot be made.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be made.</exception>
    public static string Below(string parent, DateTimeOffset now)
    {
        Directory.CreateDirectory(parent);
        string name = now.ToString("yyyyMMdd-HHmmss", CultureInfo.InvariantCulture);
        string candidate = name;
        for (int i = 2; !IsMade(parent, candidate); i++)
            candidate = string.Create(CultureInfo.InvariantCulture, $"{name}-{i}");
        return Path.Combine(parent, candidate);
    }

    // That a folder was made is the same as that it was there already, but a file can be made by one process alone: who has it may look
    // whether the folder is there, and make it.
    private static bool IsMade(string parent, string name)
    {
        string folder = Path.Combine(parent, name);
        string claim = Path.Combine(parent, $".{name}.new");
        try
        {
            using FileStream mine = new(claim, new FileStreamOptions
            {
                Mode = FileMode.CreateNew,
                Access = FileAccess.Write,
                Share = FileShare.None,
                Options = FileOptions.DeleteOnClose,
            });
            if (Path.Exists(folder))
                return false;
            Directory.CreateDirectory(folder);
            return true;
        }
        // In this order: whoever gave up the file has made the folder before.
        catch (Exception e) when (e is IOException or UnauthorizedAccessException
            && (File.Exists(claim) || Path.Exists(folder)))
        {
            return false;
        }
    }
}
