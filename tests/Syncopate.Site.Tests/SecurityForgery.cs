using System.Net;
using System.Text.RegularExpressions;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>Requests that a page of another site makes a visitor's browser send.</summary>
[Trait("Judges", "laws")]
public sealed partial class SecurityForgery(SecuritySites sites) : IClassFixture<SecuritySites>
{
    public static TheoryData<string> Both => SecuritySites.Both;

    [Theory]
    [MemberData(nameof(Both))]
    public async Task A_form_without_its_token_is_refused(string name)
    {
        SecurityTarget target = await sites.TargetAsync(name);
        using SecurityAttacker attacker = target.NewAttacker();

        target.Judge(await TakenAsync(target, async form => await attacker.PostAsync(form.Action, Without(await attacker.OpenAsync(form)))));
    }

    [Theory]
    [MemberData(nameof(Both))]
    public async Task The_token_of_another_visitor_is_refused(string name)
    {
        SecurityTarget target = await sites.TargetAsync(name);
        using SecurityAttacker attacker = target.NewAttacker();
        using SecurityAttacker victim = target.NewAttacker();

        target.Judge(await TakenAsync(target, async form =>
        {
            string token = (await attacker.OpenAsync(form)).Fields.FirstOrDefault(static field => field.Name == PageForm.TokenField).Value ?? "";
            return await victim.PostAsync(form.Action, (await victim.OpenAsync(form)).Filled((PageForm.TokenField, token)));
        }));
    }

    [Theory]
    [MemberData(nameof(Both))]
    public async Task A_token_without_its_cookie_is_refused(string name)
    {
        SecurityTarget target = await sites.TargetAsync(name);
        using SecurityAttacker reader = target.NewAttacker();

        target.Judge(await TakenAsync(target, async form =>
        {
            using SecurityAttacker fresh = target.NewAttacker();
            return await fresh.PostAsync(form.Action, (await reader.OpenAsync(form)).Filled());
        }));
    }

    [Theory]
    [MemberData(nameof(Both))]
    public async Task A_form_sent_as_plain_text_or_with_a_foreign_origin_is_refused(string name)
    {
        SecurityTarget target = await sites.TargetAsync(name);
        using SecurityAttacker attacker = target.NewAttacker();

        List<string> asText = await TakenAsync(target, async form => await attacker.PostAsTextAsync(form.Action, (await attacker.OpenAsync(form)).Filled()));
        List<string> foreign = await TakenAsync(target, async form => await attacker.PostAsync(form.Action, Without(await attacker.OpenAsync(form)), ("Origin", "http://evil.example"), ("Sec-Fetch-Site", "cross-site")));

        target.Judge(asText);
        target.Judge(foreign);
    }

    [Theory]
    [MemberData(nameof(Both))]
    public async Task No_other_site_may_read_an_answer(string name)
    {
        SecurityTarget target = await sites.TargetAsync(name);
        using SecurityAttacker attacker = target.NewAttacker();
        List<string> successes = [];

        foreach (string page in target.Pages)
        {
            SecurityAnswer read = await attacker.GetAsync(page, ("Origin", "http://evil.example"));
            SecurityAnswer asked = await attacker.SendAsync(HttpMethod.Options, page, null, ("Origin", "http://evil.example"), ("Access-Control-Request-Method", "POST"));
            successes.AddRange(new[] { read, asked }.Where(static answer => answer.Headers.Keys.Any(static header => header.StartsWith("Access-Control", StringComparison.OrdinalIgnoreCase))).Select(_ => page));
        }

        target.Judge(successes);
    }

    [Fact]
    public async Task Every_action_that_is_no_GET_is_in_a_form_that_was_attacked_or_needs_the_key()
    {
        SecurityTarget target = await sites.TargetAsync("the site");
        HashSet<string> attacked = target.Forms.Select(static form => Id().Replace(form.Action, "*")).ToHashSet();

        IEnumerable<string> forgotten = SiteAction.All.Where(static action => !action.NeedsKey).Where(action => !attacked.Contains(Id().Replace(action.Path, "*"))).Select(static action => action.Name);
        IEnumerable<string> excepted = SiteAction.All.Where(static action => action is { IgnoresForgery: true, NeedsKey: false }).Select(static action => action.Name);

        Assert.InRange(SiteAction.All.Count, 20, 100);
        // The error page takes the method of the request that failed, and changes nothing.
        Assert.Equal(["HomeController.Error"], forgotten);
        Assert.Equal(["HomeController.Error"], excepted);
        Assert.DoesNotContain(SourcesOfTheSite(), static source => OtherEndpoint().IsMatch(File.ReadAllText(source)));
    }

    [Theory]
    [MemberData(nameof(Both))]
    public async Task What_is_for_whoever_measures_is_not_there_without_the_key(string name)
    {
        SecurityTarget target = await sites.TargetAsync(name);
        using SecurityAttacker attacker = target.NewAttacker();
        List<string> successes = [];

        foreach (string path in SiteAction.All.Where(static action => action.NeedsKey).Select(static action => action.Path))
        {
            foreach (string key in (string[])["", "x", SecuritySites.RunKey[..^1], SecuritySites.RunKey + " x", SecuritySites.RunKey.ToLowerInvariant()])
            {
                SecurityAnswer answer = await attacker.PostAsync($"{path}?key={SecuritySites.RunKey}&X-Run-Key={SecuritySites.RunKey}", [], key.Length == 0 ? [] : [("X-Run-Key", key)]);
                if (answer.Status != HttpStatusCode.NotFound)
                    successes.Add($"{path}: {answer.Status}");
            }
        }

        target.Judge(successes);
    }

    private static IReadOnlyList<KeyValuePair<string, string>> Without(PageForm form) => [.. form.Filled().Where(static field => field.Key != PageForm.TokenField)];

    private static IEnumerable<string> SourcesOfTheSite() =>
        Directory.EnumerateFiles(Path.Combine(Built.RepositoryRoot, "samples", "SampleSite"), "*.cs", SearchOption.AllDirectories);

    private static async Task<List<string>> TakenAsync(SecurityTarget target, Func<PageForm, Task<SecurityAnswer>> attack)
    {
        List<string> successes = [];
        foreach (PageForm form in target.Forms)
        {
            SecurityAnswer answer = await attack(form);
            if (answer.Status != HttpStatusCode.BadRequest)
                successes.Add($"{form.Action}: {answer.Status}");
        }

        return successes;
    }

    [GeneratedRegex("(?<=/)(?:[0-9]+|[0-9a-f]{32})(?=/|$)")]
    private static partial Regex Id();

    [GeneratedRegex(@"\.Map(?:Post|Put|Patch|Delete|Methods|Hub|Fallback)\(")]
    private static partial Regex OtherEndpoint();
}
