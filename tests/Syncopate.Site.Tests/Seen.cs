using System.Net;
using System.Text.RegularExpressions;

namespace Syncopate.Site.Tests;

/// <summary>What a visitor was answered.</summary>
internal sealed partial record Seen(HttpStatusCode Status, string? Location, string Html)
{
    /// <summary>What a reader sees: the words, a single space between them.</summary>
    public string Words => string.Join(' ', WebUtility.HtmlDecode(Tag().Replace(Html, " ")).Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

    /// <summary>What stands beside each field that is not right.</summary>
    public IReadOnlyDictionary<string, string> Wrong =>
        Field().Matches(Html).ToDictionary(wrong => wrong.Groups["name"].Value, wrong => WebUtility.HtmlDecode(wrong.Groups["text"].Value));

    /// <summary>The cells of a list, row by row.</summary>
    public IReadOnlyList<string[]> Rows =>
        [.. Row().Matches(Html).Select(row => Cell().Matches(row.Value).Select(cell => WebUtility.HtmlDecode(Tag().Replace(cell.Groups["text"].Value, "")).Trim()).ToArray())];

    [GeneratedRegex("<[^>]*>")]
    private static partial Regex Tag();

    [GeneratedRegex("""<span class="wrong field-validation-error" id="(?<name>\w+)-wrong">(?<text>[^<]*)</span>""")]
    private static partial Regex Field();

    [GeneratedRegex("<tr><th scope=\"row\">.*?</tr>", RegexOptions.Singleline)]
    private static partial Regex Row();

    [GeneratedRegex("<(?:th|td)[^>]*>(?<text>.*?)</(?:th|td)>", RegexOptions.Singleline)]
    private static partial Regex Cell();
}
