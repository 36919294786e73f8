namespace SampleSite.DataAccess;

/// <summary>A post as a list shows it, with what it takes from its blog and its tags.</summary>
public sealed record ListedPost(int Id, string Title, string Blogger, DateTime LastUpdated, IEnumerable<string> Tags);
