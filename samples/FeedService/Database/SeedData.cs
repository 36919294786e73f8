using Bogus;
using FeedService.Bookmarks;
using FeedService.Emails;
using FeedService.Feeds;
using FeedService.Notes;
using FeedService.Tasks;

namespace FeedService.Database;

/// <summary>Invented rows, the same in every process: 20 people, and 100 items from them in each feed.</summary>
internal sealed class SeedData
{
    private const int PersonCount = 20;
    private const int ItemCount = 100;

    // Never the clock: a page made from these rows is the same tomorrow.
    private static readonly DateTime Today = new(2026, 1, 1, 12, 0, 0, DateTimeKind.Utc);

    private readonly Faker _invent = new() { Random = new Randomizer(localSeed: 20260101) };

    /// <summary>All rows, people first. Each call goes on where the one before ended.</summary>
    public IEnumerable<object> Rows()
    {
        for (int id = 1; id <= PersonCount; id++)
            yield return new Person { Id = id, Name = _invent.Name.FullName() };

        for (int id = 1; id <= ItemCount; id++)
        {
            yield return Item<Email>(id, _invent.Company.CatchPhrase(), daysFromToday: -30, email =>
            {
                email.Text = _invent.Lorem.Sentence(12);
                email.IsRead = _invent.Random.Bool();
            });
            yield return Item<TaskItem>(id, $"{_invent.Hacker.Verb()} the {_invent.Hacker.Noun()}", daysFromToday: 30, task =>
            {
                task.Priority = _invent.Random.Int(1, 5);
                task.IsDone = _invent.Random.Bool();
            });
            yield return Item<Bookmark>(id, _invent.Commerce.ProductName(), daysFromToday: -300, bookmark =>
                bookmark.Url = $"https://{_invent.Internet.DomainName()}/{_invent.Lorem.Slug(3)}");
            yield return Item<Note>(id, _invent.Lorem.Sentence(4), daysFromToday: -100, note =>
                note.Text = _invent.Lorem.Sentence(12));
        }
    }

    private TItem Item<TItem>(int id, string title, int daysFromToday, Action<TItem> fill) where TItem : FeedItem, new()
    {
        TItem item = new()
        {
            Id = id,
            Title = title,
            FromId = _invent.Random.Int(1, PersonCount),
            When = Today.AddMinutes(Math.Round(daysFromToday * 24 * 60 * _invent.Random.Double())),
        };
        fill(item);
        return item;
    }
}
