using FeedService.Database;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace FeedService.Feeds;

/// <summary>
/// The operations of one feed with every access to the database awaited; <see cref="SyncFeed{TItem, TInput, TView}"/> is the twin.
/// SQLite itself runs in the process and completes each await at once: what frees threads here is the awaited delay before it.
/// </summary>
internal static class AsyncFeed<TItem, TInput, TView>
    where TItem : FeedItem, IFeedItem<TItem, TInput, TView>, new()
    where TInput : FeedInput
    where TView : class
{
    public static FeedOperations Operations { get; } = new(ListAsync, GetAsync, CreateAsync, UpdateAsync, DeleteAsync);

    private static async Task<Results<Ok<List<TView>>, ValidationProblem>> ListAsync(
        FeedDatabase database, CancellationToken cancellationToken, int take = Newest.Most) => take is < 1 or > Newest.Most
        ? Newest.Refuse(take)
        : TypedResults.Ok(await database.Set<TItem>().NewestFirst(take).Select(TItem.View).ToListAsync(cancellationToken));

    private static async Task<Results<Ok<TView>, ProblemHttpResult>> GetAsync(
        int id, FeedDatabase database, CancellationToken cancellationToken) =>
        await database.Set<TItem>().Where(item => item.Id == id).Select(TItem.View).SingleOrDefaultAsync(cancellationToken) is { } view
            ? TypedResults.Ok(view)
            : Problems.NoItem(id);

    private static async Task<Created<TView>> CreateAsync(
        TInput input, FeedDatabase database, HttpRequest request, CancellationToken cancellationToken)
    {
        TItem item = new();
        item.Take(input);
        database.Add(item);
        await database.SaveChangesAsync(cancellationToken);

        TView view = await database.Set<TItem>().Where(saved => saved.Id == item.Id).Select(TItem.View).SingleAsync(cancellationToken);
        return TypedResults.Created($"{request.Path}/{item.Id}", view);
    }

    private static async Task<Results<NoContent, ProblemHttpResult>> UpdateAsync(
        int id, TInput input, FeedDatabase database, CancellationToken cancellationToken)
    {
        if (await database.FindAsync<TItem>([id], cancellationToken) is not { } item)
            return Problems.NoItem(id);

        item.Take(input);
        await database.SaveChangesAsync(cancellationToken);
        return TypedResults.NoContent();
    }

    private static async Task<Results<NoContent, ProblemHttpResult>> DeleteAsync(
        int id, FeedDatabase database, CancellationToken cancellationToken) =>
        await database.Set<TItem>().Where(item => item.Id == id).ExecuteDeleteAsync(cancellationToken) == 1
            ? TypedResults.NoContent()
            : Problems.NoItem(id);
}
