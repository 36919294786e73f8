using System.Net;
using System.Net.Http.Headers;
using System.Net.NetworkInformation;
using System.Net.Sockets;
using System.Text;
using System.Text.RegularExpressions;
using Xunit;

namespace Syncopate.Live.Tests;

/// <summary>What another site in the same browser, another machine and a hostile folder may try.</summary>
[Trait("Judges", "laws")]
public sealed class AttackTests(ServedWithResults fixture) : IClassFixture<ServedWithResults>
{
    private static readonly string[] Addresses =
    [
        "/", "/race", "/race?result=result-1", "/events?result=result-1", "/results", "/result?result=result-1", "/report?result=result-1",
        "/file?result=result-1&file=run.jsonl", "/delete?result=result-1", "/compare?result=result-1&result=result-2", "/trend", "/plan",
        "/plan/answer", "/start", "/watch", "/watch/live?result=x", "/watch/piece?result=x", "/replay?result=result-1",
        "/replay/data?result=result-1", "/assets/page.css", "/assets/race.js",
    ];

    private static readonly string[] Posts =
        [
            "/delete", "/race/start", "/race/check", "/race/order", "/report/make", "/resume", "/start", "/start/check", "/watch/start",
            "/watch/stop",
        ];

    private Served Served => fixture.Served;

    private CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<string> All => [.. Addresses, .. Posts];

    public static TheoryData<string> Forms => [.. Posts];

    /// <summary>What is read, with an address that is answered.</summary>
    internal static IReadOnlyList<string> Pages => [.. Addresses];

    /// <summary>What is attacked, as it is routed.</summary>
    internal static IEnumerable<string> Routes => Addresses.Select(address => "GET " + Routed(address.Split('?')[0]))
        .Concat(Posts.Select(path => "POST " + path));

    [Theory]
    [MemberData(nameof(All))]
    public async Task Without_the_token_nothing_is_answered(string path)
    {
        using HttpClient stranger = new() { BaseAddress = new Uri(Served.Site) };

        using HttpResponseMessage answer = Posts.Contains(path)
            ? await stranger.PostAsync(path, new FormUrlEncodedContent([]), Token)
            : await stranger.GetAsync(path, Token);

        Assert.Equal(HttpStatusCode.Unauthorized, answer.StatusCode);
    }

