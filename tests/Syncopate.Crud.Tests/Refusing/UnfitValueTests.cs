using Syncopate.Crud.Tests.Databases;
using Syncopate.Crud.Tests.Reading;
using Xunit;

namespace Syncopate.Crud.Tests.Refusing;

/// <summary>Values that a type of the language has and a column has not: SQLite takes them, PostgreSQL refuses them,
/// and the user is told.</summary>
public sealed class UnfitValueTests(PostgresFixture postgres) : CrudTests(postgres)
{
    private const string Nul = "nul";
    private const string HalfACharacter = "half a character";

    [Theory]
    [InlineData("sync", Nul), InlineData("async", Nul), InlineData("sync", HalfACharacter), InlineData("async", HalfACharacter)]
    public async Task A_text_that_the_database_cannot_store_is_an_error_on_its_member(string form, string kind)
    {
        Use("postgresql", form);
        string text = Text(kind);

        Result<Tag> refused = await CallAsync(
            () => Crud.Create(new Tag { Slug = text }),
            token => Crud.CreateAsync(new Tag { Slug = text }, token));
        Result<Tag> next = await CallAsync(
            () => Crud.Create(new Tag { Slug = "good" }),
            token => Crud.CreateAsync(new Tag { Slug = "good" }, token));

        Assert.Equal(
            (Outcome.Invalid, new CrudError("Slug", "Slug holds a character that the database cannot store.")),
            (refused.Outcome, Assert.Single(refused.Errors)));
        Assert.True(next.IsDone, next.ToString());
    }

    [Theory, InlineData("sync"), InlineData("async")]
    public async Task A_number_that_is_too_large_for_its_column_is_an_error_on_its_member(string form)
    {
        Use("postgresql", form);

        Result<Parcel> refused = await CallAsync(
            () => Crud.Create(new Parcel { Weight = 1000m }),
            token => Crud.CreateAsync(new Parcel { Weight = 1000m }, token));

        Assert.Equal([new CrudError("Weight", "Weight is too large a number.")], refused.Errors);
    }

    [Theory]
    [InlineData("sqlite", Nul), InlineData("postgresql", Nul)]
    [InlineData("sqlite", HalfACharacter), InlineData("postgresql", HalfACharacter)]
    public async Task A_filter_and_a_key_that_no_row_can_have_are_answered(string database, string kind)
    {
        Use(database, "async");
        string text = Text(kind);
        ListRequest<Post, PostRow> request = new() { Filters = [new("Title", FilterComparison.Contains, text)] };
        CancellationToken token = TestContext.Current.CancellationToken;

        Result[] results =
        [
            Crud.List(request), await Crud.ListAsync(request, token),
            Crud.Detail<Seat>(Key.Of(text, 1)), await Crud.DetailAsync<Seat>(Key.Of(text, 1), token),
            Crud.Delete<Seat>(Key.Of(text, 1)), await Crud.DeleteAsync<Seat>(Key.Of(text, 1), cancellationToken: token),
        ];

        Assert.All(results, result => Assert.Equal(Outcome.Invalid, result.Outcome));
        Assert.True(Crud.Detail<Blog>(BlogId).IsDone);
    }

