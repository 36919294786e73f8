using Syncopate.Reporting.Figures;
using Syncopate.Reporting.Gates;
using Xunit;

namespace Syncopate.Tests.Gating;

/// <summary>A gate from what is asked for to its files, with results that a test gives.</summary>
public sealed class GateJobTests : IDisposable
{
    private static readonly GateRules Lenient = new([GateLimit.Parse("io-bound.async.mean=10s", ThresholdSide.Above)], []);
    private static readonly GateRules AgainstBaseline = new([], [RegressionLimit.Usual]);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-gate-job-");
    private readonly List<string> _said = [];
    private readonly List<string> _faults = [];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task A_baseline_that_is_found_elsewhere_wins_over_a_file_and_is_asked_for_with_the_result()
    {
        GateResult result = GateResults.Of(GateResults.Around(200));
        GateResult? asked = null;
        RequestedGate gate = new("new", AgainstBaseline) { Baseline = "old" };
        GateJob job = new(gate, Host(path => path == "new" ? result : throw new IOException("The file is read.")) with
        {
            FindBaseline = (found, _) =>
            {
                asked = found;
                return Task.FromResult(GateResults.Of(GateResults.Around(100)) with { Path = "stored" });
            },
        });

        GateReport report = await job.JudgeAsync(Token);

        Assert.Same(result, asked);
        Assert.Equal(("stored", false), (report.Baseline, report.Passed));
    }

    [Fact]
    public async Task A_baseline_of_a_file_is_read_and_without_one_fixed_limits_are_judged_alone()
    {
        List<string> read = [];
        GateHost host = Host(path =>
        {
            read.Add(path);
            return GateResults.Of(GateResults.Around(200)) with { Path = path };
        });

        GateReport compared = await new GateJob(new RequestedGate("new", AgainstBaseline) { Baseline = "old" }, host).JudgeAsync(Token);
        GateReport alone = await new GateJob(new RequestedGate("only", Lenient), host).JudgeAsync(Token);

        Assert.Equal(["new", "old", "only"], read);
        Assert.Equal("old", compared.Baseline);
        Assert.Null(alone.Baseline);
        Assert.True(alone.Passed, alone.Sentence);
    }

    [Fact]
    public async Task A_result_that_cannot_be_read_is_named_with_what_to_give()
    {
        GateJob job = new(new RequestedGate("nowhere", Lenient), Host(_ => throw new UnauthorizedAccessException("Denied.")));

        UnusableResultException refused =
            await Assert.ThrowsAsync<UnusableResultException>(() => job.JudgeAsync(Token));

        Assert.Equal(
            "Cannot read the result 'nowhere': Denied. Give a run's folder, its run.jsonl or a report.json.", refused.Message);
    }

    /// <summary>The one is a file that is not usable, the other a line that is wrong: they have exit codes of their own.</summary>
    [Fact]
    public async Task What_is_no_result_is_another_fault_than_a_limit_that_names_no_form()
    {
        GateRules unknown = new([GateLimit.Parse("io-bound.parallel.mean=1s", ThresholdSide.Above)], []);
        GateJob broken = new(new RequestedGate("broken", Lenient), Host(_ => throw new FormatException("It is no report.")));
        GateJob wrong = new(new RequestedGate("new", unknown), Host(_ => GateResults.Of(GateResults.Around(200))));

        await Assert.ThrowsAsync<UnusableResultException>(() => broken.JudgeAsync(Token));
        FormatException refused = await Assert.ThrowsAsync<FormatException>(() => wrong.JudgeAsync(Token));

        Assert.StartsWith("'io-bound.parallel.mean=1s' names no form of ", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_baseline_of_another_machine_cannot_be_compared_with()
    {
        GateResult result = GateResults.Of(GateResults.Around(200));
        GateResult other = result with { Machine = result.Machine with { Cores = 96 } };
        GateJob job = new(
            new RequestedGate("new", AgainstBaseline) { Baseline = "old" }, Host(path => path == "new" ? result : other));

        await Assert.ThrowsAsync<UnusableResultException>(() => job.JudgeAsync(Token));
    }

    [Fact]
    public async Task Its_files_are_written_and_a_summary_is_added_to_what_another_step_wrote()
    {
        await File.WriteAllTextAsync(At("summary.md"), "another step\n", Token);
        await File.WriteAllTextAsync(At("gate.xml"), "an older file, which is longer than what is written in its place", Token);
        GateJob job = Job(At("gate.xml"), At("summary.md"));

        Assert.True(job.Write(await job.JudgeAsync(Token)));

        Assert.StartsWith("<?xml", await File.ReadAllTextAsync(At("gate.xml"), Token), StringComparison.Ordinal);
        Assert.DoesNotContain("an older file", await File.ReadAllTextAsync(At("gate.xml"), Token), StringComparison.Ordinal);
        Assert.StartsWith("another step\n## ", await File.ReadAllTextAsync(At("summary.md"), Token), StringComparison.Ordinal);
        Assert.Equal(["Summary written to the job summary."], _said);
        Assert.Empty(_faults);
    }

    [Fact]
    public async Task One_file_that_cannot_be_written_hides_no_other()
    {
        GateJob job = Job(At("nowhere/gate.xml"), At("summary.md"));

        Assert.False(job.Write(await job.JudgeAsync(Token)));

        Assert.StartsWith($"Cannot write '{At("nowhere/gate.xml")}': ", Assert.Single(_faults), StringComparison.Ordinal);
        Assert.True(File.Exists(At("summary.md")));
    }

    /// <summary>GitHub refuses a summary of more than 1 MiB as a whole.</summary>
    [Fact]
    public async Task Nothing_is_added_to_a_summary_that_is_full()
    {
        byte[] full = new byte[(1 << 20) - 500];
        await File.WriteAllBytesAsync(At("summary.md"), full, Token);
        GateJob job = Job(null, At("summary.md"));

        Assert.True(job.Write(await job.JudgeAsync(Token)));

        Assert.Equal(full.Length, new FileInfo(At("summary.md")).Length);
        Assert.Equal(["The job summary is full; nothing was added to it."], _said);
    }

    private GateJob Job(string? junit, string summary) => new(
        new RequestedGate("new", Lenient) { JUnit = junit, Summary = summary },
        Host(_ => GateResults.Of(GateResults.Around(200))));

    private GateHost Host(Func<string, GateResult> read) =>
        new() { Read = read, Say = _said.Add, SayFault = _faults.Add };

    private string At(string name) => Path.Combine(_folder.FullName, name);
}
