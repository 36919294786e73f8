using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Changing;

/// <summary>An entity of the caller, written over the stored row: what is part of it, and what is not.</summary>
[Trait("Judges", "behaviour")]
public sealed class OwnedValueTests(PostgresFixture postgres) : CrudTests(postgres)
{
    [Theory, MemberData(nameof(Everywhere))]
    public async Task An_owned_value_is_saved_with_its_owner(string database, string form)
    {
        Use(database, form);
        Blog given = new() { Id = BlogId, Name = "Notes", Slug = "notes", Address = new Address { City = "Graz" } };

        Result<Blog> saved = await CallAsync(() => Crud.Update(given), token => Crud.UpdateAsync(given, token));
        Result<Blog> again = await CallAsync(() => Crud.Update(given), token => Crud.UpdateAsync(given, token));

        Assert.Equal("The blog was changed.", saved.Message);
        Assert.Equal("Nothing had changed, so nothing was saved.", again.Message);
        Assert.Equal("Graz", Stored(context => context.Set<Blog>().Single().Address.City));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task An_owned_value_that_is_too_long_is_refused_and_undone(string database, string form)
    {
        Use(database, form);
        Blog tracked = Crud.Context.Set<Blog>().Single();
        Blog given = new() { Id = BlogId, Name = "x", Slug = "x", Address = new Address { City = "Wolkersdorf." } };

        Result<Blog> refused = await CallAsync(() => Crud.Update(given), token => Crud.UpdateAsync(given, token));

        Assert.Equal("Address.City", Assert.Single(refused.Errors).Path);
        Assert.Equal(("Notes", ""), (tracked.Name, tracked.Address.City));
        Assert.Equal(0, Crud.Context.SaveChanges());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_complex_value_and_a_list_of_owned_ones_are_saved_and_a_shadow_property_and_a_relation_stay(
        string database, string form)
    {
        Use(database, form);
        int id = Austria();
        Country given = new()
        {
            Id = id,
            Code = "AT",
            Money = new Money { Unit = "EUR" },
            Offices = { new Address { City = "Graz" }, new Address { City = "Linz" }, new Address { City = "Wels" } },
        };

        Result<Country> longer = await CallAsync(() => Crud.Update(given), token => Crud.UpdateAsync(given, token));
        given.Offices.Remove(given.Offices.First());
        Result<Country> shorter = await CallAsync(() => Open().Update(given), token => Open().UpdateAsync(given, token));

        Assert.True(longer.IsDone && shorter.IsDone, $"{longer} {shorter}");
        Assert.Equal("EUR: Linz Wels, Vienna, kept", Stored(context =>
        {
            Country stored = context.Set<Country>().Include(row => row.Cities).Single();
            string offices = string.Join(' ', stored.Offices.Select(office => office.City));
            object? secret = context.Entry(stored).Property("Secret").CurrentValue;
            return $"{stored.Money.Unit}: {offices}, {stored.Cities.Single().Name}, {secret}";
        }));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_an_entity_includes_comes_with_it_to_be_shown_and_to_be_changed(string database, string form)
    {
        Use(database, form);
        int id = Austria();

        Result<Country> shown = await CallAsync(() => Crud.Detail<Country>(id), token => Crud.DetailAsync<Country>(id, token));
        Result<Country> changed = await CallAsync(
            () => Crud.Update(new Country { Id = id, Code = "AT" }),
            token => Crud.UpdateAsync(new Country { Id = id, Code = "AT" }, token));

        Assert.Equal("Vienna", Assert.Single(shown.Value.Cities).Name);
        Assert.Equal("Vienna", Assert.Single(changed.Value.Cities).Name);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Owned_values_that_have_a_key_are_told_apart_by_it(string database, string form)
    {
        using CrudOn<CartContext> carts = new(database, form, Postgres);
        Cart stored = new() { Items = { new CartItem { Name = "a" }, new CartItem { Name = "b" } } };
        carts.Given(stored);
        int second = stored.Items.Single(item => item.Name == "b").Id;
        Cart given = new() { Id = stored.Id, Items = { new CartItem { Id = second, Name = "B" }, new CartItem { Name = "c" } } };

        Result<Cart> updated = await carts.CallAsync(
            crud => crud.Update(given), (crud, token) => crud.UpdateAsync(given, token));
        Cart now = carts.Stored(context => context.Set<Cart>().Single());

        Assert.True(updated.IsDone, $"{updated}");
        Assert.Equal("B c", string.Join(' ', now.Items.Select(item => item.Name).Order(StringComparer.Ordinal)));
        Assert.Equal(second, now.Items.Single(item => item.Name == "B").Id);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_key_that_refers_to_another_entity_tells_them_apart_too(string database, string form)
    {
        using CrudOn<OrderContext> orders = new(database, form, Postgres);
        orders.Given(new Article { Id = 1 }, new Article { Id = 2 }, new Article { Id = 3 });
        orders.Given(Ordered(1, 2));

        Result<Order> updated = await orders.CallAsync(
            crud => crud.Update(Ordered(2, 3)), (crud, token) => crud.UpdateAsync(Ordered(2, 3), token));

        Assert.True(updated.IsDone, $"{updated}");
        Assert.Equal("2 3", orders.Stored(Lines));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Two_with_one_key_are_refused_and_nothing_is_changed(string database, string form)
    {
        using CrudOn<OrderContext> orders = new(database, form, Postgres);
        orders.Given(new Article { Id = 1 }, new Article { Id = 2 });
        orders.Given(Ordered(1));
        OrderForm twice = new([2, 2]);

        Result<Order>[] refused =
        [
            await orders.CallAsync(
                crud => crud.Update(Ordered(2, 2)), (crud, token) => crud.UpdateAsync(Ordered(2, 2), token)),
            await orders.CallAsync(
                crud => crud.Update<Order, OrderForm>(1, twice),
                (crud, token) => crud.UpdateAsync<Order, OrderForm>(1, twice, token)),
            await orders.CallAsync(
                crud => crud.Create<Order, OrderForm>(twice),
                (crud, token) => crud.CreateAsync<Order, OrderForm>(twice, token)),
        ];

        Assert.All(refused, result => Assert.Equal(
            [new CrudError("Lines.ArticleId", "There is already a order line with this article id.")], result.Errors));
        Assert.Equal(0, orders.Context.SaveChanges());
        Assert.Equal("1", orders.Stored(Lines));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_only_a_derived_row_owns_stays_where_an_entity_of_its_base_is_saved(
        string database, string form)
    {
        using CrudOn<BoxContext> boxes = new(database, form, Postgres);
        boxes.Given(new InsuredBox { Id = 1, Name = "a", Cover = new Cover { Sum = 5 } });

        Result<Box> updated = await boxes.CallAsync(
            crud => crud.Update(new Box { Id = 1, Name = "b" }),
            (crud, token) => crud.UpdateAsync(new Box { Id = 1, Name = "b" }, token));

        Assert.True(updated.IsDone, $"{updated}");
        Assert.Equal(("b", 5), boxes.Stored(
            context => context.Set<InsuredBox>().Single() is var row ? (row.Name, row.Cover.Sum) : default));
    }

    private static string Lines(OrderContext context) =>
        string.Join(' ', context.Set<Order>().Single().Lines.Select(line => line.ArticleId).Order());

    private static Order Ordered(params int[] articles)
    {
        Order order = new() { Id = 1 };
        foreach (int article in articles)
            order.Lines.Add(new OrderLine { ArticleId = article });
        return order;
    }

    public sealed class OrderContext(DbContextOptions<OrderContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder)
        {
            modelBuilder.Entity<Article>().Property(row => row.Id).ValueGeneratedNever();
            modelBuilder.Entity<Order>(order =>
            {
                order.Property(row => row.Id).ValueGeneratedNever();
                order.OwnsMany(row => row.Lines, line =>
                {
                    line.WithOwner().HasForeignKey("OrderId");
                    line.HasKey("OrderId", nameof(OrderLine.ArticleId));
                    line.HasOne<Article>().WithMany().HasForeignKey(row => row.ArticleId);
                });
            });
        }
    }

    public sealed class Article
    {
        public int Id { get; set; }
    }

    public sealed class Order
    {
        public int Id { get; set; }

        public ICollection<OrderLine> Lines { get; } = [];
    }

    public sealed class OrderLine
    {
        public int ArticleId { get; set; }
    }

    public sealed record OrderForm(IReadOnlyList<int> Articles) : ICopiesTo<Order>
    {
        public void CopyTo(Order entity)
        {
            entity.Lines.Clear();
            foreach (int article in Articles)
                entity.Lines.Add(new OrderLine { ArticleId = article });
        }
    }

    public sealed class CartContext(DbContextOptions<CartContext> options) : DbContext(options)
    {
        // On SQLite only a key of one column is made by the database.
        protected override void OnModelCreating(ModelBuilder modelBuilder) =>
            modelBuilder.Entity<Cart>().OwnsMany(cart => cart.Items, item => item.HasKey(row => row.Id));
    }

    public sealed class Cart
    {
        public int Id { get; set; }

        public ICollection<CartItem> Items { get; } = [];
    }

    public sealed class CartItem
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";
    }

    public sealed class BoxContext(DbContextOptions<BoxContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder)
        {
            modelBuilder.Entity<Box>().Property(row => row.Id).ValueGeneratedNever();
            modelBuilder.Entity<InsuredBox>().OwnsOne(row => row.Cover);
        }
    }

    public class Box
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";
    }

    public sealed class InsuredBox : Box
    {
        public Cover Cover { get; set; } = new();
    }

    public sealed class Cover
    {
        public int Sum { get; set; }
    }

    private int Austria()
    {
        using BlogContext context = Database.Open();
        Country austria = new()
        {
            Code = "AT",
            Money = new Money { Unit = "ATS" },
            Offices = { new Address { City = "Wien" } },
            Cities = { new City { Name = "Vienna" } },
        };
        context.Add(austria).Property("Secret").CurrentValue = "kept";
        context.SaveChanges();
        return austria.Id;
    }
}
