using System.ComponentModel.DataAnnotations;
using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Syncopate.Crud.Tests.Wares;
using Xunit;

namespace Syncopate.Crud.Tests.Saving;

/// <summary>What a call costs in a context that tracks a thousand rows already. Most of what EF Core takes there is to
/// look through all of them for changes, which by hand it does once for a save; bytes and looks are exact, times are in
/// bench/.</summary>
[Trait("Judges", "behaviour")]
public sealed class TrackedCostTests(PostgresFixture postgres)
{
    private const int Rows = 1000;
    private const int Calls = 20;
    private const int Owners = 10;

    // Two looks and what is kept of each row: 2.7 times by hand, 3.4 where a repeated save needs a place to begin from.
    private const double Limit = 4;

    [Theory, InlineData("sync", false), InlineData("async", false), InlineData("sync", true), InlineData("async", true)]
    public async Task It_looks_once_more_than_by_hand(string form, bool isIntercepted)
    {
        using CrudOn<StoreContext> store = Store(form, isIntercepted);
        int looks = 0;
        store.Context.ChangeTracker.DetectingAllChanges += (_, _) => looks++;

        Assert.Equal((true, 2), await LooksAsync(Update(store, 1, "new")));
        Assert.Equal((true, 2), await LooksAsync(Create(store, "new")));
        Assert.Equal((true, 2), await LooksAsync(Delete(store, 2)));
        Assert.Equal((false, 0), await LooksAsync(Update(store, 3, "")));
        Assert.Equal((false, 0), await LooksAsync(Create(store, "")));

        async Task<(bool, int)> LooksAsync(Func<Task<Result<Item>>> call)
        {
            looks = 0;
            return ((await call()).IsDone, looks);
        }
    }

    [Theory, InlineData("sync"), InlineData("async")]
    public async Task It_does_too_where_the_application_has_a_hand_in_it(string form)
    {
        using CrudOn<StoreContext> store = Store(form, isIntercepted: false);
        int looks = 0;
        store.Context.ChangeTracker.DetectingAllChanges += (_, _) => looks++;

        Result<Item> result = await store.CallAsync(
            crud => crud.Delete<Item>(1, (context, _) => Rename(context)),
            (crud, token) => crud.DeleteAsync<Item>(1, (context, _, _) => Task.FromResult(Rename(context)), token));

        Assert.Equal((true, 2), (result.IsDone, looks));
        Assert.Equal("far", store.Stored(context => context.Find<Item>(700)!.Name));

        static IReadOnlyList<CrudError> Rename(StoreContext context)
        {
            context.Find<Item>(700)!.Name = "far";
            return [];
        }
    }

    [Fact]
    public void What_a_listener_to_the_save_changes_is_saved()
    {
        using CrudOn<StoreContext> store = Store("sync", isIntercepted: false);
        store.Context.SavingChanges += (_, _) => store.Context.Find<Item>(700)!.Name = "heard";

        Result<Item> result = store.Crud.Delete<Item>(1, (_, _) => []);

        Assert.True(result.IsDone);
        Assert.Equal("heard", store.Stored(context => context.Find<Item>(700)!.Name));
    }

    [Theory, InlineData(false), InlineData(true)]
    public async Task It_keeps_little_of_each_row(bool isIntercepted)
    {
        using CrudOn<StoreContext> store = Store("sync", isIntercepted);
        int last = 0;
        int key = Rows;

        long hand = await BytesAsync(() =>
        {
            store.Context.Set<Item>().First(item => item.Id == 1).Name = $"new {++last}";
            return Task.FromResult(store.Context.SaveChanges());
        });
        long update = await BytesAsync(Update(store, 1, () => $"new {++last}"));
        long create = await BytesAsync(Create(store, "new"));
        long delete = await BytesAsync(() => Delete(store, key--)());
        long refused = await BytesAsync(Update(store, 1, ""));

        Assert.All([update, create, delete], bytes => Assert.InRange(bytes / (double)hand, 0, Limit));
        Assert.InRange(refused, 0, 4096);
    }

    private CrudOn<StoreContext> Store(string form, bool isIntercepted)
    {
        CrudOn<StoreContext> store = new(
            "sqlite", form, postgres, options: options => _ = isIntercepted ? options.AddInterceptors(new Idle()) : options);
        Owner[] owners = [.. Enumerable.Range(1, Owners).Select(number => new Owner { Name = $"owner {number}" })];
        store.Given([.. Enumerable.Range(1, Rows).Select(number => new Item
        {
            Name = $"item {number}",
            Owner = owners[number % Owners],
            Tag = new Label { Name = $"tag {number}" },
        })]);
        store.Context.Set<Item>().Include(item => item.Owner).Include(item => item.Tag).Load();
        return store;
    }

    private static Func<Task<Result<Item>>> Update(CrudOn<StoreContext> store, int id, string name) => Update(store, id, () => name);

    private static Func<Task<Result<Item>>> Update(CrudOn<StoreContext> store, int id, Func<string> name) => () => store.CallAsync(
        crud => crud.Update<Item, ItemForm>(id, new ItemForm { Name = name(), OwnerId = 1 }),
        (crud, token) => crud.UpdateAsync<Item, ItemForm>(id, new ItemForm { Name = name(), OwnerId = 1 }, token));

    private static Func<Task<Result<Item>>> Create(CrudOn<StoreContext> store, string name) => () => store.CallAsync(
        crud => crud.Create<Item, ItemForm>(new ItemForm { Name = name, OwnerId = 1 }),
        (crud, token) => crud.CreateAsync<Item, ItemForm>(new ItemForm { Name = name, OwnerId = 1 }, token));

    private static Func<Task<Result<Item>>> Delete(CrudOn<StoreContext> store, int id) => () => store.CallAsync(
        crud => crud.Delete<Item>(id), (crud, token) => crud.DeleteAsync<Item>(id, cancellationToken: token));

    /// <summary>The smallest of all calls: what else runs in the process cannot make it smaller.</summary>
    private static async Task<long> BytesAsync<T>(Func<Task<T>> call)
    {
        long least = long.MaxValue;
        for (int i = 0; i < Calls; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            await call();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        return least;
    }
}

public sealed class StoreContext(DbContextOptions<StoreContext> options) : DbContext(options)
{
    protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Item>();
}

public sealed class Item
{
    public int Id { get; set; }

    public string Name { get; set; } = "";

    public int OwnerId { get; set; }

    public Owner? Owner { get; set; }

    public Label? Tag { get; set; }
}

public sealed class Owner
{
    public int Id { get; set; }

    public string Name { get; set; } = "";

    public ICollection<Item> Items { get; } = [];
}

public sealed class Label
{
    public int Id { get; set; }

    public string Name { get; set; } = "";
}

[ProjectsFrom<Item>]
public sealed partial class ItemForm
{
    [Required]
    public string Name { get; set; } = "";

    public int OwnerId { get; set; }
}