    [Theory, InlineData("sqlite"), InlineData("postgresql")]
    public void A_text_that_is_too_long_for_the_index_on_it_is_an_error(string database)
    {
        Use(database, "sync");
        string text = string.Concat(Enumerable.Range(0, 1000).Select(_ => Guid.NewGuid().ToString("n")));

        Result<Tag> result = Crud.Create(new Tag { Slug = text });

        Assert.Equal(database == "sqlite" ? Outcome.Done : Outcome.Invalid, result.Outcome);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_is_no_number_is_saved_where_the_database_knows_it_and_else_an_error_on_its_member(string database, string form)
    {
        Use(database, form);

        Result<Parcel> result = await CallAsync(
            () => Crud.Create(new Parcel { Height = double.NaN }),
            token => Crud.CreateAsync(new Parcel { Height = double.NaN }, token));

        Assert.Equal(database == "postgresql" ? [] : [new CrudError("Height", "Height is no number.")], result.Errors);
    }

    [Theory]
    [InlineData("sync", DateTimeKind.Unspecified), InlineData("async", DateTimeKind.Unspecified)]
    [InlineData("sync", DateTimeKind.Local), InlineData("async", DateTimeKind.Local)]
    public async Task A_time_of_another_kind_than_its_column_s_is_an_error_on_its_member(string form, DateTimeKind kind)
    {
        Use("postgresql", form);
        DateTime noon = new(2026, 1, 1, 12, 0, 0, kind);

        Result<Parcel> zoned = await CallAsync(
            () => Crud.Create(new Parcel { Booked = noon }),
            token => Crud.CreateAsync(new Parcel { Booked = noon }, token));
        Result<Parcel> plain = await CallAsync(
            () => Crud.Create(new Parcel { Sent = noon.ToUniversalTime() }),
            token => Crud.CreateAsync(new Parcel { Sent = noon.ToUniversalTime() }, token));

        Assert.Equal([new CrudError("Booked", "Booked must be written in UTC, with a Z at its end.")], zoned.Errors);
        Assert.Equal([new CrudError("Sent", "Sent must be written without a time zone.")], plain.Errors);
        Assert.Empty(Crud.Context.ChangeTracker.Entries());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_time_with_an_offset_is_saved_as_the_moment_that_it_is(string database, string form)
    {
        Use(database, form);
        DateTimeOffset due = new(2026, 3, 1, 10, 0, 0, TimeSpan.FromHours(2));

        Result<Parcel> created = await CallAsync(
            () => Crud.Create(new Parcel { Due = due }), token => Crud.CreateAsync(new Parcel { Due = due }, token));
        Parcel later = new() { Number = created.Value.Number, Due = due.AddHours(1) };
        Result<Parcel> updated = await CallAsync(() => Open().Update(later), token => Open().UpdateAsync(later, token));

        Assert.True(updated.IsDone, updated.ToString());
        Assert.Equal((due, due.AddHours(1)), (created.Value.Due, Stored(context => context.Set<Parcel>().Single().Due)));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task An_answer_has_what_its_row_has_of_a_value(string database, string form)
    {
        Use(database, form);
        DateTime moment = new(1999, 12, 31, 0, 0, 0, DateTimeKind.Utc);
        Parcel Given(int ticks) => new()
        {
            Weight = 1.235m + ticks / 10_000m,
            Booked = moment.AddTicks(ticks),
            Due = moment.AddDays(99).AddTicks(ticks),
        };

        Parcel created = (await CallAsync(() => Crud.Create(Given(3)), token => Crud.CreateAsync(Given(3), token))).Value;
        Parcel stored = Stored(context => context.Set<Parcel>().Single());
        Parcel again = Given(database == "sqlite" ? 3 : 5);
        again.Number = created.Number;
        Result<Parcel> updated = await CallAsync(() => Open().Update(again), token => Open().UpdateAsync(again, token));

        Assert.Equal((stored.Weight, stored.Booked, stored.Due), (created.Weight, created.Booked, created.Due));
        Assert.Equal(1.24m, stored.Weight);
        Assert.Equal("Nothing had changed, so nothing was saved.", updated.Message);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_complex_value_is_checked_like_its_entity(string database, string form)
    {
        Use(database, form);
        Parcel given = new() { Postage = new Postage { Currency = "TOOLONG" } };

        Result<Parcel> refused = await CallAsync(() => Crud.Create(given), token => Crud.CreateAsync(given, token));

        Assert.Equal([new CrudError("Postage.Currency", "A currency has three letters.")], refused.Errors);
    }

    [Fact]
    public void Without_validation_a_complex_value_that_is_too_long_is_named_by_its_path()
    {
        Use("postgresql", "sync");
        CrudService<BlogContext> crud = Open(rules => rules with { Validates = false });

        Result<Parcel> refused = crud.Create(new Parcel { Postage = new Postage { Currency = "TOOLONG" } });

        Assert.Equal([new CrudError("Postage.Currency", "Currency is too long; at most 3 characters are allowed.")], refused.Errors);
    }

    // Data of a test is kept as UTF-8, in which half a character cannot be written.
    private static string Text(string kind) => kind == Nul ? "a\0b" : "a\ud800b";
}
