using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Refusing;

/// <summary>What a trigger raises is a rule of the database like any other.</summary>
[Trait("Judges", "behaviour")]
public sealed class TriggerTests(PostgresFixture postgres)
{
    public static TheoryData<string, string> Everywhere => CrudTests.Everywhere;

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Is_invalid_in_the_words_of_the_application_where_it_has_some(string database, string form)
    {
        CrudRules rules = CrudRules.Default
            .WithMessage("no_weekend", "Nothing is booked at the weekend.")
            .WithMessage("no_holiday", "Nothing is booked on holidays.");
        using CrudOn<BookingContext> bookings = new(database, form, postgres, rules);
        Make(bookings.Context, database);

        Result<Booking> known = await CreateAsync(bookings, "weekend");
        Result<Booking> unknown = await CreateAsync(bookings, "night");
        Result<Booking> stated = await CreateAsync(bookings, "holiday");
        Result<int> moved = await bookings.CallAsync(
            crud => crud.UpdateWhere<Booking>(row => row.Day == "day", set => set.SetProperty(row => row.Day, "weekend")),
            (crud, token) => crud.UpdateWhereAsync<Booking>(
                row => row.Day == "day", set => set.SetProperty(row => row.Day, "weekend"), token));
        Result<Booking> saved = await CreateAsync(bookings, "day");

        Assert.Equal([new CrudError("", "Nothing is booked at the weekend.")], known.Errors);
        Assert.Equal([new CrudError("", "Nothing is booked on holidays.")], stated.Errors);
        Assert.Equal([new CrudError("", "A rule of the database does not allow this.")], unknown.Errors);
        Assert.True(moved.IsDone && saved.IsDone, $"{moved} {saved}");
        Assert.Single(bookings.Context.ChangeTracker.Entries());
    }

    private static Task<Result<Booking>> CreateAsync(CrudOn<BookingContext> bookings, string day) => bookings.CallAsync(
        crud => crud.Create(new Booking { Day = day }), (crud, token) => crud.CreateAsync(new Booking { Day = day }, token));

    private static void Make(BookingContext context, string database) => context.Database.ExecuteSqlRaw(database == "sqlite"
        ? """
            CREATE TRIGGER days BEFORE INSERT ON "Booking" BEGIN
                SELECT RAISE(ABORT, 'no_weekend') WHERE NEW."Day" = 'weekend';
                SELECT RAISE(ABORT, 'too late') WHERE NEW."Day" = 'night';
                SELECT RAISE(ABORT, 'no_holiday') WHERE NEW."Day" = 'holiday';
            END
            """
        : """
            CREATE FUNCTION days() RETURNS trigger AS $$
            BEGIN
                IF NEW."Day" = 'weekend' THEN RAISE EXCEPTION 'no_weekend'; END IF;
                IF NEW."Day" = 'night' THEN RAISE EXCEPTION 'too late'; END IF;
                IF NEW."Day" = 'holiday' THEN RAISE EXCEPTION 'no_holiday' USING ERRCODE = 'AB123'; END IF;
                RETURN NEW;
            END $$ LANGUAGE plpgsql;
            CREATE TRIGGER days BEFORE INSERT ON "Booking" FOR EACH ROW EXECUTE FUNCTION days();
            """);

    public sealed class BookingContext(DbContextOptions<BookingContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) =>
            modelBuilder.Entity<Booking>().ToTable(table => table.HasTrigger("days"));
    }

    public sealed class Booking
    {
        public int Id { get; set; }

        public string Day { get; set; } = "";
    }
}
