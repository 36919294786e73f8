using System.Collections.Frozen;
using System.Text;
using Syncopate.Reporting.Drawing;
using Syncopate.Reporting.Loads;
using Syncopate.Reporting.Sentences;
using Xunit;

namespace Syncopate.Tests.Reporting.Claims;

/// <summary>Goes through all that reports of invented loads say, as <see cref="ReportClaimsTests"/> does for runs.</summary>
public sealed class LoadClaimsTests
{
    // Names, and what was asked.
    private static readonly FrozenSet<string> Given = new[]
    {
        "Doubt.Code", "FormReport.Label", "LoadAgent.Machine", "LoadAgent.Missing", "LoadAgent.Name", "LoadAgent.Part", "LoadErrors.Kind",
            "LoadReport.Target", "LoadThreshold.Condition", "Machine.Architecture",
        "Machine.OperatingSystem", "Machine.Runtime", "ReportRun.Command", "ReportRun.Mode", "ReportRun.Outcome", "ReportTool.Name",
        "ReportTool.Version",
    }.ToFrozenSet(StringComparer.Ordinal);

    [Fact]
    public void Everything_that_the_report_of_a_load_says_is_true()
    {
        HashSet<string> complaints = [];
        for (int seed = 0; seed < InventedRuns.Count; seed++)
        {
            // Why a condition did not hold is not in the file: what is built says it, below.
            foreach (Claim claim in Claim.Of(Read(new Random(seed)), Given).Where(claim => claim.Path != "LoadThreshold.Outcome"))
            {
                if (ClaimRule.Complaint(claim, LoadRules.All) is { } complaint)
                    complaints.Add($"{seed} {claim.Path} {complaint}");
            }
        }

        Assert.True(complaints.Count == 0, string.Join('\n', complaints));
    }

    /// <summary>Of a load from several machines each is told with its part, its lateness, how free it was, and what is missing.</summary>
    [Fact]
    public void Everything_that_is_said_of_agents_is_true()
    {
        HashSet<string> complaints = [];
        foreach (Claim claim in Enumerable.Range(0, InventedRuns.Count).SelectMany(OfAgents))
        {
            if (ClaimRule.Complaint(claim, RulesOfAgents) is { } complaint)
                complaints.Add($"{claim.Path} {complaint}");
        }

        Assert.True(complaints.Count == 0, string.Join('\n', complaints));
    }

    [Fact]
    public void A_figure_of_an_agent_that_is_changed_is_found()
    {
        var (found, planted) = PlantedFigures.Count(Enumerable.Range(0, 40).SelectMany(OfAgents)
            .Where(claim => claim.Path is "text" or "LoadReport.Missing" || claim.Path.StartsWith("page", StringComparison.Ordinal)),
            RulesOfAgents);

        Assert.True(found > 0.9 * planted, $"{found} of {planted}");
    }

    [Theory]
    [InlineData("All went well.", "not understood")]
    [InlineData("No request succeeded: 3 failed in 2.00 s.", "not true")]
    public void A_false_sentence_of_a_load_is_found(string planted, string complaint)
    {
        LoadReport report = LoadReportBuilder.Build(LoadJournals.Whole()) with { Sentence = planted };

        Claim claim = Claim.Of(report, Given).Single(c => c.Path == "LoadReport.Sentence");

        Assert.Contains(complaint, ClaimRule.Complaint(claim, LoadRules.All), StringComparison.Ordinal);
    }

    private static IReadOnlyList<ClaimRule> RulesOfAgents => [.. AgentRules.All, .. LoadRules.All];

    private static IEnumerable<Claim> OfAgents(int seed)
    {
        Random random = new(seed);
        InventedParts parts = new(InventedAgents.Of(random) ?? []);
        LoadReport report = LoadReportBuilder.Build(InventedLoads.Of(random, parts.All.Count == 0 ? null : parts.All));
        string json = LoadReportJson.Write(report);
        // What the page says of the machines: their table, and whether they were the limit.
        IEnumerable<Claim> page = PageClaims.Of(LoadReportPage.Write(report, json, ""), [report, parts])
            .Where(claim => claim.Text.StartsWith("The generator was not", StringComparison.Ordinal));
        string section = $"<header class=\"top\"></header>{PageAgents.Section(report.Agents, report.Together)}</main>";
        return
        [
            .. Claim.Of(report, Given).Select(claim => claim with { Owners = [parts, .. claim.Owners] }),
            .. AgentText.Lines(report.Agents, report.Together)
                .Select(line => new Claim("text", [report, parts], $"{line.Head}: {line.Text}")),
            .. PageClaims.Of(section, [report, parts]),
            .. page,
        ];
    }

    private static LoadReport Read(Random random) =>
        LoadReportJson.Read(Encoding.UTF8.GetBytes(LoadReportJson.Write(LoadReportBuilder.Build(InventedLoads.Of(random)))));
}
