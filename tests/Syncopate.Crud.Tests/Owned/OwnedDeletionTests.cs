using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Owned;

/// <summary>A row that the context knows, with a token in what it owns in another table, is deleted.</summary>
[Trait("Judges", "behaviour")]
public sealed class OwnedDeletionTests(PostgresFixture postgres)
{
    public static TheoryData<string, string> Everywhere => CrudTests.Everywhere;

    /// <summary>By three queries: the one that finds the row, the one for the items, and the one for all that lies in the row, which EF
    /// Core makes one for all that is owned. A fourth asked for the keys of the items, which the second has told.</summary>
    [Theory, MemberData(nameof(Everywhere))]
    public async Task It_asks_for_its_items_once(string database, string form)
    {
        CommandCounter ofSheets = new(command => command.CommandText.StartsWith("SELECT", StringComparison.Ordinal)
            && command.CommandText.Contains("\"Sheets\"", StringComparison.Ordinal));
        using CrudOn<BinderContext> binders = new(
            database, form, postgres, options: options => options.AddInterceptors(ofSheets));
        Given(binders);
        int before = ofSheets.Commands;

        Result<Binder> deleted = await DeleteAsync(binders);

        Assert.True(deleted.IsDone, $"{deleted} {deleted.Cause}");
        Assert.Equal(3, ofSheets.Commands - before);
        Assert.Equal(0, binders.Stored(Count));
    }

    /// <summary>Way: what that one query has told is not used, and EF Core deletes an item that has gone.</summary>
    [Theory, MemberData(nameof(Everywhere))]
    public async Task An_item_that_has_gone_keeps_nobody_from_it(string database, string form)
    {
        using CrudOn<BinderContext> binders = new(database, form, postgres);
        Given(binders);
        binders.Stored(other => other.Database.ExecuteSqlRaw("DELETE FROM \"Sheets\" WHERE \"Text\" = 'a'"));

        Result<Binder> deleted = await DeleteAsync(binders);

        Assert.True(deleted.IsDone, $"{deleted} {deleted.Cause}");
        Assert.Empty(binders.Context.ChangeTracker.Entries());
        Assert.Equal(0, binders.Stored(Count));
    }

    private static Task<Result<Binder>> DeleteAsync(CrudOn<BinderContext> binders) => binders.CallAsync(
        crud => crud.Delete<Binder>(1), (crud, token) => crud.DeleteAsync<Binder>(1, cancellationToken: token));

    private static void Given(CrudOn<BinderContext> binders)
    {
        binders.Given(new Binder { Id = 1, Tag = new() { Number = 1 }, Sheets = [new() { Text = "a" }, new() { Text = "b" }] });
        binders.Context.Set<Binder>().Load();
    }

    private static int Count(BinderContext context) => context.Set<Binder>().Count();

    public sealed class BinderContext(DbContextOptions<BinderContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Binder>(row =>
        {
            row.OwnsOne(each => each.Tag, tag => tag.Property(each => each.Number).IsConcurrencyToken());
            row.Navigation(each => each.Tag).IsRequired();
            row.OwnsMany(each => each.Sheets, sheet =>
            {
                sheet.ToTable("Sheets");
                sheet.Property<int>("Id");
                sheet.HasKey("Id");
            });
        });
    }

    public sealed class Binder
    {
        public int Id { get; set; }

        public Tag Tag { get; set; } = new();

        public List<Sheet> Sheets { get; set; } = [];
    }

    public sealed class Tag
    {
        public int Number { get; set; }
    }

    public sealed class Sheet
    {
        public string Text { get; set; } = "";
    }
}
