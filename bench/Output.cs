using System.Globalization;
using Syncopate.Running.Machines;

namespace Syncopate.Bench;

/// <summary>Lines of Markdown on the standard output, for a file; how far it has come on the other one, for whoever waits.</summary>
internal static class Output
{
    public static void Line(FormattableString text) => Console.WriteLine(text.ToString(CultureInfo.InvariantCulture));

    public static void Progress(FormattableString text) => Console.Error.WriteLine(text.ToString(CultureInfo.InvariantCulture));

    /// <summary>What everything was measured on.</summary>
    public static void Machine()
    {
        Machine machine = MachineReader.Read();
        string load = machine.LoadAverage?.ToString("0.0", CultureInfo.InvariantCulture) ?? "unknown";
        Line($"{machine.Cores} cores, {machine.OperatingSystem}, {machine.Runtime}; load average before: {load}.");
    }
}
