using System.Text.Json;
using Syncopate.Reporting;
using Syncopate.Scan.Reporting;

namespace Syncopate.Scan.Sarif;

/// <summary>A scan as SARIF 2.1.0, for code hosts, editors and whatever else gathers findings.</summary>
internal static class SarifWriter
{
    private const string Schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
    private const string Fingerprint = "syncopate/v1";

    /// <summary>The log as indented JSON; lines end with a line feed, the last one too. The same result gives the same text.</summary>
    /// <param name="result">The scan. Findings without fingerprint must have been given one.</param>
    /// <param name="tool">Who made it.</param>
    /// <param name="hasBaseline">True when known findings were distinguished: then each result says whether it is new.</param>
    public static string Write(ScanResult result, ReportTool tool, bool hasBaseline)
    {
        SarifPlaces places = new(result.Root);
        SarifRun run = new()
        {
            Tool = new(new SarifDriver(tool.Name, tool.Version, tool.Version, SarifRules.All())),
            Invocations = [new(ExecutionSuccessful: true, [.. result.Notices.Select(n => new SarifNotification("warning", new(n)))])],
            OriginalUriBaseIds = new Dictionary<string, SarifArtifactLocation> { [SarifPlaces.Root] = places.RootAddress },
            ColumnKind = "utf16CodeUnits",
            Results = [.. result.Findings.Select(f => Result(f, places, hasBaseline))],
            Properties = new(result.Size.Projects, result.Size.Files, result.Size.Lines, result.Size.Calls, result.Size.ResolvedCalls),
        };
        return JsonSerializer.Serialize(new SarifLog(Schema, "2.1.0", [run]), SarifJson.Default.SarifLog) + "\n";
    }

    private static SarifResult Result(Finding finding, SarifPlaces places, bool hasBaseline) => new()
    {
        RuleId = finding.Rule,
        RuleIndex = SarifRules.IndexOf(finding.Rule),
        Level = SarifRules.Level(finding.Level),
        Message = new(finding.Message),
        Locations = [Location(finding, places)],
        PartialFingerprints = new Dictionary<string, string> { [Fingerprint] = finding.Fingerprint },
        CodeFlows = finding.Chain.Count == 0 ? null : [Flow(finding, places)],
        RelatedLocations = finding.Chain.Count == 0 ? null
            : [.. finding.Chain.Select((s, i) => places.Location(s.Place, Words(finding, i)) with { Id = i + 1 })],
        Fixes = finding.Fix is { Edits.Count: > 0 } fix ? [Fix(fix, places)] : null,
        // An empty list says that it is known to be silenced by nothing; no list would leave that open (3.27.23).
        Suppressions = finding.Suppressed is { } why ? [new(why.How == "inSource" ? "inSource" : "external", why.Why)] : [],
        BaselineState = hasBaseline ? finding.IsKnown ? "unchanged" : "new" : null,
        Properties = new(finding.Project, finding.Entries, finding.Instead, finding.Cautions, finding.Seen, finding.NotSeen ? true : null),
    };

    private static SarifLocation Location(Finding finding, SarifPlaces places) => new()
    {
        PhysicalLocation = new(places.File(finding.Place.File), SarifPlaces.Region(finding.Place)),
        LogicalLocations = [new(finding.Member, "member")],
    };

    private static SarifCodeFlow Flow(Finding finding, SarifPlaces places) =>
        new([new SarifThreadFlow([.. finding.Chain
            .Select((s, i) => new SarifThreadFlowLocation(places.Location(s.Place, Words(finding, i)), i))])]);

    private static SarifText Words(Finding finding, int step) => new(ScanSentences.Step(finding, step));

    private static SarifFix Fix(FindingFix fix, SarifPlaces places) => new(
        new(fix.Title),
        [.. fix.Edits.GroupBy(e => e.Place.File).Select(file => new SarifArtifactChange(
            places.File(file.Key), [.. file.OrderBy(e => e.Place.Line).ThenBy(e => e.Place.Column)
                .Select(e => new SarifReplacement(SarifPlaces.Region(e.Place), new(e.Text)))]))]);
}
