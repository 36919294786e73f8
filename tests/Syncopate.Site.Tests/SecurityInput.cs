using System.Net;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>What visitors enter is text: never a page's code, never a statement's, never a column that they were not asked for.</summary>
[Trait("Judges", "laws")]
public sealed class SecurityInput(SecuritySites sites) : IClassFixture<SecuritySites>
{
    // Short enough for every field; each of its parts would break out of another place.
    private const string Script = "\"><svg/onload=alert(1)><x y=\"";
    private const string Raw = "<svg/onload=";
    private const string Marker = "overposted";
    private const string Old = "2001-02-03";

    private static readonly string[] Queries = ["find", "sort", "tag", "page", "size", "ms", "milliseconds", "delay", "fail", "returnUrl", Script];

    // Each would change the statement, its rows or their order if it became part of one.
    private static readonly string[] Statements =
        ["' OR '1'='1", "%' OR 1=1 --", "'; DROP TABLE \"Tags\"; --", "Name; DROP TABLE \"Tags\"", "(SELECT 1)", "\"Slug\"", "Id", "1 UNION SELECT 1, 2", "Title,(SELECT pg_sleep(1))", "\0"];

    public static TheoryData<string> Both => SecuritySites.Both;

    [Theory]
    [MemberData(nameof(Both))]
    public async Task Script_in_a_field_is_text_in_list_detail_edit_and_delete(string name)
    {
        SecurityTarget target = await sites.TargetAsync(name);
        using SecurityAttacker attacker = target.NewAttacker();
        List<string> successes = [];

        foreach (PageForm form in target.Entries)
        {
            SecurityAnswer answer = await attacker.FillInAsync(form, [.. form.TextFields.Where(static field => field != "Slug").Select(static field => (field, Script))]);
            string row = answer.Location ?? throw new InvalidOperationException($"{form.Action} did not take the text: {answer.Status}");
            foreach (string page in (string[])[row, $"{row}/edit", $"{row}/delete", row[..row.LastIndexOf('/')] + "?size=100", "/posts/sync/create"])
                await NoteAsync(page);
        }

        target.Judge(successes);

        async Task NoteAsync(string page)
        {
            if ((await attacker.GetAsync(page)).Renders(Raw))
                successes.Add(page);
        }
    }

    [Theory]
    [MemberData(nameof(Both))]
    public async Task Script_in_a_form_that_comes_back_is_text(string name)
    {
        SecurityTarget target = await sites.TargetAsync(name);
        using SecurityAttacker attacker = target.NewAttacker();
        List<string> successes = [];

        foreach (PageForm form in target.Forms.Where(static form => form.Fields.Any(static field => field.Name != PageForm.TokenField)))
        {
            // Every field is wrong, hidden ones and choices too; then too long, so that texts come back as well.
            foreach (string value in (string[])[Script, Script + new string('x', 20_000)])
            {
                PageForm now = await attacker.OpenAsync(form);
                IEnumerable<(string field, string value)> wrong = now.Fields.Select(static field => field.Name).Where(static field => field != PageForm.TokenField).Distinct().Select(field => (field, value));
                SecurityAnswer answer = await attacker.PostAsync(form.Action, now.Filled([.. wrong]));
                if (answer.Renders(Raw) || answer.IsBroken)
                    successes.Add($"{form.Action}: {answer.Status}");
            }

        }

        // The page of a conflict shows both sides.
        foreach (PageForm form in target.Entries)
        {
            SecurityAnswer late = await attacker.FillInAsync(form, [("Version", "-5"), .. form.TextFields.Where(static field => field != "Slug").Select(static field => (field, Script))]);
            if (late.Renders(Raw))
                successes.Add($"{form.Action}, too late");
        }

        target.Judge(successes);
    }

    [Theory]
    [MemberData(nameof(Both))]
    public async Task Script_in_an_address_is_text(string name)
    {
        SecurityTarget target = await sites.TargetAsync(name);
        using SecurityAttacker attacker = target.NewAttacker();
        List<string> successes = [];

        foreach (string page in target.Pages)
        {
            string query = string.Join('&', Queries.Select(static key => $"{Uri.EscapeDataString(key)}={Uri.EscapeDataString(Script)}"));
            foreach (string path in (string[])[$"{page}?{query}", $"{page.TrimEnd('/')}/{Uri.EscapeDataString(Script)}", .. Queries.Select(key => $"{page}?{Uri.EscapeDataString(key)}={Uri.EscapeDataString(Script)}")])
            {
                SecurityAnswer answer = await attacker.GetAsync(path, ("Referer", $"http://x/{Uri.EscapeDataString(Script)}"), ("User-Agent", Script), ("Cookie", $"message={Uri.EscapeDataString(Script)}; visitor={Uri.EscapeDataString(Script)}"));
                if (answer.Renders(Raw) || answer.IsBroken)
                    successes.Add($"{path}: {answer.Status}");
            }
        }

        target.Judge(successes);
    }

