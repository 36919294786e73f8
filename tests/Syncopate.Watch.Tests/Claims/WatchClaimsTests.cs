using System.Collections.Frozen;
using System.Text;
using System.Text.Json;
using Syncopate.Cli.Screens;
using Syncopate.Tests.Reporting.Claims;
using Syncopate.Watch.Awaits;
using Syncopate.Watch.Reporting;
using Xunit;

namespace Syncopate.Watch.Tests.Claims;

/// <summary>Goes through all that is said of invented watches - the report's sentences, its text and page, each second's line, the
/// screen, and what the JSON has - and compares each with the records from which it was made. What no rule understands fails.</summary>
public sealed class WatchClaimsTests
{
    private const int WatchesOfASeed = 20;

    // Names, and what others have said.
    private static readonly FrozenSet<string> Given = new[]
    {
        "AsyncFinding.Awaited", "AsyncFinding.File", "AsyncFinding.Method", "AsyncMethod.File", "AsyncMethod.Name", "AwaitedWork.File",
        "AwaitedWork.Name", "AwaitSpan.File", "AwaitSpan.Name", "BlockedHolder.Call", "BlockedHolder.File", "BlockedHolder.Place",
        "BlockedSite.Call", "BlockedSite.File", "BlockedSite.Frames", "BlockedSite.Guard", "BlockedSite.Place", "BlockedSite.Route",
        "BlockedSite.Via", "Doubt.Code", "Doubt.Experiment", "LiveAwait.Chain", "LiveAwait.File", "LiveAwait.Method",
            "LiveAwaits.Unsupported",
        "Machine.Architecture", "Machine.OperatingSystem", "Machine.Runtime", "ProcessIdentity.Name", "ProcessIdentity.Runtime",
        "ReportRun.Command", "ReportRun.Mode", "ReportRun.Outcome", "ReportTool.Name", "ReportTool.Version", "WatchLoad.Method",
        "WatchLoad.Sentence", "WatchLoad.Url", "WatchLoadFailure.What",
    }.ToFrozenSet(StringComparer.Ordinal);

    private static readonly IReadOnlyList<ClaimRule> Rules = [.. VerdictRules.All, .. WatchRules.All, .. PlaceRules.All,
        .. CourseRules.All, .. TimelineRules.All];

    public static TheoryData<int> Seeds => [.. Enumerable.Range(0, 8)];

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Everything_that_a_watch_says_is_true(int seed)
    {
        SortedSet<string> complaints = new(StringComparer.Ordinal);
        for (int watch = 0; watch < WatchesOfASeed; watch++)
        {
            foreach (Claim claim in Claims(WatchesOfASeed * seed + watch))
            {
                if (ClaimRule.Complaint(claim, Rules) is { } complaint)
                    complaints.Add($"{claim.Path} {complaint} ({seed} {watch})");
            }
        }

        Assert.True(complaints.Count == 0, string.Join('\n', complaints));
    }

    /// <summary>The rules can fail: where one figure is changed, a sentence is no longer true, and most are found.</summary>
    [Fact]
    public void A_figure_that_is_changed_is_found()
    {
        var (found, planted) = PlantedFigures.Count(Enumerable.Range(0, 12).SelectMany(Claims), Rules);

        Assert.True(found > 0.9 * planted, $"{found} of {planted}");
    }

    [Theory]
    [InlineData("All is well.", "not understood")]
    [InlineData("Blocked threads have not been sampled yet.", "not true")]
    [InlineData("More threads would not help.", "not true")]
    public void A_sentence_that_nobody_has_asked_about_is_found(string planted, string complaint)
    {
        WatchSample[] moments = [.. Recorded.Moments(Recorded.Pool(9, 40), Recorded.Pool(9, 41)).Select(moment => moment.Sampled(9, 41))];
        SeenWatch seen = new([.. moments, new WatchSites(1_000_000_000, Recorded.Sites((BlockingKind.Sleep, 9000, 200)))]);

        Assert.Contains(complaint, ClaimRule.Complaint(new Claim("planted", [seen], planted), Rules), StringComparison.Ordinal);
    }

