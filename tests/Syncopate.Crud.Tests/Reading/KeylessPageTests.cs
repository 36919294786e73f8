using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Reading;

/// <summary>Rows of an entity without a key stand on one page each, whatever they are sorted by.</summary>
[Trait("Judges", "behaviour")]
public sealed class KeylessPageTests(PostgresFixture postgres)
{
    private const int Rows = 2000;

    public static TheoryData<string, string> Everywhere => CrudTests.Everywhere;

    [Theory, MemberData(nameof(Everywhere))]
    public async Task No_row_is_shown_twice_and_none_is_left_out(string database, string form)
    {
        using CrudOn<ReadingContext> readings = new(database, form, postgres);
        readings.Context.Database.ExecuteSqlRaw(database == "sqlite"
            ? """
                INSERT INTO "Reading" ("Value", "Kind")
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) SELECT i, i % 3 FROM n
                """
            : """INSERT INTO "Reading" ("Value", "Kind") SELECT i, i % 3 FROM generate_series(1, 2000) i""");
        List<int> shown = [];

        for (int number = 1; number <= Rows / 100; number++)
        {
            ListRequest<Reading, ReadingRow> request = new() { Sort = "-Kind", Page = number, PageSize = 100 };
            Result<Page<ReadingRow>> page = await readings.CallAsync(
                crud => crud.List(request), (crud, token) => crud.ListAsync(request, token));
            shown.AddRange(page.Value.Items.Select(row => row.Value));
        }

        Assert.Equal(Rows, shown.Distinct().Count());
    }

    public sealed class ReadingContext(DbContextOptions<ReadingContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Reading>().HasNoKey();
    }
}

public sealed class Reading
{
    public int Value { get; set; }

    public int Kind { get; set; }
}

[ProjectsFrom<Reading>]
public sealed partial record ReadingRow(int Value, int Kind);
