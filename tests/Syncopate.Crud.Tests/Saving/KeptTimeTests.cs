using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Saving;

/// <summary>Times in whatever columns: an answer and its row are equal, and an offset is no exception.</summary>
[Trait("Judges", "behaviour")]
public sealed class KeptTimeTests(PostgresFixture postgres)
{
    private static readonly DateTimeOffset Moment =
        new DateTimeOffset(2026, 3, 1, 10, 0, 0, TimeSpan.FromHours(2)).AddTicks(1_234_567);

    [Theory, MemberData(nameof(CrudTests.Everywhere), MemberType = typeof(CrudTests))]
    public async Task Columns_of_less_precision_aliases_and_arrays_keep_what_the_answer_says(
        string database, string form)
    {
        using CrudOn<MeetingContext> meetings = new(database, form, postgres);
        Meeting given = new()
        {
            Begins = Moment,
            Ends = Moment,
            Breaks = [Moment],
            Sent = Moment.UtcDateTime,
            Noted = Moment.UtcDateTime,
        };

        Result<Meeting> created = await meetings.CallAsync(
            crud => crud.Create(given), (crud, token) => crud.CreateAsync(given, token));
        Meeting stored = meetings.Stored(context => context.Set<Meeting>().Single());

        Assert.True(created.IsDone && ReferenceEquals(given, created.Value), $"{created} {created.Cause}");
        Assert.Equal(
            (stored.Begins, stored.Ends, stored.Breaks.Single(), stored.Sent, stored.Noted),
            (given.Begins, given.Ends, given.Breaks.Single(), given.Sent, given.Noted));

        // Not PostgreSQL's, though its type has the same name: it keeps all digits.
        if (database == "sqlite")
            Assert.Equal(Moment.UtcTicks, stored.Noted.Ticks);
    }

    [Theory, MemberData(nameof(CrudTests.Everywhere), MemberType = typeof(CrudTests))]
    public async Task A_time_in_a_key_finds_its_row_and_is_taken_once_a_microsecond(string database, string form)
    {
        using CrudOn<MeetingContext> readings = new(database, form, postgres);
        Key key = Key.Of(1, Moment);
        Reading Given(int ticks, int value) => new() { Sensor = 1, At = Moment.AddTicks(ticks), Value = value };

        Result<Reading> created = await readings.CallAsync(
            crud => crud.Create(Given(0, 1)), (crud, token) => crud.CreateAsync(Given(0, 1), token));
        Result<Reading> twin = await readings.CallAsync(
            crud => crud.Create(Given(1, 2)), (crud, token) => crud.CreateAsync(Given(1, 2), token));
        Result<Reading> updated = await readings.CallAsync(
            crud => crud.Update(Given(0, 3)), (crud, token) => crud.UpdateAsync(Given(0, 3), token));
        Result<Reading> found = await readings.CallAsync(
            crud => crud.Detail<Reading>(key), (crud, token) => crud.DetailAsync<Reading>(key, token));
        Result<Reading> deleted = await readings.CallAsync(
            crud => crud.Delete<Reading>(key),
            (crud, token) => crud.DeleteAsync<Reading>(key, cancellationToken: token));

        Assert.True(created.IsDone && updated.IsDone && deleted.IsDone, $"{created} {updated} {deleted}");
        Assert.Equal(database == "sqlite", twin.IsDone);
        Assert.Equal(3, found.Value.Value);
    }

    [Theory, MemberData(nameof(CrudTests.Everywhere), MemberType = typeof(CrudTests))]
    public async Task Rows_whose_key_the_database_cannot_sort_by_are_listed_all_the_same(string database, string form)
    {
        using CrudOn<MeetingContext> readings = new(database, form, postgres);
        DateTimeOffset first = Moment.ToUniversalTime();
        readings.Given(
            [.. Enumerable.Range(0, 3).Select(i => new Reading { Sensor = 1, At = first.AddDays(i), Value = i })]);
        ListRequest<Reading, ReadingRow> request = new() { PageSize = 2, Page = 2 };

        Result<Page<ReadingRow>> page = await readings.CallAsync(
            crud => crud.List(request), (crud, token) => crud.ListAsync(request, token));

        Assert.Equal([2], page.Value.Items.Select(row => row.Value));
    }

    public sealed record ReadingRow(int Sensor, int Value) : IProjection<Reading, ReadingRow>
    {
        public static System.Linq.Expressions.Expression<Func<Reading, ReadingRow>> Projection { get; } =
            reading => new ReadingRow(reading.Sensor, reading.Value);
    }

    public sealed class MeetingContext(DbContextOptions<MeetingContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder)
        {
            modelBuilder.Entity<Meeting>(meeting =>
            {
                meeting.Property(row => row.Begins).HasPrecision(3);
                meeting.Property(row => row.Sent).HasPrecision(0);
                meeting.Property(row => row.Noted)
                    .HasColumnType(Database.IsNpgsql() ? "timestamp(7) with time zone" : "TIMESTAMP(7)");
                if (Database.IsNpgsql())
                    meeting.Property(row => row.Ends).HasColumnType("timestamptz");
            });
            modelBuilder.Entity<Reading>().HasKey(row => new { row.Sensor, row.At });
        }
    }

    public sealed class Meeting
    {
        public int Id { get; set; }

        public DateTimeOffset Begins { get; set; }

        public DateTimeOffset Ends { get; set; }

        public DateTime Sent { get; set; }

        public DateTime Noted { get; set; }

        public List<DateTimeOffset> Breaks { get; set; } = [];
    }

    public sealed class Reading
    {
        public int Sensor { get; set; }

        public DateTimeOffset At { get; set; }

        public int Value { get; set; }
    }
}
