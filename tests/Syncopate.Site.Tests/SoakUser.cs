using System.Globalization;
using System.Net;
using System.Text.RegularExpressions;

namespace Syncopate.Site.Tests;

/// <summary>One of many visitors who use the blog at the same time. Every second one writes; half of both go through each form.</summary>
/// <param name="visitor">Its browser.</param>
/// <param name="number">Its number: seed, form and trade follow from it.</param>
/// <param name="posts">Ids of the posts that all writers edit.</param>
/// <param name="tally">Where it says what it did.</param>
internal sealed partial class SoakUser(Visitor visitor, int number, IReadOnlyList<string> posts, SoakTally tally)
{
    private static readonly string[] Pages =
        ["/posts/{0}", "/posts/{0}?sort=Blogger&size=5&page=2", "/posts/{0}?find=thread", "/posts/{0}/1", "/tags/{0}", "/tags/{0}/1", "/blogs", "/blogs/1"];

    private readonly Random _random = new(number);
    private readonly string _form = number % 2 == 0 ? "sync" : "async";
    private readonly Queue<string> _own = new();

    /// <summary>Goes on until told; a request that was begun is finished.</summary>
    public async Task RunAsync(Func<bool> isOver)
    {
        while (!isOver())
            await (number % 4 < 2 ? WriteAsync() : ReadAsync());
    }

    /// <summary>How often each user has edited the post, as its text says: each edit raises its user's number by one.</summary>
    public static Dictionary<int, int> CountsOf(Seen edit) => Count().Matches(TextArea().Match(edit.Html).Value)
        .ToDictionary(count => Number(count.Groups["user"]), count => Number(count.Groups["edits"]));

    private Task WriteAsync() => _random.Next(10) switch
    {
        < 7 => EditAsync(posts[_random.Next(posts.Count)]),
        < 9 => CreateAsync(),
        _ => DeleteAsync(),
    };

    private async Task ReadAsync()
    {
        string path = string.Format(CultureInfo.InvariantCulture, Pages[_random.Next(Pages.Length)], _form);
        Seen page = await visitor.GetAsync(path);
        if (page.Status == HttpStatusCode.OK)
            tally.Count("read");
        else
            tally.Refuse(path, page);
    }

    private async Task EditAsync(string post)
    {
        string path = $"/posts/{_form}/{post}/edit";
        Seen opened = await visitor.GetAsync(path);
        if (opened.Status != HttpStatusCode.OK)
        {
            tally.Refuse(path, opened);
            return;
        }

        Dictionary<int, int> counts = CountsOf(opened);
        counts[number] = counts.GetValueOrDefault(number) + 1;
        string text = string.Join(' ', counts.Select(static count => string.Create(CultureInfo.InvariantCulture, $"{count.Key}={count.Value}")));
        Seen answer = await visitor.SendAsync(opened, path, ("Title", "Edited by many"), ("Content", text), ("BlogId", "1"), ("TagIds", "1"));
        switch (answer.Status)
        {
            case HttpStatusCode.Redirect:
                tally.Accept(post, number);
                break;
            case HttpStatusCode.Conflict:
                // Somebody else was faster: the next edit of this post opens it anew.
                tally.Count("conflict");
                break;
            default:
                tally.Doubt(post, number);
                tally.Refuse(path, answer);
                break;
        }
    }

    private async Task CreateAsync()
    {
        string path = $"/posts/{_form}/create";
        Seen opened = await visitor.GetAsync(path);
        if (opened.Status != HttpStatusCode.OK)
        {
            tally.Refuse(path, opened);
            return;
        }

        Seen answer = await visitor.SendAsync(opened, path, ("Title", "Made in passing"), ("Content", "A few words."), ("BlogId", "2"), ("TagIds", "2"));
        if (answer is { Status: HttpStatusCode.Redirect, Location: { } created })
        {
            tally.Create(created);
            _own.Enqueue(created);
        }
        else
        {
            tally.Refuse(path, answer);
        }
    }

    private async Task DeleteAsync()
    {
        if (!_own.TryDequeue(out string? post))
            return;

        Seen opened = await visitor.GetAsync($"{post}/delete");
        Seen answer = opened.Status == HttpStatusCode.OK ? await visitor.SendAsync(opened, $"{post}/delete") : opened;
        if (answer.Status == HttpStatusCode.Redirect)
        {
            tally.Delete(post);
            return;
        }

        // It may be gone or not.
        tally.Forget(post);
        tally.Refuse($"{post}/delete", answer);
    }

    private static int Number(Group group) => int.Parse(group.ValueSpan, NumberStyles.None, CultureInfo.InvariantCulture);

    [GeneratedRegex("<textarea[^>]*>[^<]*")]
    private static partial Regex TextArea();

    [GeneratedRegex("(?<user>[0-9]+)=(?<edits>[0-9]+)")]
    private static partial Regex Count();
}
