using System.Globalization;
using System.Runtime.InteropServices;

namespace Syncopate.Running.Machines;

/// <summary>Reads the facts of the machine the process runs on.</summary>
internal static class MachineReader
{
    /// <summary>The machine as it is now.</summary>
    public static Machine Read() => new(
        RuntimeInformation.FrameworkDescription,
        OperatingSystemName(),
        RuntimeInformation.OSArchitecture.ToString(),
        Environment.ProcessorCount,
        GC.GetGCMemoryInfo().TotalAvailableMemoryBytes,
        LoadAverage())
    {
        Processor = MachineName.Processor(),
        Host = MachineName.Host(),
    };

    private static string OperatingSystemName()
    {
        const string Key = "PRETTY_NAME=";
        const string Release = "/etc/os-release";
        string? line = File.Exists(Release)
            ? File.ReadLines(Release).FirstOrDefault(l => l.StartsWith(Key, StringComparison.Ordinal))
            : null;
        return line is null ? RuntimeInformation.OSDescription : line[Key.Length..].Trim('"');
    }

    private static double? LoadAverage()
    {
        const string Load = "/proc/loadavg";
        string? first = File.Exists(Load) ? File.ReadAllText(Load).Split(' ')[0] : null;
        return double.TryParse(first, NumberStyles.Float, CultureInfo.InvariantCulture, out double load) ? load : null;
    }
}
