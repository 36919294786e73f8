using System.Text.RegularExpressions;
using Syncopate.Reporting.Figures;
using Syncopate.Reporting.Gates;
using Syncopate.Reporting.History;
using Syncopate.Reporting.Runs;
using Syncopate.Running.Machines;
using Syncopate.Tests.Gating;
using Syncopate.Tests.Reporting;
using Xunit;

namespace Syncopate.Tests.History;

public sealed class HistoryMachineTests
{
    private static readonly Machine Here = Journals.Header.Machine;

    /// <summary>They take 100, 140 and 80 ms, by turns, and nothing changes on any of them.</summary>
    [Theory]
    [InlineData("processor")]
    [InlineData("host")]
    [InlineData("memory")] // All that older versions wrote down.
    public void Three_machines_of_one_size_are_three_and_steady(string told)
    {
        double[] means = [100, 140, 80];
        GateResult[] results = [.. Enumerable.Range(0, 45).Select(run => Run(means[run % 3] * Noise(run), run, Named(told, run % 3)))];

        HistoryReport report = Build(results);

        Assert.All(report.Series, s => Assert.Equal("steady over 15 runs", s.Sentence));
        Assert.Equal(3 * 2 * 3, report.Series.Count); // Machines, forms, figures.
        Assert.All(report.Series, s => Assert.InRange(s.Points.Max(p => p.Value) / s.Points.Min(p => p.Value), 1, 1.1));
        Assert.Equal("Nothing changed on 3 machines in 15 runs each, as far as they can tell.", report.Sentence);
        Assert.DoesNotContain(report.Notes, n => n.Contains("left out", StringComparison.Ordinal));
    }

    [Fact]
    public void A_change_on_any_machine_is_found_and_told_with_its_machine()
    {
        GateResult[] results =
        [
            .. Enumerable.Range(0, 45).Select(
                run => Run((run % 3 == 1 && run >= 24 ? 220 : 200) * Noise(run), run, Named("host", run % 3))),
        ];

        HistoryReport report = Build(results);

        HistorySeries[] changed = [.. report.Series.Where(s => s.Changes.Count > 0)];
        Assert.NotEmpty(changed);
        Assert.All(changed, s => Assert.EndsWith("host-1", s.Machine, StringComparison.Ordinal));
        Assert.Contains("changed", report.Sentence, StringComparison.Ordinal);
        string[] lines = [.. HistoryText.Lines(report, unicode: false)];
        Assert.Equal(3, lines.Count(l => l.EndsWith(':') && l.Contains("host-", StringComparison.Ordinal)));
        string page = HistoryPage.Write(report);
        Assert.All(Enumerable.Range(0, 3), i => Assert.Contains(FormattableString.Invariant($"host-{i}"), page, StringComparison.Ordinal));
        Assert.Equal(3, Regex.Matches(page, "id=\"(machine[^\"]*-title)\"").DistinctBy(m => m.Value).Count());
    }

    [Fact]
    public void Results_that_do_not_say_their_machine_are_drawn_with_the_only_one_of_their_kind()
    {
        GateResult[] results = [.. Enumerable.Range(0, 12).Select(run => Run(200, run, run < 6 ? Here : Named("host", 0)))];

        HistoryReport report = Build(results);

        Assert.All(report.Series, s => Assert.Equal(12, s.Points.Count));
        Assert.Contains(report.Notes, n => n.StartsWith("6 results do not say which processor and host", StringComparison.Ordinal));
    }

    [Fact]
    public void Results_that_do_not_say_their_machine_stand_by_themselves_where_it_could_be_one_of_several()
    {
        GateResult[] results =
            [.. Enumerable.Range(0, 12).Select(run => Run(200, run, run % 3 == 0 ? Here : Named("host", run % 3)))];

        Assert.All(Build(results).Series, s => Assert.Equal(4, s.Points.Count));
    }

    [Fact]
    public void The_number_of_runs_is_one_number()
    {
        GateResult[] results = [.. Enumerable.Range(0, 24).Select(run => Run(200 * Noise(run), run, Here))];
        for (int run = 2; run < 5; run++)
        {
            results[run] = results[run] with
            {
                Subjects = [.. results[run].Subjects.Select(s => s with { Load = s.Load with { WaitMilliseconds = 1 } })],
            };
        }

        HistoryReport report = Build(results);

        Assert.All(report.Series, s => Assert.Equal("steady over 21 runs", s.Sentence));
        Assert.Equal("Nothing changed in 21 runs, as far as they can tell.", report.Sentence);
        Assert.Contains("Under another load than the newest run, so left out: io-bound (3 runs).", report.Notes);
    }

