using System.Globalization;
using Syncopate.Running.Machines;

namespace Syncopate.Acceptance;

/// <summary>The first line of every table: on what it was measured, and when.</summary>
internal static class MachineLine
{
    /// <summary>This machine, and the day of the last result.</summary>
    public static string Of(IEnumerable<DateTimeOffset> results)
    {
        Machine machine = MachineReader.Read();
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{machine.Cores} cores, {machine.OperatingSystem}, {machine.Runtime}; {results.DefaultIfEmpty().Max():d MMMM yyyy}");
    }
}
