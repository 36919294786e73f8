using FeedService.Database;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace FeedService.Feeds;

/// <summary>
/// The operations of one feed, each holding its thread from the first line to the last.
/// <see cref="AsyncFeed{TItem, TInput, TView}"/> is the twin.
/// </summary>
internal static class SyncFeed<TItem, TInput, TView>
    where TItem : FeedItem, IFeedItem<TItem, TInput, TView>, new()
    where TInput : FeedInput
    where TView : class
{
    public static FeedOperations Operations { get; } = new(List, Get, Create, Update, Delete);

    private static Results<Ok<List<TView>>, ValidationProblem> List(FeedDatabase database, int take = Newest.Most) => take is < 1 or > Newest.Most
        ? Newest.Refuse(take)
        : TypedResults.Ok(database.Set<TItem>().NewestFirst(take).Select(TItem.View).ToList());

    private static Results<Ok<TView>, ProblemHttpResult> Get(int id, FeedDatabase database) =>
        database.Set<TItem>().Where(item => item.Id == id).Select(TItem.View).SingleOrDefault() is { } view
            ? TypedResults.Ok(view)
            : Problems.NoItem(id);

    private static Created<TView> Create(TInput input, FeedDatabase database, HttpRequest request)
    {
        TItem item = new();
        item.Take(input);
        database.Add(item);
        database.SaveChanges();

        TView view = database.Set<TItem>().Where(saved => saved.Id == item.Id).Select(TItem.View).Single();
        return TypedResults.Created($"{request.Path}/{item.Id}", view);
    }

    private static Results<NoContent, ProblemHttpResult> Update(int id, TInput input, FeedDatabase database)
    {
        if (database.Find<TItem>(id) is not { } item)
            return Problems.NoItem(id);

        item.Take(input);
        database.SaveChanges();
        return TypedResults.NoContent();
    }

    private static Results<NoContent, ProblemHttpResult> Delete(int id, FeedDatabase database) =>
        database.Set<TItem>().Where(item => item.Id == id).ExecuteDelete() == 1
            ? TypedResults.NoContent()
            : Problems.NoItem(id);
}
