using System.Text;
using Syncopate.Watch.Stacks;

namespace Syncopate.Scan.Evidence;

/// <summary>Finds the finding that a blocked place of a watched process is.</summary>
/// <param name="findings">Those that block a thread, in the order in which they are preferred.</param>
internal sealed class SiteMatch(IReadOnlyList<Finding> findings)
{
    // Debug information names the line of a statement, which may begin a line before the call or after it.
    private const int Tolerance = 1;

    // State machines, lambdas, local functions and what holds them.
    private static readonly string[] MadeByCompiler = [">d__", ">b__", ">g__", "<>c"];

    /// <summary>The finding, and how many others of its member it might have been as well; null for none.</summary>
    public (Finding Finding, int Others)? Find(BlockedSite site)
    {
        if (site is { File: { } file, Line: { } line })
            return ByLine(site, file, line) is { } found ? (found, 0) : null;
        Finding[] candidates = site.Place == site.Route
            ? [.. findings.Where(f => f.Entries.Any(e => RouteText.Matches(e, site.Place)) && Names(f, site))]
            : [.. findings.Where(f => IsSame(Written(site.Place), Written(f.Member)))];
        Finding[] named = [.. candidates.Where(f => Names(f, site))];
        Finding[] best = named.Length > 0 ? named : candidates;
        return best.Length == 0 ? null : (best[0], best.Length - 1);
    }

    private Finding? ByLine(BlockedSite site, string file, int line)
    {
        var near = findings
            .Where(f => line >= f.Place.Line - Tolerance && line <= f.Place.EndLine + Tolerance)
            .Select(f => new { Finding = f, Common = CommonEnd(f.Place.File, file), Apart = Apart(f.Place, line) })
            .Where(f => f.Common > 0)
            .ToArray();
        int most = near.Select(f => f.Common).DefaultIfEmpty().Max();
        return near.Where(f => f.Common == most)
            .OrderByDescending(f => IsSame(Written(site.Place), Written(f.Finding.Member)))
            .ThenBy(f => f.Apart)
            .ThenByDescending(f => Names(f.Finding, site))
            .FirstOrDefault()?.Finding;
    }

    private static int Apart(Place place, int line) => Math.Max(0, Math.Max(place.Line - line, line - place.EndLine));

    /// <summary>How many parts two paths have in common, counted from their ends: of <c>/build/Shop/Orders.cs</c> and <c>Shop/Orders.cs</c>
    /// 2.</summary>
    private static int CommonEnd(string left, string right) =>
        Enumerable.Reverse(left.Split('/', '\\')).Zip(Enumerable.Reverse(right.Split('/', '\\'))).TakeWhile(pair =>
            pair.First.Equals(pair.Second, StringComparison.OrdinalIgnoreCase)).Count();

    /// <summary>Whether the text of the call has the name of what was waited in, such as <c>SaveChanges</c> of
    /// <c>DbContext.SaveChanges</c>.</summary>
    private static bool Names(Finding finding, BlockedSite site) =>
        site.Call.Length > 0 && finding.Call.Contains(site.Call[(site.Call.LastIndexOf('.') + 1)..], StringComparison.Ordinal);

    // A local function counts as a part of the method around it, a namespace that only one of the two has does not.
    private static bool IsSame(string seen, string member) =>
        seen.Contains('.', StringComparison.Ordinal) && member.Contains('.', StringComparison.Ordinal)
        && (("." + seen).EndsWith("." + member, StringComparison.Ordinal) || ("." + member).EndsWith("." + seen, StringComparison.Ordinal)
            || ("." + seen + ".").Contains("." + member + ".", StringComparison.Ordinal));

    /// <summary>A member without parameters and type arguments; what the compiler made of its name is undone.</summary>
    private static string Written(string member)
    {
        if (Array.Exists(MadeByCompiler, part => member.Contains(part, StringComparison.Ordinal)))
            return member.LastIndexOf('.') is > 0 and var dot ? MethodName.Short(member[..dot], member[(dot + 1)..]) : member;
        StringBuilder name = new();
        int depth = 0;
        foreach (char c in member.Split('(')[0])
        {
            depth += c == '<' ? 1 : 0;
            if (depth == 0)
                name.Append(c);
            depth -= c == '>' ? 1 : 0;
        }

        return name.ToString();
    }
}
