using FeedService.Feeds;

namespace FeedService;

/// <summary>The page at <c>/</c>: what this service offers, with links to try. One document that loads nothing else and
/// runs no script.</summary>
internal static class IndexPage
{
    public static void MapIndexPage(this WebApplication app, IReadOnlyList<FeedDelay> feeds, FeedDelay schedules)
    {
        string html = Html(string.Concat(feeds.Select(Row)), schedules);
        app.MapGet("/", (HttpResponse response) =>
        {
            response.Headers.ContentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'";
            return TypedResults.Content(html, "text/html; charset=utf-8");
        }).ExcludeFromDescription();
    }

    private static string Row(FeedDelay feed) => $"""

        <tr><th scope="row">{feed.Feed}</th><td class="number">{feed.UsualMilliseconds} ms</td>
        <td><a href="/sync/{feed.Feed}">/sync/{feed.Feed}</a></td><td><a href="/async/{feed.Feed}">/async/{feed.Feed}</a></td>
        <td><a href="/async/{feed.Feed}?delay=0&amp;take=5">5 newest</a></td><td><a href="/async/{feed.Feed}/1?delay=0">one</a></td>
        <td><a href="/async/{feed.Feed}?fail=true">failing</a></td></tr>
        """;

    private static string Html(string rows, FeedDelay schedules) => $$"""
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>FeedService</title>
        <style>
        :root { color-scheme: light dark; --line: light-dark(#d9dce1, #34383f); --soft: light-dark(#5b6470, #9aa3af); }
        body { font: 16px/1.55 system-ui, sans-serif; max-width: 50rem; margin: 3rem auto; padding: 0 1rem;
               background: light-dark(#fff, #16181c); color: light-dark(#1c2026, #e6e8eb); }
        h1 { font-size: 1.8rem; letter-spacing: -.01em; margin: 0; }
        h2 { font-size: 1.1rem; margin: 2.4rem 0 .4rem; }
        p, ul { margin: .4rem 0; }
        ul { padding-left: 1.2rem; }
        .soft, thead th { color: var(--soft); }
        a { color: light-dark(#0b5cad, #7ab7ff); }
        code { font: .9em ui-monospace, monospace; white-space: nowrap; }
        .wide { overflow-x: auto; }
        table { border-collapse: collapse; width: 100%; }
        th, td { text-align: left; font-weight: 400; padding: .4rem 1rem .4rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
        tbody th { font-weight: 600; }
        .number { text-align: right; font-variant-numeric: tabular-nums; }
        </style>
        </head>
        <body>
        <h1>FeedService</h1>
        <p class="soft">Feeds that are slow on purpose, for pages that wait for them well or badly.</p>

        <h2>Four feeds, two forms</h2>
        <p>The <b>sync</b> form holds its thread while it waits and while it reads the database; the <b>async</b> form awaits both.
        Same rows, same delay, same answers.</p>
        <div class="wide" tabindex="0" role="region" aria-label="The feeds"><table>
        <thead><tr><th scope="col">Feed</th><th scope="col" class="number">Delay</th><th scope="col">Sync</th><th scope="col">Async</th>
        <th scope="col" colspan="3">Try</th></tr></thead>
        <tbody>{{rows}}
        </tbody></table></div>
        <p>Each takes <code>GET</code>, <code>POST</code>, <code>PUT</code> and <code>DELETE</code>. <code>?delay=0…60000</code> sets the
        milliseconds of one request, <code>?fail=true</code> makes it answer 503, <code>?take=1…100</code> shortens a list.</p>

        <h2>Somebody else's slow service</h2>
        <p><a href="/slow/one">/slow/{channel}</a> is a broadcaster's schedule; it answers after {{schedules.UsualMilliseconds}} ms.</p>

        <h2>A race</h2>
        <p><a href="/race/7/0">/race/{ticket}/{lane}</a> is one of the lanes 0 to 9 of a race: it works for a time that depends on ticket and lane alone,
        and stops when its client goes away; the <a href="/race/statistics">statistics</a> count what became of each, and
        <code>POST /race/reset</code> begins again.</p>

        <h2>For programs</h2>
        <ul>
        <li><a href="/openapi/v1.json">/openapi/v1.json</a>: the description of every endpoint</li>
        <li><a href="/health">/health</a>: whether the service answers</li>
        <li>Each answer carries <code>Server-Timing: served</code>: when the service began with the request, and how long it worked on it.</li>
        </ul>
        </body>
        </html>

        """;
}
