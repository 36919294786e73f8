using System.Text.RegularExpressions;
using Xunit;

namespace Syncopate.Site.Tests;

/// <summary>What is attacked: the site, or its twin that has every fault. All pages are found by their links from the first one.</summary>
/// <param name="Address">The first page.</param>
/// <param name="MustFall">Whether every attack must succeed.</param>
/// <param name="Pages">One of each kind: addresses that differ only by an id or by their query are one kind.</param>
/// <param name="Forms">All forms on them that change something.</param>
internal sealed partial record SecurityTarget(Uri Address, bool MustFall, IReadOnlyList<string> Pages, IReadOnlyList<PageForm> Forms)
{
    /// <summary>Forms that leave a row behind or change one.</summary>
    public IEnumerable<PageForm> Entries => Forms.Where(static form => form.TextFields.Any());

    /// <summary>Looks at all pages, and starts a long action before, so that its page is among them.</summary>
    public static async Task<SecurityTarget> ExploreAsync(Uri address, bool mustFall)
    {
        using SecurityAttacker visitor = new(address);
        PageForm start = PageForm.AllOf("/actions", (await visitor.GetAsync("/actions")).Body).Single(static form => form.Action == "/actions/background");
        string? action = (await visitor.FillInAsync(start, ("milliseconds", "3000"))).Location;

        List<string> pages = [];
        List<PageForm> forms = [];
        HashSet<string> kinds = [];
        Queue<string> waiting = new(["/", action ?? throw new InvalidOperationException("No action was started.")]);
        while (waiting.TryDequeue(out string? path))
        {
            if (!kinds.Add(Id().Replace(path, "*")))
                continue;

            SecurityAnswer page = await visitor.GetAsync(path);
            pages.Add(path);
            forms.AddRange(PageForm.AllOf(path, page.Body));
            foreach (Match link in Link().Matches(page.Body))
                waiting.Enqueue(link.Groups["path"].Value);
        }

        return new SecurityTarget(address, mustFall, pages, [.. forms.DistinctBy(static form => Id().Replace(form.Action, "*"))]);
    }

    public SecurityAttacker NewAttacker() => new(Address);

    /// <summary>An attack that succeeds on the site is a hole; one that fails on the twin would not find a hole.</summary>
    /// <param name="successes">What the attack achieved, in words.</param>
    public void Judge(IReadOnlyCollection<string> successes)
    {
        if (MustFall)
            Assert.NotEmpty(successes);
        else
            Assert.Empty(successes);
    }

    [GeneratedRegex("(?<=/)(?:[0-9]+|[0-9a-f]{32})(?=/|$)")]
    private static partial Regex Id();

    [GeneratedRegex("<a [^>]*href=\"(?<path>/[^\"?#]*)")]
    private static partial Regex Link();
}
