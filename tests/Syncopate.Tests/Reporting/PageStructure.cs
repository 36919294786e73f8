using System.Collections.Frozen;
using System.Text.RegularExpressions;

namespace Syncopate.Tests.Reporting;

/// <summary>Checks of a page's structure that a browser would forgive silently.</summary>
internal static class PageStructure
{
    private static readonly FrozenSet<string> Void = FrozenSet.Create("meta", "link", "!doctype");

    /// <summary>What is wrong, one line each: elements left open or closed twice, ids used twice, references to ids
    /// that do not exist, skipped headings.</summary>
    public static string Faults(string page) =>
        string.Join('\n', Unbalanced(page).Concat(Ids(page)).Concat(Headings(page)));

    private static IEnumerable<string> Unbalanced(string page)
    {
        // What stands in a style or script element is no markup.
        string markup = Regex.Replace(page, "(<(style|script)[^>]*>).*?(</\\2>)", "$1$3", RegexOptions.Singleline);
        Stack<string> open = new();
        foreach (Match tag in Regex.Matches(markup, "<(/?)([a-z!][a-z0-9]*)((?:[^<>\"]|\"[^\"<>]*\")*?)(/?)>"))
        {
            string name = tag.Groups[2].Value;
            if (tag.Groups[1].Length > 0)
            {
                if (!open.TryPop(out string? last) || last != name)
                    yield return $"</{name}> closes <{last}>: {markup[Math.Max(0, tag.Index - 80)..tag.Index]}";
            }
            else if (tag.Groups[4].Length == 0 && !Void.Contains(name))
            {
                open.Push(name);
            }
        }
        foreach (string left in open)
            yield return $"<{left}> is never closed";
        if (Regex.Count(markup, "<") != Regex.Count(markup, "<(/?)([a-z!][a-z0-9]*)((?:[^<>\"]|\"[^\"<>]*\")*?)(/?)>"))
            yield return "there is a < that begins no tag";
    }

    private static IEnumerable<string> Ids(string page)
    {
        List<string> ids = Regex.Matches(page, " id=\"([^\"]*)\"").Select(m => m.Groups[1].Value).ToList();
        foreach (IGrouping<string, string> twice in ids.GroupBy(i => i).Where(g => g.Count() > 1))
            yield return $"id {twice.Key} is used {twice.Count()} times";
        foreach (string reference in Regex.Matches(page, " (?:href=\"#|aria-labelledby=\")([^\"]*)\"").Select(m => m.Groups[1].Value).Where(r => !ids.Contains(r)))
            yield return $"there is no id {reference}";
    }

    private static IEnumerable<string> Headings(string page)
    {
        List<int> levels = Regex.Matches(page, "<h([1-6])").Select(m => m.Groups[1].Value[0] - '0').ToList();
        if (levels.Count(l => l == 1) != 1)
            yield return "there is not exactly one h1";
        foreach (var (above, below) in levels.Zip(levels.Skip(1)).Where(p => p.Second > p.First + 1))
            yield return $"h{below} follows h{above}";
    }
}
