using System.Globalization;

namespace Syncopate.Reporting.Sentences;

/// <summary>What a measurement says before it begins.</summary>
internal static class MachineLines
{
    /// <summary>"Syncopate 0.2.0: .NET 10, 2 cores, ...", and a warning when the machine has more other work than it can
    /// do at once.</summary>
    /// <param name="machine">The machine as it is before.</param>
    /// <param name="version">Version of the tool.</param>
    /// <param name="seed">Seed of the run.</param>
    /// <param name="say">Takes one line.</param>
    public static void Say(Machine machine, string version, ulong seed, Action<string> say)
    {
        // Above the cores, of which the warning speaks, is not at them.
        string load = machine.LoadAverage is { } average
            ? $", load {FigureText.Beside(average.ToString("0.0", CultureInfo.InvariantCulture), average, machine.Cores)}"
            : "";
        say(string.Create(CultureInfo.InvariantCulture,
            $"Syncopate {version}: {machine.Runtime}, {Wording.Plural(machine.Cores, "core")}, "
                + $"{machine.OperatingSystem}{load}. Seed {seed}."));
        if (machine.LoadAverage > machine.Cores)
            say("Warning: the machine is busy. Intervals will be wide, and small differences undecided.");
    }
}
