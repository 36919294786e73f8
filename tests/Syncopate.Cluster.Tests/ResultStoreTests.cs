using System.Text.Json.Nodes;
using Npgsql;
using Syncopate.Cluster.Links.Postgres;
using Syncopate.Cluster.Results;
using Syncopate.Reporting;
using Syncopate.Reporting.Gates;
using Syncopate.Reporting.Runs;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>Results of many machines and builds in a real database, put there and taken from there by the real tool.</summary>
[Trait("Judges", "behaviour")]
public sealed class ResultStoreTests(Database database)
{
    private static readonly (string, string)[] NoBuildServer =
        [("GITHUB_SHA", ""), ("CI_COMMIT_SHA", ""), ("BUILD_SOURCEVERSION", ""), ("GIT_COMMIT", "")];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Results_of_folders_are_put_there_once_and_drawn_with_the_change()
    {
        string store = (await database.NewAsync()).ConnectionString;
        using RunFolder folder = new();
        for (int day = 0; day < SlowerSpecimen.Days; day++)
            Write(folder, $"run-{day:00}", SlowerSpecimen.Of(day));

        (int first, string output, string told) = await RunAsync(store, "history", "--store", "--add", folder.Path, "--label", "build 7",
            "--out", folder.Path);
        (int again, _, string known) = await RunAsync(store, "history", "--add", folder.Path, "--out", folder.Path, "--store");
        (int read, string json, _) = await RunAsync(store, "history", "--store", "--json", "--out", folder.Path);

        Assert.True((first, again, read) == (0, 0, 0), told + known);
        Assert.Contains("Stored 14 results at ", told, StringComparison.Ordinal);
        Assert.Contains("Stored 0 results at ", known, StringComparison.Ordinal);
        Assert.Contains("; 14 were there already.", known, StringComparison.Ordinal);
        Assert.Contains("20% slower since", output, StringComparison.Ordinal);
        JsonNode document = JsonNode.Parse(json)!;
        Assert.Equal(14, document["runs"]!.AsArray().Count);
        Assert.StartsWith($"build 7, {Environment.MachineName}, 20", (string)document["runs"]![0]!["name"]!, StringComparison.Ordinal);
        Assert.True(File.Exists(Path.Combine(folder.Path, "history.html")));
    }

