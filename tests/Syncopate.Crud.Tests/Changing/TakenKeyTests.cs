using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Changing;

/// <summary>A key that a row of the same context has already is a user's mistake, as it is in another context.</summary>
[Trait("Judges", "behaviour")]
public sealed class TakenKeyTests(PostgresFixture postgres) : CrudTests(postgres)
{
    [Theory, MemberData(nameof(Everywhere))]
    public async Task Is_an_error_on_its_member_and_the_next_call_works(string product, string form)
    {
        using AnyDatabase<LedgerContext> database = new(product, Postgres);
        CallForm calls = form == "sync" ? new SyncCalls() : new AsyncCalls();
        using LedgerContext context = database.Open();
        CrudService<LedgerContext> crud = new(context);
        async Task<Result> Import(string code) => await calls.CallAsync(
            () => crud.Create<Coded, CodedForm>(new(code, "")), token => crud.CreateAsync<Coded, CodedForm>(new(code, ""), token));
        async Task<Result> Add(string code) => await calls.CallAsync(
            () => crud.Create(new Coded { Code = code }), token => crud.CreateAsync(new Coded { Code = code }, token));

        Result[] results = [await Import("a"), await Import("a"), await Add("a"), await Import("b"), await Add("c")];
        Result elsewhere = database.Stored(other => new CrudService<LedgerContext>(other).Create(new Coded { Code = "a" }));

        Assert.Equal([true, false, false, true, true], results.Select(result => result.IsDone));
        Assert.Equal([new CrudError("Code", "There is already a coded with this code.")], elsewhere.Errors);
        Assert.All([results[1], results[2]], result => Assert.Equal(elsewhere.Errors, result.Errors));
        Assert.Equal(3, context.ChangeTracker.Entries().Count());
        Assert.Equal("a b c", database.Stored(other => string.Join(' ', other.Set<Coded>().Select(row => row.Code).Order())));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Of_a_part_of_what_is_created_it_is_one_too(string product, string form)
    {
        Use(product, form);
        Assert.True(Crud.Create(new Tag { Id = 7, Slug = "a" }).IsDone);
        Post post = NewPost();
        post.Tags.Add(new Tag { Id = 7, Slug = "b" });

        Result<Post> refused = await CallAsync(() => Crud.Create(post), token => Crud.CreateAsync(post, token));

        Assert.Equal([new CrudError("Id", "There is already a tag with this id.")], refused.Errors);
        Assert.Single(Crud.Context.ChangeTracker.Entries());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Two_parts_of_one_new_whole_cannot_have_one_key(string product, string form)
    {
        using CrudOn<BasketContext> baskets = new(product, form, Postgres);
        Basket Full() => new() { Code = "a", Lines = { new() { No = 1 }, new() { No = 1 } } };
        Cart Loaded() => new() { Lines = { new() { No = 1 }, new() { No = 1 } } };

        Result<Basket> named = await baskets.CallAsync(
            crud => crud.Create(Full()), (crud, token) => crud.CreateAsync(Full(), token));
        Result<Cart> numbered = await baskets.CallAsync(
            crud => crud.Create(Loaded()), (crud, token) => crud.CreateAsync(Loaded(), token));

        Assert.Equal([new CrudError("BasketCode", "There is already a line with this basket code and no.")], named.Errors);
        Assert.Equal([new CrudError("CartId", "There is already a load with this cart id and no.")], numbered.Errors);
        Assert.Empty(baskets.Context.ChangeTracker.Entries());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_key_that_a_tracked_principal_gives_can_be_taken_too(string product, string form)
    {
        using CrudOn<BasketContext> baskets = new(product, form, Postgres);
        Basket basket = new() { Code = "a", Lines = { new() { No = 1 } } };
        Assert.True(baskets.Crud.Create(basket).IsDone);
        Task<Result<Line>> AddAsync(int no) => baskets.CallAsync(
            crud => crud.Create(new Line { Basket = basket, No = no }),
            (crud, token) => crud.CreateAsync(new Line { Basket = basket, No = no }, token));

        Result<Line>[] results = [await AddAsync(1), await AddAsync(2)];

        Assert.Equal([new CrudError("BasketCode", "There is already a line with this basket code and no.")], results[0].Errors);
        Assert.True(results[1].IsDone, $"{results[1]}");
        Assert.Equal(2, baskets.Stored(context => context.Set<Line>().Count()));
    }

    public sealed class BasketContext(DbContextOptions<BasketContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder)
        {
            modelBuilder.Entity<Basket>().HasKey(row => row.Code);
            modelBuilder.Entity<Line>(line =>
            {
                line.HasKey(row => new { row.BasketCode, row.No });
                line.HasOne(row => row.Basket).WithMany(row => row.Lines).HasForeignKey(row => row.BasketCode);
            });
            modelBuilder.Entity<Cart>();
            modelBuilder.Entity<Load>(load =>
            {
                load.HasKey(row => new { row.CartId, row.No });
                load.HasOne<Cart>().WithMany(row => row.Lines).HasForeignKey(row => row.CartId);
            });
        }
    }

    public sealed class Basket
    {
        public string Code { get; set; } = "";

        public ICollection<Line> Lines { get; } = [];
    }

    public sealed class Line
    {
        public string BasketCode { get; set; } = "";

        public int No { get; set; }

        public Basket? Basket { get; set; }
    }

    public sealed class Cart
    {
        public int Id { get; set; }

        public ICollection<Load> Lines { get; } = [];
    }

    public sealed class Load
    {
        public int CartId { get; set; }

        public int No { get; set; }
    }
}
