using System.Net;
using System.Text.RegularExpressions;

namespace Syncopate.Site.Tests;

/// <summary>A page as it was sent.</summary>
internal sealed partial record SitePage(HttpStatusCode Status, string Html, ServerTimes Times)
{
    /// <summary>Asks for a page; redirects are not followed.</summary>
    public static async Task<SitePage> GetAsync(HttpClient site, string path, CancellationToken cancellationToken)
    {
        using HttpResponseMessage response = await site.GetAsync(path, cancellationToken);
        ServerTimes times = ServerTimes.Parse(string.Join(", ", response.Headers.GetValues("Server-Timing")));

        return new SitePage(response.StatusCode, await response.Content.ReadAsStringAsync(cancellationToken), times);
    }

    /// <summary>What a reader sees: the words of the page, a single space between them.</summary>
    public string Words => string.Join(' ', WebUtility.HtmlDecode(Tag().Replace(Html, "")).Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

    /// <summary>The quarters by name: all of the HTML below their heads, which differ by their times.</summary>
    public IReadOnlyDictionary<string, string> Quarters =>
        Quarter().Matches(Html).ToDictionary(quarter => quarter.Groups["name"].Value, quarter => quarter.Groups["body"].Value);

    /// <summary>Names of the quarters that say why they are empty.</summary>
    public IEnumerable<string> FailedQuarters => Quarters.Where(quarter => quarter.Value.Contains("could not be loaded", StringComparison.Ordinal)).Select(quarter => quarter.Key);

    [GeneratedRegex("<[^>]*>")]
    private static partial Regex Tag();

    [GeneratedRegex("""<section class="quarter[^"]*" id="(?<name>[^"]+)">\s*<header>.*?</header>(?<body>.*?)</section>""", RegexOptions.Singleline)]
    private static partial Regex Quarter();
}