    private static IEnumerable<Claim> Claims(int seed)
    {
        Random random = new(seed);
        IReadOnlyList<WatchRecord> records = InventedWatches.Of(random);
        Damaged damaged = new(random.Next(4) == 0 ? random.Next(1, 200) : 0);
        WatchReport report = WatchReportBuilder.Build(records, damaged.Bytes);
        string json = JsonSerializer.Serialize(report, WatchJson.Default.WatchReport);
        // What the JSON has is what the report says.
        report = JsonSerializer.Deserialize(json, WatchJson.Default.WatchReport)!;
        object[] owners = [new SeenWatch(records), damaged, report];
        string page = WatchReportPage.Write(report, json, WatchReportMarkdown.Write(report));
        return
        [
            .. Claim.Of(report, Given).Select(claim => claim with { Owners = [.. owners, .. claim.Owners] }),
            .. Text(report, owners),
            .. PageClaims.Of(page, [.. owners, .. report.Verdict is { } verdict ? new object[] { verdict } : [], .. report.Timelines]),
            .. report.Moments.Take(30).SelectMany(moment =>
                OfSecond(moment).Select(line => new Claim("second",
                [.. owners, moment, .. moment.Awaits is { } awaits ? new object[] { awaits } : []], line))),
            .. OnScreen(records, owners),
        ];
    }

    private static IEnumerable<Claim> Text(WatchReport report, object[] owners)
    {
        object[] all = [.. owners, .. report.Verdict is { } verdict ? new object[] { verdict } : [], .. report.Timelines];
        StringBuilder wrapped = new();
        foreach (string line in WatchReportText.Lines(report).Select(Unnamed))
        {
            // A finding that is longer than a line goes on, indented by two.
            bool isRest = wrapped.Length > 0 && line.StartsWith("  ", StringComparison.Ordinal);
            if (wrapped.Length > 0 && !isRest)
            {
                yield return new Claim("text", all, wrapped.ToString());
                wrapped.Clear();
            }

            if (isRest || line.StartsWith("-> ", StringComparison.Ordinal))
                wrapped.Append(wrapped.Length > 0 ? " " : "").Append(line.Trim());
            else if (line.Length > 0)
                yield return new Claim("text", all, line);
        }

        if (wrapped.Length > 0)
            yield return new Claim("text", all, wrapped.ToString());
    }

    private static IEnumerable<string> OfSecond(WatchSample moment) =>
        [WatchText.Line(moment), .. WatchText.Adjustments(moment),
            .. moment.Awaits is { } awaits ? AsyncTimelineText.Lines(awaits, 10) : []];

    // The heads of doubts, and the indent of what explains them.
    private static string Unnamed(string line) => line.StartsWith("Doubt: ", StringComparison.Ordinal) ? line[7..]
        : line.StartsWith("  ", StringComparison.Ordinal) && line.Length > 2 && char.IsUpper(line[2]) ? line.Trim() : line;

    /// <summary>What the screen says after each of the records, but for its curves.</summary>
    private static IEnumerable<Claim> OnScreen(IReadOnlyList<WatchRecord> records, object[] owners)
    {
        // A minute is what it looks back on.
        if (records.OfType<WatchSample>().Count() > 60)
            yield break;
        WatchScreen screen = new(new Processes.ProcessIdentity(7, "Shop.Api", "10.0.0"));
        List<WatchRecord> seen = [];
        foreach (WatchRecord record in records)
        {
            screen.Add(record);
            seen.Add(record);
            if (record is WatchSites look)
            {
                object[] now = [.. owners, look, new SeenPlaces([look.Blocked])];
                foreach (string line in WatchScreen.Blocked(look))
                    yield return new Claim("screen", now, line);
            }

            if (record is WatchSites or WatchSample && screen.Verdict is { ForSeconds: not null } verdict)
            {
                SeenWatch shown = new([.. seen.Where(r => r is not WatchSites || r == seen.OfType<WatchSites>().Last())]);
                yield return new Claim("screen", [shown, verdict], verdict.Sentence);
            }

            if (record is WatchTimeline timeline)
            {
                foreach (string line in WatchScreen.Timeline(timeline.Timeline))
                    yield return new Claim("screen", [.. owners, timeline.Timeline], line);
            }
        }
    }
}