    [Fact]
    public async Task A_token_or_a_cookie_that_is_not_the_one_lets_nobody_in()
    {
        string token = Served.Entrance.Query["?token=".Length..];
        using HttpClientHandler handler = new() { AllowAutoRedirect = false, UseCookies = false };
        using HttpClient stranger = new(handler) { BaseAddress = new Uri(Served.Site) };
        string cookie = $"syncopate-{Served.Entrance.Port}";

        foreach (string wrong in new[] { "", "x", token[..^1], token + "0", new string('0', token.Length), token.ToUpperInvariant() + "x" })
        {
            using HttpResponseMessage answer = await stranger.GetAsync("/results?token=" + wrong, Token);
            using HttpRequestMessage forged = new(HttpMethod.Get, "/results") { Headers = { { "Cookie", $"{cookie}={wrong}" } } };
            using HttpResponseMessage other = await stranger.SendAsync(forged, Token);

            Assert.Equal((HttpStatusCode.Unauthorized, HttpStatusCode.Unauthorized), (answer.StatusCode, other.StatusCode));
            Assert.False(answer.Headers.Contains("Set-Cookie"));
        }

        // The token of the address is good for one thing: it is no cookie.
        using HttpRequestMessage mistaken = new(HttpMethod.Get, "/results") { Headers = { { "Cookie", $"{cookie}={token}" } } };
        Assert.Equal(HttpStatusCode.Unauthorized, (await stranger.SendAsync(mistaken, Token)).StatusCode);
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task Under_another_name_nothing_is_answered_even_with_the_cookie(string path)
    {
        using HttpClient client = await Served.ClientAsync();

        HttpStatusCode status = await AskAsync(client, path, request => request.Headers.Host = "evil.example:80");

        Assert.Equal(HttpStatusCode.BadRequest, status);
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task A_page_of_another_site_is_refused_even_with_the_cookie(string path)
    {
        using HttpClient client = await Served.ClientAsync();

        Assert.Equal(HttpStatusCode.Forbidden, await AskAsync(client, path, request =>
            request.Headers.Add("Origin", "http://evil.example")));
        Assert.Equal(HttpStatusCode.Forbidden, await AskAsync(client, path, request => request.Headers.Add("Origin", "null")));
        Assert.Equal(HttpStatusCode.Forbidden, await AskAsync(client, path, request =>
            request.Headers.Add("Sec-Fetch-Site", "cross-site")));
        // What another port of this machine serves; the browser gives it our cookie, too.
        Assert.Equal(HttpStatusCode.Forbidden, await AskAsync(client, path, request =>
            request.Headers.Add("Sec-Fetch-Site", "same-site")));
    }

    [Theory]
    [InlineData("PUT")]
    [InlineData("DELETE")]
    [InlineData("PATCH")]
    [InlineData("OPTIONS")]
    [InlineData("TRACE")]
    public async Task Another_method_is_refused_even_with_the_cookie(string method)
    {
        using HttpClient client = await Served.ClientAsync();
        using HttpRequestMessage request = new(HttpMethod.Parse(method), "/result?result=result-1");

        using HttpResponseMessage answer = await client.SendAsync(request, Token);

        Assert.Equal("This server knows GET, HEAD and POST.\n", await answer.Content.ReadAsStringAsync(Token));
        Assert.Equal(HttpStatusCode.MethodNotAllowed, answer.StatusCode);
    }

    [Theory]
    [MemberData(nameof(Forms))]
    public async Task A_forged_form_is_refused(string path)
    {
        using HttpClient client = await Served.ClientAsync();

        using HttpResponseMessage without = await client.PostAsync(path, new FormUrlEncodedContent([new("result", "result-1")]), Token);
        using HttpResponseMessage wrong = await client.PostAsync(path,
            new FormUrlEncodedContent([new("key", new string('0', 48)), new("result", "result-1")]), Token);
        using HttpResponseMessage text = await client.PostAsync(path,
            new StringContent("key=x", MediaTypeHeaderValue.Parse("text/plain")), Token);

        Assert.Equal((HttpStatusCode.Forbidden, HttpStatusCode.Forbidden, HttpStatusCode.UnsupportedMediaType),
            (without.StatusCode, wrong.StatusCode, text.StatusCode));
        Assert.True(Directory.Exists(Path.Combine(Served.Root, "result-1")));
    }

    [Fact]
    public async Task A_huge_form_is_refused_before_it_is_read()
    {
        using HttpClient client = await Served.ClientAsync();

        using HttpResponseMessage answer = await client.PostAsync("/start/check",
            new FormUrlEncodedContent([new("key", new string('x', 200_000))]), Token);

        Assert.Equal(HttpStatusCode.RequestEntityTooLarge, answer.StatusCode);
    }

    [Theory]
    [InlineData("/result?result=../../etc")]
    [InlineData("/result?result=..%2F..%2Fetc")]
    [InlineData("/result?result=.")]
    [InlineData("/result?result=/etc")]
    [InlineData("/report?result=result-1/../result-2")]
    [InlineData("/file?result=result-1&file=../result-2/run.jsonl")]
    [InlineData("/file?result=result-1&file=/etc/passwd")]
    [InlineData("/file?result=result-1&file=..%5Crun.jsonl")]
    [InlineData("/file?result=result-1&file=run.jsonl%00.txt")]
    [InlineData("/assets/..%2F..%2Fetc%2Fpasswd")]
    [InlineData("/replay/data?result=../out/result-1")]
    [InlineData("/events?result=..")]
    [InlineData("/delete?result=../out/result-1")]
    public async Task A_path_that_leads_out_is_found_nowhere(string path)
    {
        using HttpClient client = await Served.ClientAsync();

        using HttpResponseMessage answer = await client.GetAsync(path, Token);

        Assert.Equal(HttpStatusCode.NotFound, answer.StatusCode);
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task Every_answer_forbids_what_it_does_not_need(string path)
    {
        using HttpClient client = await Served.ClientAsync();
        using HttpRequestMessage request = new(Posts.Contains(path) ? HttpMethod.Post : HttpMethod.Get, path);
        using HttpResponseMessage answer = await client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, Token);

        string policy = Assert.Single(answer.Headers.GetValues("Content-Security-Policy"));

        Assert.Contains("default-src 'none'", policy, StringComparison.Ordinal);
        Assert.Contains("frame-ancestors 'none'", policy, StringComparison.Ordinal);
        Assert.True(!policy.Contains("unsafe", StringComparison.Ordinal)
            || policy.StartsWith("sandbox allow-scripts", StringComparison.Ordinal));
        Assert.DoesNotContain("allow-same-origin", policy, StringComparison.Ordinal);
        Assert.Equal("nosniff", Assert.Single(answer.Headers.GetValues("X-Content-Type-Options")));
        Assert.True(answer.Headers.CacheControl?.NoStore);
        Assert.DoesNotContain(answer.Headers, header => header.Key.StartsWith("Access-Control", StringComparison.OrdinalIgnoreCase));
    }

    [Fact]
    public async Task The_cookie_is_out_of_reach_of_scripts_and_other_sites_and_the_token_is_in_no_page()
    {
        using HttpClient client = new(new HttpClientHandler { AllowAutoRedirect = false });
        using HttpResponseMessage let = await client.GetAsync(Served.Entrance, Token);
        string cookie = Assert.Single(let.Headers.GetValues("Set-Cookie"));
        string token = Served.Entrance.Query["?token=".Length..];

        Assert.Contains("httponly", cookie, StringComparison.OrdinalIgnoreCase);
        Assert.Contains("samesite=strict", cookie, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain(token, cookie, StringComparison.Ordinal);
        Assert.Equal("/", let.Headers.Location?.OriginalString);
        using HttpClient known = await Served.ClientAsync();
        foreach (string path in Addresses.Where(a => !a.StartsWith("/events", StringComparison.Ordinal)))
            Assert.DoesNotContain(token, await TextAsync(known, path), StringComparison.Ordinal);
    }

    [Fact]
    public async Task No_other_machine_reaches_it()
    {
        IPAddress? outer = NetworkInterface.GetAllNetworkInterfaces()
            .SelectMany(i => i.GetIPProperties().UnicastAddresses).Select(a => a.Address)
            .FirstOrDefault(a => a.AddressFamily == AddressFamily.InterNetwork && !IPAddress.IsLoopback(a));
        Assert.SkipWhen(outer is null, "This machine has no address but the loopback.");
        using TcpClient client = new();

        await Assert.ThrowsAsync<SocketException>(async () => await client.ConnectAsync(outer!, Served.Entrance.Port,
            Token)); // Skipped when null.
    }

    [Fact]
    public async Task Names_in_a_result_are_text_on_every_page()
    {
        const string Evil = "<img src=x onerror=alert(1)>";
        string folder = Path.Combine(Served.Root, "hostile");
        Directory.CreateDirectory(folder);
        // The newest of all: the first screen speaks of it, too.
        await File.WriteAllTextAsync(Path.Combine(folder, "report.json"),
            $$$"""{"headline":"{{{Evil}}}","run":{"mode":"{{{Evil}}}","command":"{{{Evil}}}","startedUtc":"2099-01-01T00:00:00Z"}}""",
            Token);
        await File.WriteAllTextAsync(Path.Combine(folder, Evil + ".hlog"), "", Token);
        using HttpClient client = await Served.ClientAsync();

        foreach (string path in Addresses.Where(a => !a.StartsWith("/events", StringComparison.Ordinal)))
        {
            string asked = path.Replace("result-1", "hostile", StringComparison.Ordinal);
            Assert.DoesNotContain("<img", await TextAsync(client, asked), StringComparison.Ordinal);
        }

        Directory.Delete(folder, recursive: true);
    }

    [Fact]
    public async Task The_name_of_a_file_is_no_header()
    {
        const string Evil = "x\"\r\nX-Evil: 1.hlog";
        string folder = Path.Combine(Served.Root, "named");
        Directory.CreateDirectory(folder);
        await File.WriteAllTextAsync(Path.Combine(folder, "report.json"), "{}", Token);
        await File.WriteAllTextAsync(Path.Combine(folder, Evil), "1", Token);
        using HttpClient client = await Served.ClientAsync();

        using HttpResponseMessage answer = await client.GetAsync("/file?result=named&file=" + Uri.EscapeDataString(Evil), Token);

        Assert.Equal(HttpStatusCode.OK, answer.StatusCode);
        Assert.False(answer.Headers.Contains("X-Evil"));
        Assert.Equal("attachment", answer.Content.Headers.ContentDisposition?.DispositionType);
        Directory.Delete(folder, recursive: true);
    }

    [Fact]
    public async Task A_result_is_deleted_with_what_the_tool_wrote_and_nothing_else_and_no_link_is_followed()
    {
        DirectoryInfo outside = Directory.CreateTempSubdirectory("syncopate-outside-");
        await File.WriteAllTextAsync(Path.Combine(outside.FullName, "run.jsonl"), "precious", Token);
        string folder = Path.Combine(Served.Root, "mixed");
        Directory.CreateDirectory(folder);
        await File.WriteAllTextAsync(Path.Combine(folder, "run.jsonl"), "x", Token);
        await File.WriteAllTextAsync(Path.Combine(folder, "thesis.txt"), "mine", Token);
        File.CreateSymbolicLink(Path.Combine(folder, "report.html"), Path.Combine(outside.FullName, "run.jsonl"));
        Directory.CreateSymbolicLink(Path.Combine(Served.Root, "linked"), outside.FullName);
        using HttpClient client = await Served.ClientAsync();
        string key = Regex.Match(await TextAsync(client, "/delete?result=mixed"), "name=\"key\" value=\"([0-9a-f]+)\"").Groups[1].Value;

        using HttpResponseMessage linked = await client.GetAsync("/result?result=linked", Token);
        using HttpResponseMessage report = await client.GetAsync("/report?result=mixed", Token);
        using HttpResponseMessage answer = await client.PostAsync("/delete",
            new FormUrlEncodedContent([new("key", key), new("result", "mixed")]), Token);

        Assert.Equal((HttpStatusCode.NotFound, HttpStatusCode.NotFound, HttpStatusCode.OK),
            (linked.StatusCode, report.StatusCode, answer.StatusCode));
        Assert.False(File.Exists(Path.Combine(folder, "run.jsonl")));
        Assert.True(File.Exists(Path.Combine(folder, "thesis.txt")));
        Assert.Equal("precious", await File.ReadAllTextAsync(Path.Combine(outside.FullName, "run.jsonl"), Token));
        Directory.Delete(Path.Combine(Served.Root, "linked"));
        outside.Delete(recursive: true);
    }

    [Fact]
    public async Task Links_in_the_folder_of_a_run_are_neither_written_to_nor_shown()
    {
        DirectoryInfo outside = Directory.CreateTempSubdirectory("syncopate-outside-");
        string precious = Path.Combine(outside.FullName, "precious");
        await File.WriteAllTextAsync(precious, "secret\n", Token);
        using ToldRun run = new(Served, "ordered");
        File.CreateSymbolicLink(Path.Combine(Served.Root, "ordered", "control.jsonl"), precious);
        string told = Directory.CreateDirectory(Path.Combine(Served.Root, "told")).FullName;
        await File.WriteAllTextAsync(Path.Combine(told, "run.jsonl"), "", Token);
        File.CreateSymbolicLink(Path.Combine(told, "live.jsonl"), precious);
        using HttpClient client = await Served.ClientAsync();

        using HttpResponseMessage ordered = await Served.PostAsync(client, "/race/order", ("result", "ordered"), ("order", "pause"));
        string events = await client.GetStringAsync("/events?result=told", Token);

        Assert.Equal(HttpStatusCode.Conflict, ordered.StatusCode);
        Assert.Equal("secret\n", await File.ReadAllTextAsync(precious, Token));
        Assert.DoesNotContain("secret", events, StringComparison.Ordinal);
        Assert.EndsWith("event: over\ndata: {}\n\n", events, StringComparison.Ordinal);
        outside.Delete(recursive: true);
    }

    /// <summary>Lists and replays read what a link leads to, wherever that is.</summary>
    [Fact]
    public async Task A_journal_and_a_report_that_are_links_are_read_by_no_page()
    {
        DirectoryInfo outside = Directory.CreateTempSubdirectory("syncopate-outside-");
        string own = Path.Combine(Served.Root, "result-1", "run.jsonl");
        (string journal, string report) = (Path.Combine(outside.FullName, "run.jsonl"), Path.Combine(outside.FullName, "report.json"));
        File.Copy(own, journal);
        await File.WriteAllTextAsync(report, """{"headline":"secret","run":{"mode":"secret"}}""", Token);
        string borrowed = Directory.CreateDirectory(Path.Combine(Served.Root, "borrowed")).FullName;
        File.CreateSymbolicLink(Path.Combine(borrowed, "run.jsonl"), journal);
        File.CreateSymbolicLink(Path.Combine(borrowed, "report.json"), report);
        string mixed = Directory.CreateDirectory(Path.Combine(Served.Root, "half-linked")).FullName;
        File.Copy(own, Path.Combine(mixed, "run.jsonl"));
        File.CreateSymbolicLink(Path.Combine(mixed, "report.json"), report);
        using HttpClient client = await Served.ClientAsync();

        string list = await TextAsync(client, "/results");
        string page = await TextAsync(client, "/result?result=half-linked");
        string trend = await TextAsync(client, "/trend");
        using HttpResponseMessage asked = await client.GetAsync("/result?result=borrowed", Token);
        using HttpResponseMessage replay = await client.GetAsync("/replay/data?result=half-linked", Token);
        using HttpResponseMessage compared = await client.GetAsync("/compare?result=half-linked&result=result-2", Token);
        using HttpResponseMessage made = await Served.PostAsync(client, "/report/make", ("result", "half-linked"));
        Directory.Delete(borrowed, recursive: true);
        Directory.Delete(mixed, recursive: true);
        outside.Delete(recursive: true);

        Assert.DoesNotContain("secret", list + page, StringComparison.Ordinal);
        Assert.Contains("half-linked", list, StringComparison.Ordinal); // Its journal is its own.
        Assert.Contains("result-1", trend, StringComparison.Ordinal);
        Assert.DoesNotContain("borrowed", trend, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.NotFound, asked.StatusCode);
        Assert.Equal(HttpStatusCode.Conflict, replay.StatusCode);
        Assert.Equal(HttpStatusCode.Conflict, compared.StatusCode);
        Assert.Equal(HttpStatusCode.Conflict, made.StatusCode);
    }

    [Fact]
    public async Task A_report_that_is_made_is_written_through_no_link()
    {
        DirectoryInfo outside = Directory.CreateTempSubdirectory("syncopate-outside-");
        string precious = Path.Combine(outside.FullName, "precious");
        await File.WriteAllTextAsync(precious, "secret", Token);
        string folder = Directory.CreateDirectory(Path.Combine(Served.Root, "planted")).FullName;
        File.Copy(Path.Combine(Served.Root, "result-1", "run.jsonl"), Path.Combine(folder, "run.jsonl"));
        File.CreateSymbolicLink(Path.Combine(folder, ".report.html.tmp"), precious);
        using HttpClient client = await Served.ClientAsync();

        using HttpResponseMessage made = await Served.PostAsync(client, "/report/make", ("result", "planted"));
        bool isThere = File.Exists(Path.Combine(folder, "report.html"));
        Directory.Delete(folder, recursive: true);

        Assert.Equal((HttpStatusCode.SeeOther, true), (made.StatusCode, isThere));
        Assert.Equal("secret", await File.ReadAllTextAsync(precious, Token));
        outside.Delete(recursive: true);
    }

    private static string Routed(string path) => path.StartsWith("/assets/", StringComparison.Ordinal) ? "/assets/{name}" : path;

    private static async Task<string> TextAsync(HttpClient client, string path)
    {
        using HttpResponseMessage answer = await client.GetAsync(path, TestContext.Current.CancellationToken);
        return Encoding.UTF8.GetString(await answer.Content.ReadAsByteArrayAsync(TestContext.Current.CancellationToken));
    }

    private async Task<HttpStatusCode> AskAsync(HttpClient client, string path, Action<HttpRequestMessage> change)
    {
        using HttpRequestMessage request = new(Posts.Contains(path) ? HttpMethod.Post : HttpMethod.Get, path);
        if (request.Method == HttpMethod.Post)
            request.Content = new FormUrlEncodedContent([]);
        change(request);
        using HttpResponseMessage answer = await client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, Token);
        return answer.StatusCode;
    }
}
