using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Changing;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Reading;

/// <summary>What the service allocates beyond the same work written by hand on EF Core, fresh context for each. Bytes
/// are exact; times are in bench/.</summary>
[Trait("Judges", "behaviour")]
public sealed class AllocationTests(PostgresFixture postgres) : CrudTests(postgres)
{
    private const int Calls = 40;
    private const long Limit = 2048;

    [Fact]
    public void A_detail_costs_little_more() => Compare(
        (context, id) => context.Set<Post>().AsNoTracking().Where(post => post.Id == id).Select(PostRow.Projection).FirstOrDefault(),
        (crud, id) => crud.Detail<Post, PostRow>(id));

    [Fact]
    public void A_list_costs_little_more() => Compare(
        (context, _) => context.Set<Post>().AsNoTracking().OrderBy(post => post.Id).Take(20).Select(PostRow.Projection).ToList(),
        (crud, _) => crud.List(new ListRequest<Post, PostRow> { Counts = false }));

    [Fact]
    public void A_creation_costs_little_more() => Compare(
        (context, id) =>
        {
            context.Add(new Tag { Slug = $"hand {id}" });
            return context.SaveChanges();
        },
        (crud, id) => crud.Create(new Tag { Slug = $"crud {id}" }));

    [Fact]
    public void An_update_costs_little_more() => Compare(
        (context, id) =>
        {
            Post post = context.Set<Post>().First(post => post.Id == id);
            post.Title = $"{post.Version}";
            post.Version++;
            return context.SaveChanges();
        },
        (crud, id) => crud.Update<Post, PostTitle>(id, new PostTitle { Title = $"x{id}" }));

    [Fact]
    public void A_deletion_costs_little_more() => Compare(
        (context, id) =>
        {
            context.Remove(context.Set<Post>().First(post => post.Id == id));
            return context.SaveChanges();
        },
        (crud, id) => crud.Delete<Post>(id + Calls));

    private void Compare(Func<BlogContext, int, object?> byHand, Func<CrudService<BlogContext>, int, Result> byService)
    {
        Use("sqlite", "sync");
        Given([.. Enumerable.Range(1, 2 * Calls).Select(_ => (object)NewPost())]);

        long hand = Measure(id => byHand(Database.Open(), id));
        long service = Measure(id =>
        {
            Result result = byService(new CrudService<BlogContext>(Database.Open()), id);
            return result.IsDone ? result : throw new InvalidOperationException(result.ToString());
        });

        Assert.True(service - hand <= Limit, $"By hand {hand} bytes a call, by the service {service}.");
    }

    /// <summary>The smallest of all calls: what else runs in the process cannot make it smaller.</summary>
    private static long Measure(Func<int, object?> call)
    {
        long least = long.MaxValue;
        for (int id = 1; id <= Calls; id++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            GC.KeepAlive(call(id));
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        return least;
    }
}
