using System.Globalization;
using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Saving;

/// <summary>Columns of PostgreSQL that keep less than their member has: an answer and its row are equal. On SQLite columns of the same
/// names keep all of it.</summary>
[Trait("Judges", "behaviour")]
public sealed class KeptColumnTests(PostgresFixture postgres)
{
    private static readonly DateTime Evening = new(2026, 3, 1, 20, 15, 0, DateTimeKind.Unspecified);

    public static TheoryData<string, string> Everywhere => CrudTests.Everywhere;

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_day_and_an_amount_of_money_are_in_the_answer_as_in_the_row(string database, string form)
    {
        using CrudOn<BillingContext> bills = new(database, form, postgres);
        Billing given = new() { Day = Evening, Sum = 12.345m };

        Result<Billing> created = await bills.CallAsync(
            crud => crud.Create(given), (crud, token) => crud.CreateAsync(given, token));
        Billing stored = bills.Stored(context => context.Set<Billing>().Single());

        Assert.True(created.IsDone, $"{created} {created.Cause}");
        Assert.Equal((stored.Day, stored.Sum), (given.Day, given.Sum));
        Assert.Equal(
            database == "sqlite" ? (Evening, 12.345m) : (Evening.Date, 12.35m), (stored.Day, stored.Sum));
        Assert.Equal(0, bills.Context.SaveChanges());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task An_amount_that_money_cannot_be_is_told_and_leaves_the_transaction_of_the_caller(
        string database, string form)
    {
        using CrudOn<BillingContext> bills = new(database, form, postgres);
        Billing given = new() { Day = Evening, Sum = 92_233_720_368_547_758.08m };
        using IDbContextTransaction transaction = bills.Context.Database.BeginTransaction();

        Result<Billing> created = await bills.CallAsync(
            crud => crud.Create(given), (crud, token) => crud.CreateAsync(given, token));
        transaction.Commit();

        Assert.Equal(database == "sqlite" ? Outcome.Done : Outcome.Invalid, created.Outcome);
        Assert.Equal(created.IsDone ? 1 : 0, bills.Stored(context => context.Set<Billing>().Count()));
    }

    [Theory]
    [InlineData("sync", "1.239")]
    [InlineData("sync", "1.231")]
    [InlineData("async", "1.239")]
    [InlineData("async", "1.231")]
    public async Task An_amount_that_no_column_of_money_has_lies_between_those_that_it_has(string form, string asked)
    {
        using CrudOn<BillingContext> bills = new("postgresql", form, postgres);
        bills.Given(new Billing { Day = Evening, Sum = 1.23m }, new Billing { Day = Evening, Sum = 1.24m });

        Assert.Equal("", await SumsAsync(FilterComparison.Equal));
        Assert.Equal("1.23 1.24", await SumsAsync(FilterComparison.NotEqual));
        Assert.Equal("1.23", await SumsAsync(FilterComparison.Less));
        Assert.Equal("1.23", await SumsAsync(FilterComparison.AtMost));
        Assert.Equal("1.24", await SumsAsync(FilterComparison.More));
        Assert.Equal("1.24", await SumsAsync(FilterComparison.AtLeast));

        async Task<string> SumsAsync(FilterComparison comparison)
        {
            ListRequest<Billing, BillingRow> request = new() { Filters = [new("Sum", comparison, asked)] };
            Result<Page<BillingRow>> page = await bills.CallAsync(
                crud => crud.List(request), (crud, token) => crud.ListAsync(request, token));
            return string.Join(
                ' ', page.Value.Items.Select(row => row.Sum).Order().Select(sum => sum.ToString(CultureInfo.InvariantCulture)));
        }
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_row_whose_key_is_a_day_is_found_by_any_time_of_it(string database, string form)
    {
        using CrudOn<BillingContext> closings = new(database, form, postgres);

        Result<Closing> created = await closings.CallAsync(
            crud => crud.Create(new Closing { Day = Evening }),
            (crud, token) => crud.CreateAsync(new Closing { Day = Evening }, token));
        Result<Closing> twin = await closings.CallAsync(
            crud => crud.Create(new Closing { Day = Evening.AddHours(1) }),
            (crud, token) => crud.CreateAsync(new Closing { Day = Evening.AddHours(1) }, token));
        Result<Closing> found = await closings.CallAsync(
            crud => crud.Detail<Closing>(Key.Of(Evening)),
            (crud, token) => crud.DetailAsync<Closing>(Key.Of(Evening), token));

        Assert.True(created.IsDone && found.IsDone, $"{created} {found}");
        Assert.Equal(database == "sqlite", twin.IsDone);
    }

    public sealed class BillingContext(DbContextOptions<BillingContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder)
        {
            modelBuilder.Entity<Billing>(billing =>
            {
                billing.Property(row => row.Day).HasColumnType("date");
                billing.Property(row => row.Sum).HasColumnType(Database.IsNpgsql() ? "money" : "TEXT");
            });
            modelBuilder.Entity<Closing>(closing =>
            {
                closing.HasKey(row => row.Day);
                closing.Property(row => row.Day).HasColumnType("date");
            });
        }
    }

    public sealed class Billing
    {
        public int Id { get; set; }

        public DateTime Day { get; set; }

        public decimal Sum { get; set; }
    }

    public sealed record BillingRow(int Id, decimal Sum) : IProjection<Billing, BillingRow>
    {
        public static Expression<Func<Billing, BillingRow>> Projection { get; } =
            row => new BillingRow(row.Id, row.Sum);
    }

    public sealed class Closing
    {
        public DateTime Day { get; set; }
    }
}
