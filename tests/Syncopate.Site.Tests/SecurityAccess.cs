using System.Net;
using System.Text.RegularExpressions;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>Ids that somebody guesses: what is not there, and what is somebody else's.</summary>
[Trait("Judges", "laws")]
public sealed partial class SecurityAccess(SecuritySites sites) : IClassFixture<SecuritySites>
{
    private static readonly string[] Guesses =
        ["999999999", "0", "-1", "2147483647", "2147483648", "-2147483649", "99999999999999999999", "1'", "1%20OR%201=1", "1.0", "0x1", "%00", "..%2f1", "NaN", "null"];

    public static TheoryData<string> Both => SecuritySites.Both;

    [Theory]
    [MemberData(nameof(Both))]
    public async Task A_guessed_id_is_not_found_and_breaks_nothing(string name)
    {
        SecurityTarget target = await sites.TargetAsync(name);
        using SecurityAttacker attacker = target.NewAttacker();
        string token = await TokenAsync(attacker);
        List<string> successes = [];

        foreach (string page in target.Pages.Where(static page => Id().IsMatch(page)))
        {
            foreach (string path in Guesses.Select(guess => Id().Replace(page, guess)))
                Note(path, await attacker.GetAsync(path));
        }

        foreach (PageForm form in target.Forms.Where(static form => Id().IsMatch(form.Action)))
        {
            foreach (string path in Guesses.Select(guess => Id().Replace(form.Action, guess)))
                Note($"POST {path}", await attacker.PostAsync(path, form.Filled((PageForm.TokenField, token))));
        }

        target.Judge(successes);

        void Note(string path, SecurityAnswer answer)
        {
            // The server itself refuses an address with a zero in it.
            bool refused = answer.Status == HttpStatusCode.BadRequest && path.Contains("%00", StringComparison.Ordinal);
            if (answer.Status != HttpStatusCode.NotFound && !refused || answer.Body.Contains("   at ", StringComparison.Ordinal))
                successes.Add($"{path}: {answer.Status}");
        }
    }

    [Theory]
    [MemberData(nameof(Both))]
    public async Task The_action_of_somebody_else_is_neither_seen_nor_cancelled(string name)
    {
        SecurityTarget target = await sites.TargetAsync(name);
        using SecurityAttacker owner = target.NewAttacker();
        using SecurityAttacker attacker = target.NewAttacker();
        PageForm start = target.Forms.Single(static form => form.Action == "/actions/background");
        string action = (await owner.FillInAsync(start, ("milliseconds", "60000"))).Location ?? "";
        // A visitor with an action of his own, and a token that fits.
        await attacker.FillInAsync(start, ("milliseconds", "0"));
        string token = await TokenAsync(attacker);

        List<string> successes = [];
        SecurityAnswer[] answers =
        [
            await attacker.GetAsync(action), await attacker.GetAsync($"{action}/events"), await attacker.PostAsync($"{action}/cancel", [KeyValuePair.Create(PageForm.TokenField, token)]),
        ];
        successes.AddRange(answers.Where(static answer => answer.Status != HttpStatusCode.NotFound).Select(static answer => $"{answer.Status}"));
        if ((await attacker.GetAsync("/actions")).Body.Contains(action, StringComparison.Ordinal))
            successes.Add("listed");
        if (!target.MustFall && !(await owner.GetAsync(action)).Body.Contains("data-state=\"running\"", StringComparison.Ordinal))
            successes.Add("cancelled");

        target.Judge(successes);
        await owner.PostAsync($"{action}/cancel", [KeyValuePair.Create(PageForm.TokenField, await TokenAsync(owner))]);
    }

    [Fact]
    public async Task The_name_that_owns_an_action_is_random_and_kept_from_scripts_and_other_sites()
    {
        SecurityTarget target = await sites.TargetAsync("the site");
        PageForm start = target.Forms.Single(static form => form.Action == "/actions/background");
        HashSet<string> names = [];

        for (int visit = 0; visit < 5; visit++)
        {
            using SecurityAttacker visitor = target.NewAttacker();
            string cookies = (await visitor.FillInAsync(start, ("milliseconds", "0"))).Headers["Set-Cookie"];
            Assert.Matches("visitor=[0-9a-f]{32}; path=/; samesite=strict; httponly", cookies);
            names.Add(VisitorName().Match(cookies).Value);
        }

        Assert.Equal(5, names.Count);
    }

    private static async Task<string> TokenAsync(SecurityAttacker attacker) =>
        PageForm.AllOf("/actions", (await attacker.GetAsync("/actions")).Body)[0].Fields.FirstOrDefault(static field => field.Name == PageForm.TokenField).Value ?? "";

    [GeneratedRegex("(?<=/)(?:[0-9]+|[0-9a-f]{32})(?=/|$)")]
    private static partial Regex Id();

    [GeneratedRegex("visitor=[0-9a-f]{32}")]
    private static partial Regex VisitorName();
}
