using System.Globalization;
using Syncopate.Running.Machines;

namespace Syncopate.ClusterBench;

/// <summary>Lines of Markdown for a file, and what the machine did meanwhile.</summary>
internal sealed class Figures
{
    private readonly MachineUse? _before = MachineUse.Read();
    private readonly string _load = LoadAverage();

    public static void Line(FormattableString text) => Console.WriteLine(text.ToString(CultureInfo.InvariantCulture));

    public static void Progress(FormattableString text) => Console.Error.WriteLine(text.ToString(CultureInfo.InvariantCulture));

    /// <summary>"p50 0.1, p99 0.3, most 0.4 (n = 100)".</summary>
    public static string Spread(IReadOnlyCollection<double> values)
    {
        double[] sorted = [.. values.Order()];
        return sorted.Length == 0
            ? "none"
            : string.Create(CultureInfo.InvariantCulture,
                $"p50 {At(sorted, 0.5):0.##}, p90 {At(sorted, 0.9):0.##}, p99 {At(sorted, 0.99):0.##}, most {sorted[^1]:0.##} "
                    + $"(n = {sorted.Length})");
    }

    /// <summary>"load 3.2 before and 4.1 after, 83 % of the processors busy, 0.2 % stolen".</summary>
    public string Machine()
    {
        (double busy, double stolen) = _before is { } from && MachineUse.Read() is { } to ? MachineUse.Between(from, to) : default;
        return string.Create(CultureInfo.InvariantCulture,
            $"load {_load} before and {LoadAverage()} after, {100 * busy:0} % of the processors busy, {100 * stolen:0.0} % stolen");
    }

    private static double At(double[] sorted, double share) =>
        sorted[Math.Min(sorted.Length - 1, (int)Math.Ceiling(share * sorted.Length) - 1)];

    private static string LoadAverage() => File.ReadAllText("/proc/loadavg").Split(' ')[0];
}
