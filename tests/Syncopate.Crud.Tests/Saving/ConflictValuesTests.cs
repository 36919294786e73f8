using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Saving;

/// <summary>What a conflict tells of a row whose members have names that are there more than once.</summary>
[Trait("Judges", "behaviour")]
public sealed class ConflictValuesTests(PostgresFixture postgres)
{
    [Theory, MemberData(nameof(CrudTests.Everywhere), MemberType = typeof(CrudTests))]
    public async Task Each_value_has_the_path_of_its_member(string database, string form)
    {
        using CrudOn<OrderContext> orders = new(database, form, postgres);
        Order stored = new() { Name = "o", Version = 2, Billing = new() { Name = "b", City = "B" }, Shipping = new() { City = "S" } };
        orders.Given(stored);
        Order stale = new() { Id = stored.Id, Name = "mine", Version = 1 };

        Result<Order> late = await orders.CallAsync(
            crud => crud.Update(stale), (crud, token) => crud.UpdateAsync(stale, token));

        Assert.Equal(Outcome.Conflict, late.Outcome);
        Assert.NotNull(late.Current);
        Assert.Equal("o", late.Current["Name"]);
        Assert.Equal("b", late.Current["Billing.Name"]);
        Assert.Equal("B", late.Current["Billing.City"]);
        Assert.Equal("S", late.Current["Shipping.City"]);
    }

    [Theory, MemberData(nameof(CrudTests.Everywhere), MemberType = typeof(CrudTests))]
    public async Task An_item_that_has_gone_is_a_change_of_the_row_that_owned_it(string database, string form)
    {
        using CrudOn<OrderContext> bills = new(database, form, postgres);
        bills.Given(new Bill { Id = 1, Title = "t", Version = 1, Lines = [new() { Text = "a" }, new() { Text = "b" }] });
        bills.Context.Set<Bill>().Load();
        bills.Stored(other =>
        {
            other.Set<Bill>().Single().Lines.RemoveAll(line => line.Text == "b");
            return other.SaveChanges();
        });

        Result<Bill> late = await bills.CallAsync(
            crud => crud.Update<Bill, LinesForm>(1, new("c", 1)),
            (crud, token) => crud.UpdateAsync<Bill, LinesForm>(1, new("c", 1), token));

        Assert.Equal(
            (Outcome.Conflict, "Somebody else changed the bill in the meantime. Nothing was saved."),
            (late.Outcome, late.Message));
        Assert.Equal("t", late.Current?["Title"]);
    }

    public sealed class OrderContext(DbContextOptions<OrderContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder)
        {
            modelBuilder.Entity<Order>(order =>
            {
                order.Property(row => row.Version).IsConcurrencyToken();
                order.ComplexProperty(row => row.Billing);
                order.ComplexProperty(row => row.Shipping);
            });
            modelBuilder.Entity<Bill>(bill =>
            {
                bill.Property(row => row.Version).IsConcurrencyToken();
                bill.OwnsMany(row => row.Lines, line =>
                {
                    line.Property<int>("Id");
                    line.HasKey("Id");
                });
            });
        }
    }

    public sealed class Order
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int Version { get; set; }

        public Place Billing { get; set; } = new();

        public Place Shipping { get; set; } = new();
    }

    public sealed class Place
    {
        public string Name { get; set; } = "";

        public string City { get; set; } = "";
    }

    public sealed class Bill
    {
        public int Id { get; set; }

        public string Title { get; set; } = "";

        public int Version { get; set; }

        public List<Line> Lines { get; set; } = [];
    }

    public sealed class Line
    {
        public string Text { get; set; } = "";
    }

    public sealed record LinesForm(string Text, int Version) : ICopiesTo<Bill>
    {
        public void CopyTo(Bill entity) => entity.Lines.ForEach(line => line.Text = Text);
    }
}
