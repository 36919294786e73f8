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

    public sealed class OrderContext(DbContextOptions<OrderContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Order>(order =>
        {
            order.Property(row => row.Version).IsConcurrencyToken();
            order.ComplexProperty(row => row.Billing);
            order.ComplexProperty(row => row.Shipping);
        });
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
}
