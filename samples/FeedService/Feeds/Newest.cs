using Microsoft.AspNetCore.Http.HttpResults;

namespace FeedService.Feeds;

/// <summary>The order and the length of every list.</summary>
internal static class Newest
{
    public const int Most = 100;

    /// <summary>The key decides between equal times, so that two lists of the same rows are equal.</summary>
    public static IQueryable<TItem> NewestFirst<TItem>(this IQueryable<TItem> items, int take) where TItem : FeedItem =>
        items.OrderByDescending(item => item.When).ThenBy(item => item.Id).Take(take);

    public static ValidationProblem Refuse(int take) => Problems.Invalid("take", $"{take} is not from 1 to {Most}.");
}
