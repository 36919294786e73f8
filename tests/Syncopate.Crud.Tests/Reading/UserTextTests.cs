using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Reading;

/// <summary>A text by which a user compares is a value of the member in one way only, or an error on it: never another
/// value, never an exception.</summary>
[Trait("Judges", "behaviour")]
public sealed class UserTextTests(PostgresFixture postgres)
{
    // Member, comparison, text, and the rows; null when it is an error on the member.
    private static readonly (string Member, FilterComparison Comparison, string? Text, int? Rows)[] Filters =
    [
        ("Price", FilterComparison.Equal, "10", 1),
        ("Price", FilterComparison.Equal, "1,0", null),
        ("Price", FilterComparison.Equal, "1,000", null),
        ("Price", FilterComparison.AtLeast, "1.05e1", 1),
        ("Height", FilterComparison.AtLeast, "0.3", 1),
        ("Height", FilterComparison.AtLeast, "0,3", null),
        ("Id", FilterComparison.Equal, "1", 1),
        ("Id", FilterComparison.Equal, "1,0", null),
        ("Id", FilterComparison.Equal, "1.0", null),
        ("Id", FilterComparison.Equal, "99999999999", null),
        ("Built", FilterComparison.Equal, "2026-03-02", 2),
        ("Built", FilterComparison.Equal, "02/03/2026", null),
        ("Built", FilterComparison.Equal, "2 March 2026", null),
        ("Sold", FilterComparison.Equal, "2026-03-02", 2),
        ("Sold", FilterComparison.Equal, "2026-03-02T02:00:00+02:00", 2),
        ("Sold", FilterComparison.Equal, "2026-03-02 00:00", 2),
        ("Sold", FilterComparison.Equal, "02/03/2026", null),
        ("Sold", FilterComparison.AtLeast, "2026-03-02T00:00:00.0000000Z", 2),
        ("Wood", FilterComparison.Equal, "ash", 0),
        ("Wood", FilterComparison.Equal, "0", 2),
        ("Wood", FilterComparison.Equal, "77", null),
        ("Wood", FilterComparison.Equal, "Oak,Ash", null),
        ("Finishes", FilterComparison.Equal, "Oiled, Waxed", 1),
        ("Finishes", FilterComparison.Equal, "3", 1),
        ("Finishes", FilterComparison.Equal, "4", null),
        ("Maker", FilterComparison.Equal, "2", 1),
        ("Maker", FilterComparison.NotEqual, "2", 1),
        ("Maker", FilterComparison.Equal, "two", null),
        ("Maker", FilterComparison.AtLeast, "2", null),
        ("Room", FilterComparison.Equal, "hall", 1),
        ("Room", FilterComparison.Equal, "far too long", null),
        ("Room", FilterComparison.Contains, "hall", null),
        ("Depth", FilterComparison.Equal, "300", 1),
        ("Depth", FilterComparison.NotEqual, "300", 1),
        ("Depth", FilterComparison.Equal, "3e400", null),
        ("Number", FilterComparison.Equal, "12", 1),
        ("Number", FilterComparison.Equal, "abc", null),
        ("Number", FilterComparison.Equal, "", null),
        ("Number", FilterComparison.Equal, "99999999999999999999", null),
        ("Number", FilterComparison.Contains, "1", null),
        ("Number", FilterComparison.StartsWith, "abc", null),
    ];

    public static TheoryData<string, string> Everywhere => CrudTests.Everywhere;

