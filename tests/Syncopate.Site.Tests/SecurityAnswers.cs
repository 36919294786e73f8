using System.Net;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>What every answer tells the browser, where it leads, for which hosts it is, and what is too much.</summary>
[Trait("Judges", "laws")]
public sealed class SecurityAnswers(SecuritySites sites) : IClassFixture<SecuritySites>
{
    private const string Policy = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";
    private const string Elsewhere = "//evil.example/";

    private static readonly string[] WaysOut = ["returnUrl", "ReturnUrl", "redirect", "redirect_uri", "next", "url", "goto"];

    public static TheoryData<string> Both => SecuritySites.Both;

    [Theory]
    [MemberData(nameof(Both))]
    public async Task Every_answer_forbids_frames_foreign_content_and_guessing_its_type(string name)
    {
        SecurityTarget target = await sites.TargetAsync(name);
        using SecurityAttacker attacker = target.NewAttacker();
        List<(string, SecurityAnswer)> answers = [];
        foreach (string page in (string[])[.. target.Pages, "/nothing", "/error/500", "/site.css", "/actions.js", "/health", "/tags/sync?page=x", "/data", "/internals"])
            answers.Add((page, await attacker.GetAsync(page)));
        foreach (PageForm form in target.Forms)
            answers.Add((form.Action, await attacker.PostAsync(form.Action, [])));
        answers.Add(("a method that is not there", await attacker.SendAsync(HttpMethod.Delete, "/tags/sync")));
        answers.Add(("a foreign host", await attacker.GetAsync("/", ("Host", "evil.example"))));

        target.Judge([.. answers.Where(static answer => !IsGuarded(answer.Item2)).Select(static answer => answer.Item1)]);
    }

    [Theory]
    [MemberData(nameof(Both))]
    public async Task Every_cookie_is_kept_from_scripts_and_from_other_sites(string name)
    {
        SecurityTarget target = await sites.TargetAsync(name);
        using SecurityAttacker attacker = target.NewAttacker();
        List<string> cookies = [];
        foreach (PageForm form in target.Entries)
        {
            cookies.AddRange(Cookies(await attacker.GetAsync(form.Page)));
            cookies.AddRange(Cookies(await attacker.FillInAsync(form)));
        }

        Assert.NotEmpty(cookies);
        target.Judge([.. cookies.Where(static cookie => !cookie.Contains("httponly", StringComparison.OrdinalIgnoreCase) || !cookie.Contains("samesite=", StringComparison.OrdinalIgnoreCase))]);
    }

    [Theory]
    [MemberData(nameof(Both))]
    public async Task No_answer_leads_to_another_site(string name)
    {
        SecurityTarget target = await sites.TargetAsync(name);
        using SecurityAttacker attacker = target.NewAttacker();
        string query = string.Join('&', WaysOut.Select(static way => $"{way}={Uri.EscapeDataString(Elsewhere)}"));
        List<string> successes = [];

        foreach (PageForm form in target.Entries)
            Note(form.Action, await attacker.PostAsync($"{form.Action}?{query}", (await attacker.OpenAsync(form)).Filled([.. WaysOut.Select(static way => (way, Elsewhere))])));
        foreach (string page in target.Pages)
        {
            foreach (string path in (string[])[$"{page}?{query}", $"/{Elsewhere}%2f..{page}", $"/%5cevil.example{page}"])
                Note(path, await attacker.GetAsync(path, ("X-Forwarded-Host", "evil.example"), ("X-Original-URL", Elsewhere), ("Referer", "http:" + Elsewhere)));
        }

        target.Judge(successes);

        void Note(string path, SecurityAnswer answer)
        {
            bool leadsAway = answer.Location is { } location && (!location.StartsWith('/') || location.StartsWith("//", StringComparison.Ordinal) || location.StartsWith("/\\", StringComparison.Ordinal));
            if (leadsAway || answer.Body.Contains("href=\"//evil", StringComparison.Ordinal) || answer.Body.Contains("http://evil", StringComparison.Ordinal))
                successes.Add($"{path}: {answer.Location}");
        }
    }