    [Theory]
    [MemberData(nameof(Both))]
    public async Task Fields_that_no_form_has_change_nothing(string name)
    {
        SecurityTarget target = await sites.TargetAsync(name);
        using SecurityAttacker attacker = target.NewAttacker();
        (string, string)[] more =
        [
            ("LastUpdated", $"{Old}T00:00:00Z"), ("Blog.Title", Marker), ("Blog.Blogger", Marker), ("Blog.Id", "2"), ("Tags[0].Name", Marker), ("Tags[0].Id", "1"), ("Posts[0].Title", Marker),
            ("Post.Title", Marker), ("entity.Title", Marker), ("Bloggers[0].Name", Marker), ("PostsCount", "99"),
        ];
        List<string> successes = [];

        foreach (PageForm form in target.Entries)
        {
            // Another row's key, which must be neither taken over nor given to this row.
            SecurityAnswer answer = await attacker.FillInAsync(form, [("Id", "900001"), .. more]);
            string row = answer.Location ?? form.Page;
            string list = row[..row.LastIndexOf('/')];
            foreach (string page in (string[])[row, $"{row}/edit", $"{list}?size=100", "/blogs?size=100", "/tags/sync?size=100", "/posts/sync?size=100"])
            {
                string body = (await attacker.GetAsync(page)).Body;
                if (body.Contains(Marker, StringComparison.Ordinal) || body.Contains(Old, StringComparison.Ordinal))
                    successes.Add(page);
            }

            if ((await attacker.GetAsync($"{list}/900001")).Status != HttpStatusCode.NotFound)
                successes.Add($"{list}/900001");
        }

        target.Judge(successes);
    }

    [Theory]
    [MemberData(nameof(Both))]
    public async Task A_version_that_was_not_read_saves_nothing(string name)
    {
        SecurityTarget target = await sites.TargetAsync(name);
        using SecurityAttacker attacker = target.NewAttacker();
        List<string> successes = [];

        foreach (PageForm form in target.Entries.Where(static form => form.Action.EndsWith("/edit", StringComparison.Ordinal)))
        {
            foreach (string version in (string[])["0", "-1", "2147483647", "99999999999", "1 OR 1=1", ""])
            {
                if ((await attacker.FillInAsync(form, ("Version", version))).Status == HttpStatusCode.Redirect)
                    successes.Add($"{form.Action}: '{version}'");
            }
        }

        target.Judge(successes);
    }

    [Theory]
    [MemberData(nameof(Both))]
    public async Task Statements_in_search_order_and_paging_are_text_or_refused(string name)
    {
        SecurityTarget target = await sites.TargetAsync(name);
        using SecurityAttacker attacker = target.NewAttacker();
        List<string> successes = [];

        foreach (string list in target.Pages.Where(static page => page is "/blogs" or "/posts/sync" or "/posts/async" or "/tags/sync" or "/tags/async"))
        {
            foreach (string statement in Statements.Select(Uri.EscapeDataString))
            {
                SecurityAnswer found = await attacker.GetAsync($"{list}?find={statement}");
                if (found.IsBroken || found.Body.Contains("<tr><th scope=\"row\">", StringComparison.Ordinal) && statement != "Id")
                    successes.Add($"{list}?find={statement}: {found.Status}");
                foreach (string key in (string[])["sort", "page", "size"])
                {
                    SecurityAnswer answer = await attacker.GetAsync($"{list}?{key}={statement}");
                    if (answer.Status != HttpStatusCode.BadRequest)
                        successes.Add($"{list}?{key}={statement}: {answer.Status}");
                }
            }
        }

        target.Judge(successes);
    }

    [Theory]
    [MemberData(nameof(Both))]
    public async Task Statements_in_a_field_are_kept_as_they_were_written(string name)
    {
        SecurityTarget target = await sites.TargetAsync(name);
        using SecurityAttacker attacker = target.NewAttacker();
        List<string> successes = [];

        foreach (PageForm form in target.Entries)
        {
            const string Statement = "Bobby'); DROP TABLE \"Tags\"; --";
            SecurityAnswer answer = await attacker.FillInAsync(form, [.. form.TextFields.Where(static field => field != "Slug").Select(static field => (field, Statement))]);
            bool kept = answer.Location is { } row && WebUtility.HtmlDecode((await attacker.GetAsync(row)).Body).Contains(Statement, StringComparison.Ordinal);
            if (!kept || answer.IsBroken)
                successes.Add($"{form.Action}: {answer.Status}");
        }

        target.Judge(successes);
    }
}
