using Syncopate.Cluster.Results;
using Syncopate.Reporting;
using Syncopate.Reporting.Gates;
using Syncopate.Reporting.History;
using Syncopate.Reporting.Measured;
using Syncopate.Reporting.Runs;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>Results between their folders and a real database, without a command.</summary>
[Trait("Judges", "behaviour")]
public sealed class ResultArchiveTests(Database database)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_result_is_stored_once_and_drawn_by_its_label()
    {
        ResultArchive archive = await NewAsync();
        using RunFolder folder = new();
        string run = Write(folder, "one", SlowerSpecimen.Of(0));
        List<string> notes = [];

        string name = await archive.KeepAsync(run, "build 7", Token);
        (int added, int known) = await archive.AddAsync([folder.Path], "build 8", notes, Token);
        HistoryReport history = await archive.HistoryAsync(notes, 1, HistoryBuilder.Usual, Token);

        Assert.StartsWith($"build 7, {Environment.MachineName}, 20", name, StringComparison.Ordinal);
        Assert.Equal((0, 1), (added, known));
        Assert.Equal(name, Assert.Single(history.Runs).Name);
        Assert.Empty(notes);
    }

    [Fact]
    public async Task A_baseline_is_the_newest_earlier_one_of_its_label()
    {
        ResultArchive archive = await NewAsync();
        using RunFolder folder = new();
        foreach ((int day, string label, string name) in new[] { (0, "main", "first"), (1, "main", "second"), (2, "branch", "third") })
            await archive.KeepAsync(Write(folder, name, SlowerSpecimen.Of(day)), label, Token);
        GateResult result = GateResult.Of(SlowerSpecimen.Of(3), "new");

        GateResult newest = await archive.BaselineAsync(result, null, allowsDifferent: false, Token);
        GateResult labelled = await archive.BaselineAsync(result, "main", allowsDifferent: false, Token);
        ClusterException none = await Assert.ThrowsAsync<ClusterException>(
            () => archive.BaselineAsync(result, "nobody", allowsDifferent: true, Token));

        Assert.StartsWith("branch, ", newest.Path, StringComparison.Ordinal);
        Assert.Equal(SlowerSpecimen.Of(1).Run.StartedUtc, labelled.StartedUtc);
        Assert.Contains(
            "have no baseline for new: no earlier, complete result labelled 'nobody' with one of its forms under the same load. Put one",
            none.Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_not_there_is_said_with_what_puts_it_there()
    {
        ResultArchive archive = await NewAsync();
        using RunFolder folder = new();

        ClusterException empty = await Assert.ThrowsAsync<ClusterException>(
            () => archive.HistoryAsync([], 1, HistoryBuilder.Usual, Token));
        ClusterException nothing = await Assert.ThrowsAsync<ClusterException>(() => archive.AddAsync([folder.Path], "", [], Token));
        ClusterException nowhere = await Assert.ThrowsAsync<ClusterException>(
            () => archive.AddAsync([Path.Combine(folder.Path, "none")], "", [], Token));
        ClusterException unkept = await Assert.ThrowsAsync<ClusterException>(() => archive.KeepAsync(folder.Path, "", Token));

        Assert.Contains("yet. Put some there: syncopate history --store --add syncopate-out", empty.Message, StringComparison.Ordinal);
        Assert.StartsWith($"There is no result below '{folder.Path}'.", nothing.Message, StringComparison.Ordinal);
        Assert.StartsWith($"Cannot read '{folder.Path}/none': ", nowhere.Message, StringComparison.Ordinal);
        Assert.StartsWith("The result was not stored: ", unkept.Message, StringComparison.Ordinal);
        Assert.EndsWith($"put it there later: syncopate history --store --add {folder.Path}", unkept.Message, StringComparison.Ordinal);
    }

    private async Task<ResultArchive> NewAsync() => new(await database.NewAddressAsync(), Explanations.None);

    private static string Write(RunFolder folder, string name, ReportDocument report)
    {
        DirectoryInfo run = Directory.CreateDirectory(Path.Combine(folder.Path, name));
        File.WriteAllText(Path.Combine(run.FullName, "report.json"), ReportJson.Write(report));
        return run.FullName;
    }
}