    /// <summary>Four runs and seven that are 11 % faster, without any overlap: clear to the eye, and too few to tell it
    /// from a machine whose speed wanders.</summary>
    [Theory]
    [InlineData(new[] { 2.02, 2.03, 2.01, 2.04, 1.82, 1.85, 1.79, 1.81, 1.80, 1.76, 1.78 })]
    [InlineData(new[] { 2.02, 2.03, 2.01, 1.82, 1.85, 1.79, 1.81, 1.80, 1.76, 1.78 })]
    [InlineData(new[] { 2.02, 2.03, 2.01, 2.04, 2.02, 2.05, 2.00, 1.80, 1.76, 1.78 })]
    [InlineData(new[] { 1.82, 1.85, 1.79, 1.81, 1.80, 1.76, 1.78, 1.83, 2.02, 2.03, 2.01, 2.04 })]
    public void A_clear_step_in_a_short_series_is_never_called_steady(double[] means)
    {
        HistoryReport report = Build([.. means.Select((mean, run) => Run(mean, run, Here))]);

        HistorySeries mean = report.Series.Single(s => s.Name == "io-bound.async.mean");
        Assert.Matches("^(1[0-3]% (faster|slower) since|perhaps 1[0-3]% (faster|slower) since .*; too few runs to tell$)", mean.Sentence);
        Assert.DoesNotContain("Nothing changed", report.Sentence, StringComparison.Ordinal);
        Assert.DoesNotContain("steady</span>", HistoryPage.Write(report), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("model name\t: AMD EPYC 7763 64-Core Processor", "AMD EPYC 7763 64-Core Processor")]
    [InlineData("CPU implementer\t: 0x41\nCPU part\t: 0xd0c", "ARM 0x41 0xd0c")]
    [InlineData("flags\t: fpu", null)]
    [InlineData("", null)]
    public void A_processor_is_named_by_what_the_system_tells(string text, string? name) =>
        Assert.Equal(name, MachineName.ProcessorOf(("processor\t: 0\n" + text + "\nprocessor\t: 1\nmodel name\t: B").Split('\n')[..^2]));

    [Theory]
    [InlineData("build-7", false, "", "build-7")]
    [InlineData("build-7", false, "RUNNER_ENVIRONMENT=self-hosted", "build-7")]
    [InlineData("build-7", false, "TF_BUILD=", "build-7")]
    [InlineData("fv-az1203-44", false, "RUNNER_ENVIRONMENT=github-hosted", null)]
    [InlineData("shop-7d9f8b6c5-x2x9k", false, "KUBERNETES_SERVICE_HOST=10.0.0.1", null)]
    [InlineData("fv-az1203-44", false, "TF_BUILD=True", null)]
    [InlineData("ip-10-0-1-7", false, "CODEBUILD_BUILD_ID=shop:1", null)]
    [InlineData("build-7", false, "container=podman", null)]
    [InlineData("build-7", true, "", null)]
    [InlineData("3f2a9c0d11be", false, "", null)]
    [InlineData("", false, "", null)]
    public void A_machine_that_lives_for_one_job_has_no_name(
        string name, bool isContainer, string variable, string? host)
    {
        string[] set = variable.Split('=');

        Assert.Equal(host, MachineName.HostOf(name, isContainer, asked => asked == set[0] ? set[^1] : null));
    }

    /// <summary>Names that no result has twice are those of machines that are made for a job.</summary>
    [Fact]
    public void Results_of_hosts_of_which_each_measured_once_are_one_machine()
    {
        GateResult[] results = [.. Enumerable.Range(0, 12).Select(run => Run(200 * Noise(run), run, Named("host", run)))];

        HistoryReport report = Build(results);

        Assert.All(report.Series, s => Assert.Equal(12, s.Points.Count));
        Assert.Contains(report.Notes, n => n.StartsWith("12 hosts have a single result each", StringComparison.Ordinal));
    }

    /// <summary>They were drawn as one series of "an unknown machine", in the order of their names.</summary>
    [Fact]
    public void Results_that_lost_their_run_header_are_not_joined_and_what_is_not_known_of_them_is_said()
    {
        GateResult[] lost = [.. Enumerable.Range(0, 12).Select(run => Lost(run < 6 ? 200 : 400, run))];

        HistoryReport report = Build(lost);

        Assert.All(report.Series, s => Assert.Single(s.Points));
        Assert.Contains("12 results have lost their run headers: when and on which machine each was measured is not known, so they are not "
            + "drawn as one series: run-00, run-01, run-02, and 9 more. Drawn is run-11 alone.", report.Notes);
        Assert.DoesNotContain(report.Notes, n => n.Contains("newest", StringComparison.Ordinal));
        Assert.Contains("Each point is a run of an unknown day.", HistoryPage.Write(report), StringComparison.Ordinal);
    }

    [Fact]
    public void A_result_that_lost_its_run_header_is_not_drawn_with_those_that_did_not()
    {
        GateResult[] results =
            [.. Enumerable.Range(0, 11).Select(run => Run(200 * Noise(run), run, Here)), Lost(400, 11)];

        HistoryReport report = Build(results);

        Assert.All(report.Series, s => Assert.Equal(11, s.Points.Count));
        Assert.Contains("run-11 has lost its run header: when and on which machine it was measured is not known, so it is not drawn with "
            + "the others.", report.Notes);
    }

    /// <summary>Both have one, so neither is "the machine with the most results".</summary>
    [Fact]
    public void Of_machines_with_as_many_results_none_is_told_to_have_the_most()
    {
        HistoryReport report = Build([Run(200, 0, Here with { Cores = 64 }), Run(200, 1, Here)]);

        Assert.Contains(report.Notes, n => n.StartsWith(
            "1 result of 1 other machine left out; drawn is the machine with the newest result: ", StringComparison.Ordinal));
    }

    /// <summary>"12 runs are too few to find a change: 10 of one form are needed" was said of runs that lack the figure alone.</summary>
    [Fact]
    public void Enough_runs_are_not_called_too_few_where_it_is_the_figure_that_they_lack()
    {
        GateResult[] runs = [.. Enumerable.Range(0, 12).Select(run => Run(200, run, Here))];
        GateResult[] few = [.. runs.Select((r, i) => i < 9 ? Without(r) : r)];

        Assert.Equal("There is nothing to draw: no run has any of these figures.", Build([.. runs.Select(Without)]).Sentence);
        Assert.Equal("There is nothing to draw: the run has none of these figures.", Build([Without(runs[0])]).Sentence);
        Assert.Equal("Too few runs to find a change: no figure of one form has more than 3 of the 12; 10 are needed.", Build(few).Sentence);

        static GateResult Without(GateResult result) => result with
        {
            Subjects = [.. result.Subjects.Select(s => s with { Figures = s.Figures with { CpuPerRequest = null } })],
        };
        static HistoryReport Build(IReadOnlyList<GateResult> results) => HistoryBuilder.Build(results, [], 1, [Figure.Named("cpu")]);
    }

    private static GateResult Lost(double mean, int day) => Run(mean, day, Here) with
    {
        Machine = ReportBuilder.UnknownMachine,
        StartedUtc = DateTimeOffset.UnixEpoch,
    };

    private static Machine Named(string told, int which) => told switch
    {
        "processor" => Here with { Processor = FormattableString.Invariant($"Processor {which}") },
        "host" => Here with { Processor = "One", Host = FormattableString.Invariant($"host-{which}") },
        _ => Here with { MemoryBytes = (long)(4 << which) << 30 },
    };

    private static double Noise(int run) => 1 + 0.005 * (run * 7 % 5 - 2);

    private static HistoryReport Build(IReadOnlyList<GateResult> results) => HistoryBuilder.Build(results, [], 1, HistoryBuilder.Usual);

    private static GateResult Run(double mean, int day, Machine machine) => GateResult.Of(
        GateResults.Report(
            Journals.Header with { StartedUtc = Journals.Header.StartedUtc.AddDays(day), Machine = machine }, GateResults.Around(mean)),
        FormattableString.Invariant($"run-{day:00}"));
}
