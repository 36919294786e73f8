using FeedService.Database;

namespace FeedService.Feeds;

/// <summary>What an item of every feed has. Abstract since each feed is a table of its own.</summary>
internal abstract class FeedItem
{
    public int Id { get; set; }

    public string Title { get; set; } = "";

    public int FromId { get; set; }

    public Person From { get; set; } = null!; // Set by EF Core; read in queries only.

    public DateTime When { get; set; }

    /// <summary>Takes over a validated input; the key is not part of one.</summary>
    protected void Take(FeedInput input)
    {
        Title = input.Title;
        FromId = input.FromId;
        When = input.When.GetValueOrDefault().UtcDateTime;
    }
}
