using System.Text.RegularExpressions;
using Syncopate.Analyzers;

namespace Syncopate.Scan.Tests.Scanning;

/// <summary>The marks of the marked solution, <c>// +sia -soa ?chain</c>, compared with what a scan reports. At most one line apart, nearest first.</summary>
internal static partial class CaseMarks
{
    private const int Tolerance = 1;

    /// <summary>What is missed, falsely reported, or reported where no mark stands, a line each; empty when all is as marked.</summary>
    public static IReadOnlyList<string> Differences(string folder, ScanResult result)
    {
        List<CaseMark> marks = [.. Read(folder)];
        List<Finding> found = [.. result.Findings.Where(finding => finding.Suppressed is null)];
        Dictionary<int, int> findingOfMark = [];
        HashSet<int> matched = [];
        IEnumerable<(int Apart, int Finding, int Mark)> pairs =
            from finding in Enumerable.Range(0, found.Count)
            from mark in Enumerable.Range(0, marks.Count)
            where ClassOf(found[finding]) == marks[mark].Class && found[finding].Place.File == marks[mark].File
            let apart = Apart(found[finding].Place, marks[mark].Line)
            where apart <= Tolerance
            orderby apart, Math.Abs(found[finding].Place.Line - marks[mark].Line), finding, mark
            select (apart, finding, mark);
        HashSet<int> near = [];
        foreach ((_, int finding, int mark) in pairs)
        {
            near.Add(finding);
            if (!matched.Contains(finding) && findingOfMark.TryAdd(mark, finding))
                matched.Add(finding);
        }

        return
        [
            .. marks.Where((mark, at) => mark.Sign == '+' && !findingOfMark.ContainsKey(at)).Select(mark => $"missed {mark}"),
            .. marks.Where((mark, at) => mark.Sign == '-' && findingOfMark.ContainsKey(at)).Select(mark => $"false {mark}"),
            .. found.Where((_, at) => !near.Contains(at)).Select(finding => $"unmarked {finding.Rule} {finding.Place}"),
        ];
    }

    private static string ClassOf(Finding finding) => ScanRules.ClassOf(ScanRules.All.Single(rule => rule.Id == finding.Rule));

    private static int Apart(Place place, int line) => Math.Max(0, Math.Max(line - place.EndLine, place.Line - line));

    private static IEnumerable<CaseMark> Read(string folder) =>
        from path in Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories)
        let file = Path.GetRelativePath(folder, path).Replace('\\', '/')
        where !file.Contains("/obj/", StringComparison.Ordinal)
        from line in File.ReadAllLines(path).Select((text, at) => (Text: text, Number: at + 1))
        from Capture mark in Comment().Match(line.Text).Groups[1].Captures
        select new CaseMark(file, line.Number, mark.Value[0], mark.Value[1..].Trim());

    [GeneratedRegex(@"//\s(?:([-+?][a-z_]+)\s*)+$")]
    private static partial Regex Comment();

    private sealed record CaseMark(string File, int Line, char Sign, string Class);
}
