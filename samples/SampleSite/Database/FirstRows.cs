using System.Globalization;

namespace SampleSite.Database;

/// <summary>The invented rows of a new database; the same for the same number of posts.</summary>
internal static class FirstRows
{
    // Never the clock: a page made from these rows is the same tomorrow.
    internal static readonly DateTime Today = new(2026, 1, 1, 12, 0, 0, DateTimeKind.Utc);
    private static readonly DateTime Old = Today.AddDays(-400);

    private static readonly (string Title, string Blogger)[] Blogs =
    [
        ("Waiting well", "Ada Lindqvist"), ("Notes from the queue", "Tomas Okafor"), ("One thread at a time", "Mei Haruki"),
        ("The patient server", "Ruth Castellan"),
    ];

    private static readonly string[] Tags = ["Async", "Threads", "Databases", "Measuring", "Patience", "Coffee", "Web", "Mistakes"];

    private static readonly string[] Subjects =
    [
        "What a thread does all day", "A queue at the bakery", "Ten requests and one answer", "The page that never came", "Why my query waits",
        "Counting what nobody counts", "A pool is not a lake", "The cost of asking twice", "How to time a kettle", "Letters from a slow server",
        "Two ways to stand in line", "The morning the pool ran dry",
    ];

    private static readonly string[] Sentences =
    [
        "Somebody has to wait, but it need not be you.", "The thread stood at the counter and could do nothing else.",
        "We measured it a hundred times, and the fourth time was different.", "A call that ends at once has nothing to give back.",
        "The database was quick; the way to it was not.", "Nobody noticed until fifty people came at the same moment.",
        "Put the kettle on first, then look for the cups.", "What is done in memory is not made faster by waiting for it politely.",
        "The longest queue is the one that nobody sees.", "It took a minute to write and an afternoon to believe.",
    ];

    /// <summary>Four blogs, eight tags and the posts, each with one to three tags. Their keys count from 1, so that an address of
    /// one of them is always its address.</summary>
    public static IEnumerable<object> Of(int posts)
    {
        List<Blog> blogs = Blogs.Select(static (blog, at) => new Blog { Id = at + 1, Title = blog.Title, Blogger = blog.Blogger, LastUpdated = Old }).ToList();
        List<Tag> tags = Tags.Select(static (name, at) => new Tag { Id = at + 1, Name = name, Slug = name.ToLowerInvariant(), LastUpdated = Old }).ToList();

        return [.. blogs, .. tags, .. Enumerable.Range(0, posts).Select(number => PostOf(number, blogs, tags))];
    }

    // The strides have no factor in common with the lengths, so that neighbours differ in everything.
    private static Post PostOf(int number, List<Blog> blogs, List<Tag> tags)
    {
        int round = number / Subjects.Length;
        string title = Subjects[number % Subjects.Length];
        Post post = new()
        {
            Id = number + 1,
            Title = round == 0 ? title : string.Create(CultureInfo.InvariantCulture, $"{title}, part {round + 1}"),
            Content = string.Join(' ', Enumerable.Range(0, 6).Select(at => Sentences[((number * 7) + (at * 3)) % Sentences.Length])),
            Blog = blogs[number * 3 % blogs.Count],
            LastUpdated = Today.AddHours(-7 * (number + 1)),
        };
        post.Tags.AddRange(Enumerable.Range(0, 1 + (number % 3)).Select(at => tags[((number * 5) + (at * 3)) % tags.Count]));
        return post;
    }
}
