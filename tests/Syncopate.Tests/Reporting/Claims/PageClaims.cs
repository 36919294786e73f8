using System.Net;
using System.Text.RegularExpressions;

namespace Syncopate.Tests.Reporting.Claims;

/// <summary>What a page says to who looks at it: each head, paragraph, entry and row of a table, the last with its cells
/// apart, and what a picture says to who cannot see it. Stacks, code and the text that the page carries for copying are left out.</summary>
internal static partial class PageClaims
{
    /// <summary>The claims of a page.</summary>
    /// <param name="page">A whole page.</param>
    /// <param name="owners">What it was made from.</param>
    public static IEnumerable<Claim> Of(string page, IReadOnlyList<object> owners)
    {
        string shown = Unread().Replace(Body().Match(page).Value, "");
        foreach (Match part in Part().Matches(shown))
        {
            string name = part.Groups["name"].Value;
            string inner = name == "tr" ? CellEnd().Replace(part.Groups["inner"].Value, " | ") : part.Groups["inner"].Value;
            string text = Spaces().Replace(WebUtility.HtmlDecode(Tag().Replace(LineEnd().Replace(inner, " "), "")), " ").Trim(' ', '|');
            if (text.Length > 0)
                yield return new Claim($"page {name}", owners, text);
        }

        foreach (Match picture in Picture().Matches(shown))
            yield return new Claim("page picture", owners, WebUtility.HtmlDecode(picture.Groups["said"].Value));
    }

    [GeneratedRegex("<header class=\"top\".*?</main>", RegexOptions.Singleline)]
    private static partial Regex Body();

    [GeneratedRegex("<pre.*?</pre>|<span class=\"(?:unseen|tools)\".*?</span>|<details id=\"report-markdown\".*?</details>|<i "
        + "aria-hidden.*?</i>",
        RegexOptions.Singleline)]
    private static partial Regex Unread();

    // Innermost ones: what holds others of them says nothing itself.
    [GeneratedRegex("<(?<name>h[1-4]|p|li|tr|summary|a)(?: [^>]*)?>(?<inner>(?:(?!<(?:h[1-4]|p|li|tr|summary|ul|ol|table)[ "
        + ">]).)*?)</\\k<name>>",
        RegexOptions.Singleline)]
    private static partial Regex Part();

    [GeneratedRegex("</t[hd]>")]
    private static partial Regex CellEnd();

    [GeneratedRegex("</(?:span|b|small|text)>|<br>")]
    private static partial Regex LineEnd();

    [GeneratedRegex("<[^>]*>")]
    private static partial Regex Tag();

    [GeneratedRegex("\\s+")]
    private static partial Regex Spaces();

    [GeneratedRegex("role=\"img\" aria-label=\"(?<said>[^\"]*)\"")]
    private static partial Regex Picture();
}
