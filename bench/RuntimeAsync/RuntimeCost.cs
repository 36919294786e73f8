using System.Text.Json;

namespace Syncopate.Bench.RuntimeAsync;

/// <summary>What an await adds to a call.</summary>
/// <param name="Nanoseconds">Centre of the rounds.</param>
/// <param name="Low">Lower end of its interval; null for too few rounds.</param>
/// <param name="High">Upper end; null for too few rounds.</param>
/// <param name="Bytes">Allocated for a call; null when it is not known.</param>
internal sealed record RuntimeCost(double Nanoseconds, double? Low, double? High, double? Bytes)
{
    /// <summary>The costs of a run's table, by the row's title and the ending of the experiment's id.</summary>
    /// <param name="folder">Of the run.</param>
    /// <param name="table">Such as "tight-loop".</param>
    public static IReadOnlyList<(string Row, IReadOnlyDictionary<string, RuntimeCost> Costs)> Read(string folder, string table)
    {
        using JsonDocument report = JsonDocument.Parse(File.ReadAllText(Path.Combine(folder, "report.json")));
        List<(string Row, string Ending, RuntimeCost Cost)> found = [];
        foreach (JsonElement experiment in report.RootElement.GetProperty("experiments").EnumerateArray())
        {
            JsonElement cost = experiment.GetProperty("cost"), group = experiment.GetProperty("group");
            if (cost.ValueKind != JsonValueKind.Object || group.GetProperty("id").GetString() != table)
                continue;
            string id = experiment.GetProperty("id").GetString() ?? "", row = group.GetProperty("row").GetString() ?? "";
            string ending = RuntimeColumn.All.Select(c => c.Ending).Last(e => id.EndsWith(e, StringComparison.Ordinal));
            found.Add((row, ending, Of(cost)));
        }

        return
        [
            .. found.GroupBy(f => f.Row).Select(
                row => (row.Key, (IReadOnlyDictionary<string, RuntimeCost>)row.ToDictionary(f => f.Ending, f => f.Cost))),
        ];
    }

    private static RuntimeCost Of(JsonElement cost) => new(
        cost.GetProperty("addedNanoseconds").GetDouble(),
        Number(cost.GetProperty("lowNanoseconds")),
        Number(cost.GetProperty("highNanoseconds")),
        Number(cost.GetProperty("addedBytes")));

    private static double? Number(JsonElement value) => value.ValueKind == JsonValueKind.Number ? value.GetDouble() : null;
}