    [Fact]
    public async Task A_gate_takes_the_newest_earlier_whole_result_of_the_same_machine_or_of_a_label()
    {
        string store = (await database.NewAsync()).ConnectionString;
        using RunFolder folder = new();
        Write(folder, "old/run", WithRounds(0));
        Write(folder, "partial/run", WithRounds(2) with { Partial = true, Missing = ["half of it"] });
        Write(folder, "elsewhere/run", WithRounds(3) with { Machine = WithRounds(3).Machine with { Cores = 96 } });
        Write(folder, "slow/run", WithRounds(8));
        Write(folder, "new", WithRounds(9));
        string result = Path.Combine(folder.Path, "new");
        await RunAsync(store, "history", "--store", "--add", Path.Combine(folder.Path, "old"), "--label", "main", "--out", folder.Path);
        (int none, _, string noBaseline) = await RunAsync(store, "gate", Path.Combine(folder.Path, "old", "run"), "--store");
        foreach (string other in new[] { "partial", "elsewhere", "slow", "new" })
            await RunAsync(store, "history", "--store", "--add", Path.Combine(folder.Path, other), "--label", other, "--out", folder.Path);

        (int newest, string same, string error) = await RunAsync(store, "gate", result, "--store");
        (int labelled, string slower, _) = await RunAsync(store, "gate", result, "--store", "--baseline", "main");
        (int unknown, _, string noLabel) = await RunAsync(store, "gate", result, "--store", "--baseline", "nobody");

        Assert.True(newest == 0, same + error); // Nothing is slower than the day before, and it was compared.
        Assert.Contains("io-bound.async.mean        2.0% slower", same, StringComparison.Ordinal);
        Assert.True(labelled == 3, slower); // A fifth slower than the first day.
        Assert.Equal((4, 4), (none, unknown));
        Assert.Contains("have no baseline for", noBaseline, StringComparison.Ordinal);
        Assert.Contains("complete result labelled 'nobody' with one of its forms under the same load ", noLabel, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_measured_with_store_is_stored_when_it_is_whole()
    {
        string store = (await database.NewAsync()).ConnectionString;
        await using LoadSite site = await LoadSite.StartAsync();
        using RunFolder folder = new();

        (int code, _, string error) = await RunAsync(store, "load", site.Address + "/plain", "-n", "50", "-c", "2", "--store",
            "--label", "a",
            "--out", folder.Path);

        Assert.True(code == 0, error);
        Assert.Contains($"Stored: a, {Environment.MachineName}, ", error, StringComparison.Ordinal);
        Assert.DoesNotContain("store", folder.Read("run.jsonl"), StringComparison.OrdinalIgnoreCase);
        await using ResultStore kept = await ResultStore.OpenAsync(JoinAddress.Parse(store), Token);
        StoredResult found = Assert.Single(await kept.FindAsync(new ResultQuery { Most = 9 }, Token));
        await foreach (StoredResult whole in kept.ReadAsync([found], Token))
        {
            GateResult result = GateResult.Parse(System.Text.Encoding.UTF8.GetBytes(whole.Report), "it");
            Assert.Equal((found.Run, "load.target", 50L), (result.Run, result.Subjects[0].Name, result.Subjects[0].Figures.Count));
            Assert.Equal(GateResult.Read(folder.Path).Run, result.Run);
        }
    }

    [Fact]
    public async Task A_store_that_is_not_there_is_told_before_anything_is_measured()
    {
        await using LoadSite site = await LoadSite.StartAsync();
        using RunFolder folder = new();

        (int code, _, string error) = await RunAsync("Host=127.0.0.1;Port=1;Password=canary-5f3", "load",
            site.Address + "/plain", "-n", "5",
            "--store", "--out", folder.Path);

        Assert.Equal(4, code);
        Assert.Contains("Cannot connect to 127.0.0.1:1/", error, StringComparison.Ordinal);
        Assert.DoesNotContain("canary-5f3", error, StringComparison.Ordinal);
        Assert.Equal(0, site.Asked);
    }

    /// <summary>It could read what is there, and an hour later not store what was measured.</summary>
    [Fact]
    public async Task Who_may_only_read_results_is_told_before_anything_is_measured()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        await ClusterRoles.CreateAsync(JoinAddress.Parse(owner.ConnectionString), Token);
        await Database.ExecuteAsync(owner.ConnectionString, """
            create role reader login password 'reader';
            grant usage on schema syncopate to reader;
            grant select on syncopate.about, syncopate.result to reader;
            """);
        string own = new NpgsqlConnectionStringBuilder(owner.ConnectionString) { Username = "reader", Password = "reader" }
            .ConnectionString;
        await using LoadSite site = await LoadSite.StartAsync();
        using RunFolder folder = new();

        (int code, _, string error) = await RunAsync(own, "load", site.Address + "/plain", "-n", "5", "--store", "--out", folder.Path);

        Assert.True(code == 4, error);
        Assert.Contains("may not store results", error, StringComparison.Ordinal);
        Assert.Contains("grant syncopate_results to ROLE", error, StringComparison.Ordinal);
        Assert.Equal(0, site.Asked);
    }

    [Fact]
    public async Task A_table_of_the_version_before_is_migrated_with_what_is_in_it_and_only_by_its_owner()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        JoinAddress address = JoinAddress.Parse(owner.ConnectionString);
        await ClusterRoles.CreateAsync(address, Token);
        await Database.ExecuteAsync(owner.ConnectionString, """
            drop index syncopate.result_started;
            alter table syncopate.result drop column host, drop column label;
            alter table syncopate.agent drop column session;
            drop function syncopate.forget;
            alter table syncopate.conductor drop column beat;
            update syncopate.about set version = 1;
            insert into syncopate.result (run, started, machine, report) values (gen_random_uuid(), now(), 'm', '{}');
            create role latecomer login password 'latecomer' in role syncopate_results;
            """);
        JoinAddress poor = JoinAddress.Parse(
            new NpgsqlConnectionStringBuilder(owner.ConnectionString) { Username = "latecomer", Password = "latecomer" }.ConnectionString);

        ClusterException refused = await Assert.ThrowsAsync<ClusterException>(() => ResultStore.OpenAsync(poor, Token));
        await using ResultStore store = await ResultStore.OpenAsync(address, Token);
        StoredResult kept = Assert.Single(await store.FindAsync(new ResultQuery { Most = 9 }, Token));

        Assert.Contains("has version 1 of the schema 'syncopate', this tool needs version 5", refused.Message, StringComparison.Ordinal);
        Assert.Equal(("m", "", ""), (kept.Machine, kept.Host, kept.Label));
    }