    [Theory]
    [MemberData(nameof(Both))]
    public async Task A_name_that_is_not_of_this_machine_is_answered_by_nobody(string name)
    {
        SecurityTarget target = await sites.TargetAsync(name);
        using SecurityAttacker attacker = target.NewAttacker();
        List<string> successes = [];

        foreach (string host in (string[])["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "evil.example:80", "127.0.0.2", "169.254.169.254"])
        {
            foreach (string page in target.Pages)
            {
                SecurityAnswer answer = await attacker.GetAsync(page, ("Host", host));
                if (answer.Status != HttpStatusCode.BadRequest)
                    successes.Add($"{host}{page}: {answer.Status}");
            }
        }

        target.Judge(successes);
    }

    [Theory]
    [MemberData(nameof(Both))]
    public async Task What_is_too_much_is_refused_and_breaks_nothing(string name)
    {
        SecurityTarget target = await sites.TargetAsync(name);
        using SecurityAttacker attacker = target.NewAttacker();
        List<string> successes = [];

        foreach (PageForm form in target.Entries)
        {
            PageForm open = await attacker.OpenAsync(form);
            foreach (int length in (int[])[20_000, 5_000_000])
                Note($"{length} letters", await attacker.PostAsync(form.Action, open.Filled([.. form.TextFields.Select(field => (field, new string('x', length)))])));
            Note("2,000 fields", await attacker.PostAsync(form.Action, open.Filled([.. Enumerable.Range(0, 2_000).Select(static field => ($"f{field}", "x"))])));
            Note("a long name of a field", await attacker.PostAsync(form.Action, open.Filled((new string('n', 3_000), "x"))));
            Note("deep names", await attacker.PostAsync(form.Action, [.. open.Filled().Where(static field => field.Key is PageForm.TokenField), KeyValuePair.Create(string.Concat(Enumerable.Repeat("Tags[0].", 200)), "x")]));
        }

        target.Judge(successes);

        // What was shown again is a form with its mistakes: nothing was saved, so it leads nowhere.
        void Note(string what, SecurityAnswer answer)
        {
            if (answer.IsBroken || answer.Location is not null)
                successes.Add($"{what}: {answer.Status}");
        }
    }

    [Theory]
    [MemberData(nameof(Both))]
    public async Task A_body_without_end_is_cut_off(string name)
    {
        SecurityTarget target = await sites.TargetAsync(name);
        using SecurityAttacker attacker = target.NewAttacker();
        PageForm form = target.Entries.First();

        using ByteArrayContent body = new(new byte[40_000_000]);
        body.Headers.ContentType = new("application/x-www-form-urlencoded");
        bool taken = true;
        try
        {
            taken = (await attacker.SendAsync(HttpMethod.Post, form.Action, body)).Status is not (HttpStatusCode.RequestEntityTooLarge or HttpStatusCode.BadRequest);
        }
        catch (HttpRequestException)
        {
            taken = false; // Hung up on before all was sent.
        }

        target.Judge(taken ? ["40 MB were read"] : []);
        Assert.Equal(HttpStatusCode.OK, (await attacker.GetAsync("/")).Status);
    }

    private static bool IsGuarded(SecurityAnswer answer) =>
        answer.Headers.GetValueOrDefault("Content-Security-Policy") == Policy
        && answer.Headers.GetValueOrDefault("X-Content-Type-Options") == "nosniff"
        && answer.Headers.GetValueOrDefault("Referrer-Policy") == "no-referrer"
        && !answer.Headers.ContainsKey("Server")
        && !answer.Headers.ContainsKey("X-Powered-By");

    private static string[] Cookies(SecurityAnswer answer) => answer.Headers.GetValueOrDefault("Set-Cookie", "").Split('|', StringSplitOptions.RemoveEmptyEntries);
}
