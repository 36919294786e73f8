using Microsoft.EntityFrameworkCore;

namespace Syncopate.Bench.DataAccess;

/// <summary>One database with 100 blogs and 1,000 posts.</summary>
internal sealed class PostDatabase
{
    public const int Blogs = 100;
    public const int Posts = 1000;

    private readonly Action<DbContextOptionsBuilder> _use;
    private readonly DbContextOptions<PostContext> _options;

    public PostDatabase(string name, Action<DbContextOptionsBuilder> use)
    {
        (Name, _use) = (name, use);
        _options = Options(use);
        using PostContext context = Open();
        context.Database.EnsureCreated();
        context.AddRange(Enumerable.Range(1, Blogs).Select(number => new Blog { Name = $"Blog {number}" }));
        context.SaveChanges();
        context.AddRange(Enumerable.Range(1, Posts).Select(NewPost));
        context.SaveChanges();
        Keys = [.. context.Posts.OrderBy(post => post.Id).Select(post => post.Id)];
    }

    public string Name { get; }

    /// <summary>Of the posts that stay.</summary>
    public IReadOnlyList<int> Keys { get; }

    public PostContext Open() => new(_options);

    /// <summary>A context whose commands are told to <paramref name="tell"/>.</summary>
    public PostContext Open(Action<string> tell) => new(Options(builder =>
    {
        _use(builder);
        builder.AddInterceptors(new CommandText(tell));
    }));

    public static Post NewPost(int number) => new()
    {
        Title = $"Post {number}",
        Text = new string('x', 300),
        Stars = number % 6,
        Published = new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddMinutes(number),
        BlogId = number % Blogs + 1,
    };

    public static PostForm NewForm(int number) => new()
    {
        Title = $"Post {number}",
        Text = new string('x', 300),
        Stars = number % 6,
        Published = new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddMinutes(number),
        BlogId = number % Blogs + 1,
    };

    private static DbContextOptions<PostContext> Options(Action<DbContextOptionsBuilder> use)
    {
        DbContextOptionsBuilder<PostContext> builder = new();
        use(builder);
        return builder.Options;
    }
}