    [Theory, MemberData(nameof(Everywhere))]
    public async Task That_is_too_long_to_look_for_is_an_error(string product, string form)
    {
        using CrudOn<ShelfContext> shelves = new(product, form, postgres);
        foreach (FilterComparison comparison in (FilterComparison[])
            [FilterComparison.StartsWith, FilterComparison.Contains, FilterComparison.Equal])
        {
            ListRequest<Shelf, ShelfRow> Request(int length) => new() { Filters = [new("Name", comparison, new string('%', length))] };
            Result<Page<ShelfRow>> longest = await shelves.CallAsync(
                crud => crud.List(Request(10_000)), (crud, token) => crud.ListAsync(Request(10_000), token));
            Result<Page<ShelfRow>> longer = await shelves.CallAsync(
                crud => crud.List(Request(60_000)), (crud, token) => crud.ListAsync(Request(60_000), token));

            Assert.True(longest.IsDone, $"{longest}");
            Assert.Equal(
                [new CrudError("Name", "What Name is compared with has 60000 characters; at most 10000 are allowed.")], longer.Errors);
        }
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Is_a_value_or_an_error(string product, string form)
    {
        using AnyDatabase<ShelfContext> database = new(product, postgres);
        CallForm calls = form == "sync" ? new SyncCalls() : new AsyncCalls();
        using ShelfContext context = database.Open();
        context.AddRange(
            new Shelf { Number = "12", Price = 10, Maker = new(2), Room = new("hall"), Finishes = Finishes.Oiled | Finishes.Waxed },
            new Shelf { Number = "7", Height = 0.3, Price = 10.5m, Depth = new Depth { Millimetres = 300 } });
        context.SaveChanges();
        CrudService<ShelfContext> crud = new(context);

        foreach (var (member, comparison, text, rows) in Filters)
        {
            ListRequest<Shelf, ShelfRow> request = new() { Filters = [new(member, comparison, text)] };
            Result<Page<ShelfRow>> page = await calls.CallAsync(() => crud.List(request), token => crud.ListAsync(request, token));
            Assert.True(
                rows is null
                    ? page is { Outcome: Outcome.Invalid, Errors: [{ Path: var path }] } && path == member
                    : page.IsDone && page.Value.Total == rows,
                $"{member} {comparison} '{text}': {page}");
        }
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_list_is_sorted_by_a_type_of_the_application_as_by_its_column(string product, string form)
    {
        using CrudOn<ShelfContext> shelves = new(product, form, postgres);
        shelves.Given(new Shelf { Maker = new(10) }, new Shelf { Maker = new(9) }, new Shelf { Maker = new(11) });
        ListRequest<Shelf, ShelfRow> request = new() { Sort = "-maker" };

        Result<Page<ShelfRow>> page = await shelves.CallAsync(crud => crud.List(request), (crud, token) => crud.ListAsync(request, token));

        Assert.Equal([11, 10, 9], page.Value.Items.Select(row => row.Maker.Number));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task That_its_converter_does_not_take_is_an_error_when_it_is_saved(string product, string form)
    {
        using AnyDatabase<ShelfContext> database = new(product, postgres);
        CallForm calls = form == "sync" ? new SyncCalls() : new AsyncCalls();
        using ShelfContext context = database.Open();
        CrudService<ShelfContext> crud = new(context);
        Shelf shelf = new() { Number = "abc" };

        Result<Shelf> refused = await calls.CallAsync(() => crud.Create(shelf), token => crud.CreateAsync(shelf, token));

        Assert.Equal([new CrudError("Number", "Number has a value that cannot be saved.")], refused.Errors);
        Assert.Empty(context.ChangeTracker.Entries());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_row_version_is_compared_where_it_can_be_and_conditions_that_are_none_are_refused(string product, string form)
    {
        using AnyDatabase<ShelfContext> database = new(product, postgres);
        CallForm calls = form == "sync" ? new SyncCalls() : new AsyncCalls();
        using ShelfContext context = database.Open();
        CrudService<ShelfContext> crud = new(context);
        ListRequest<Shelf, ShelfRow>[] byVersion =
            [new() { Sort = "version" }, new() { Filters = [new("Version", FilterComparison.AtLeast, "1")] }];
        ListRequest<Shelf, ShelfRow>[] byNothing = [new() { Filters = [null!] }, new() { Filters = null! }];

        foreach (ListRequest<Shelf, ShelfRow> request in byVersion)
            Assert.Equal(
                product == "sqlite" ? Outcome.Done : Outcome.Invalid,
                (await calls.CallAsync(() => crud.List(request), token => crud.ListAsync(request, token))).Outcome);
        foreach (ListRequest<Shelf, ShelfRow> request in byNothing)
            Assert.Equal(
                Outcome.Invalid, (await calls.CallAsync(() => crud.List(request), token => crud.ListAsync(request, token))).Outcome);
    }
}
