using System.Globalization;

namespace Syncopate.Bench.RuntimeAsync;

/// <summary>What .NET 11 and runtime async change, from a run of <c>tight-loop</c> and <c>first-call</c> with both runtimes: a
/// table as Markdown, and the picture of docs/runtime-async.md.</summary>
internal static class RuntimeReport
{
    /// <summary>Writes both.</summary>
    /// <param name="folder">Of the run.</param>
    /// <param name="picture">File of the picture; null for none.</param>
    public static int Write(string folder, string? picture)
    {
        Output.Machine();
        WriteTable(RuntimeCost.Read(folder, "tight-loop"), "an await adds to a call, ns", 1);
        WriteTable(RuntimeCost.Read(folder, "first-call"), "an await adds to the first call, ms", 1e-6);
        if (picture is not null)
            File.WriteAllText(picture, RuntimePicture.Draw(RuntimeCost.Read(folder, "tight-loop")));
        return 0;
    }

    private static void WriteTable(
        IReadOnlyList<(string Row, IReadOnlyDictionary<string, RuntimeCost> Costs)> rows, string heading, double scale)
    {
        if (rows.Count == 0)
            return;

        string names = string.Join(" | ", RuntimeColumn.All.Select(c => c.Name));
        Output.Line($"");
        Output.Line($"| {heading} (bytes) | {names} | 11 ÷ 10 | 11, runtime async ÷ 10 |");
        Output.Line($"|---|{string.Concat(Enumerable.Repeat("--:|", RuntimeColumn.All.Count + 2))}");
        foreach ((string row, IReadOnlyDictionary<string, RuntimeCost> costs) in rows)
        {
            IEnumerable<string> cells = RuntimeColumn.All
                .Select(c => costs.GetValueOrDefault(c.Ending) is { } cost ? Text(cost, scale) : "–");
            Output.Line($"| {row} | {string.Join(" | ", cells)} | {Ratio(costs, 1)} | {Ratio(costs, 2)} |");
        }
    }

    private static string Text(RuntimeCost cost, double scale) => string.Create(
        CultureInfo.InvariantCulture,
        $"{Number(scale * cost.Nanoseconds)}{Interval(cost, scale)}{(cost.Bytes is { } bytes ? $" ({bytes:0})" : "")}");

    private static string Interval(RuntimeCost cost, double scale) =>
        cost is { Low: { } low, High: { } high } ? $" [{Number(scale * low)}, {Number(scale * high)}]" : "";

    private static string Number(double value) => value.ToString(Math.Abs(value) < 100 ? "0.0" : "#,0", CultureInfo.InvariantCulture);

    private static string Ratio(IReadOnlyDictionary<string, RuntimeCost> costs, int column) =>
        costs.TryGetValue(RuntimeColumn.All[column].Ending, out RuntimeCost? cost) && costs.TryGetValue("", out RuntimeCost? before)
            ? Math.Max(0, cost.Nanoseconds / before.Nanoseconds).ToString("0.00", CultureInfo.InvariantCulture)
            : "–";
}