    [Fact]
    public async Task Who_may_store_results_may_read_them_and_change_none_and_nothing_of_the_agents()
    {
        NpgsqlConnectionStringBuilder owner = await database.NewAsync();
        await ClusterRoles.CreateAsync(JoinAddress.Parse(owner.ConnectionString), Token);
        await Database.ExecuteAsync(owner.ConnectionString, "create role ci login password 'ci' in role syncopate_results");
        string own = new NpgsqlConnectionStringBuilder(owner.ConnectionString) { Username = "ci", Password = "ci" }.ConnectionString;
        await using ResultStore store = await ResultStore.OpenAsync(JoinAddress.Parse(own), Token);
        StoredResult result = new(Guid.NewGuid(), DateTimeOffset.UnixEpoch, "m", "h", "l") { Report = "{}" };

        bool isNew = await store.AddAsync(result, Token);
        bool isNewAgain = await store.AddAsync(result with { Label = "other" }, Token);

        Assert.Equal((true, false, 1L), (isNew, isNewAgain, await store.CountAsync(Token)));
        foreach (string forbidden in new[]
        {
            "delete from syncopate.result", "update syncopate.result set report = ''", "select * from syncopate.command",
            "select * from syncopate.interval", "insert into syncopate.agent (name, card) values ('a', '')", "drop table syncopate.result",
        })
        {
            PostgresException refused = await Assert.ThrowsAsync<PostgresException>(() => Database.ExecuteAsync(own, forbidden));
            Assert.True(refused.SqlState == PostgresErrorCodes.InsufficientPrivilege, $"{forbidden}: {refused.MessageText}");
        }
    }

    [Theory]
    [InlineData("--store stands alone, and the variable SYNCOPATE_STORE is not set", "history", "--store")]
    [InlineData("Say where the results are", "history")]
    [InlineData("DIR and --store exclude each other", "history", ".", "--store", "Host=localhost")]
    [InlineData("With --store leave it out: syncopate history --store CONNECTION", "history", "", "--store", "Host=localhost")]
    [InlineData("--add puts results into a database", "history", ".", "--add", ".")]
    [InlineData("--label names a result in a database", "load", "http://localhost:5/", "--label", "x")]
    [InlineData("--label names results that are put", "history", "--label", "x", "--store", "Host=localhost")]
    [InlineData("asks for SSL Mode=Disable", "gate", ".", "--store", "Host=db.example.com;SSL Mode=Disable")]
    [InlineData("--store: The connection cannot be read", "run", "--store", "cpu-bound")]
    public async Task A_wrong_line_is_a_sentence_and_exit_code_2(string said, params string[] line)
    {
        (int code, _, string error) = await RunAsync("", line);

        Assert.True(code == 2, error);
        Assert.Contains(said, error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", error, StringComparison.Ordinal);
    }

    private static async Task<(int Code, string Output, string Error)> RunAsync(string store, params string[] line)
    {
        await using Tool tool = Tool.StartWith([.. NoBuildServer, ("SYNCOPATE_STORE", store)], line);
        int code = await tool.ExitAsync();
        return (code, tool.Output, tool.Error);
    }

    // As a run leaves it that a gate can judge: the mean of each round, without failures.
    private static ReportDocument WithRounds(int day)
    {
        ReportDocument report = SlowerSpecimen.Of(day);
        FormReport Form(FormReport form) => form with
        {
            Errors = 0,
            EachRound = new Dictionary<Metric, IReadOnlyList<double>>
            {
                [Metric.Mean] = [.. Enumerable.Range(0, 12).Select(i => form.Mean * (1 + 0.001 * (i * 5 % 12 - 6)))],
            },
        };
        return report with { Experiments = [.. report.Experiments.Select(e => e with { Forms = [.. e.Forms.Select(Form)] })] };
    }

    private static void Write(RunFolder folder, string name, ReportDocument report)
    {
        DirectoryInfo run = Directory.CreateDirectory(Path.Combine(folder.Path, name));
        File.WriteAllText(Path.Combine(run.FullName, "report.json"), ReportJson.Write(report));
    }
}
