using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Changing;

/// <summary>Columns that a save leaves out, or that EF Core throws for: an answer and the context have what the row has.</summary>
[Trait("Judges", "behaviour")]
public sealed class UnwrittenColumnTests(PostgresFixture postgres)
{
    public static TheoryData<string, string> Everywhere => CrudTests.Everywhere;

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_differs_in_them_alone_changes_nothing(string database, string form)
    {
        using CrudOn<BillContext> bills = Bills(database, form);

        Result<Bill> updated = await UpdateAsync(bills, new() { Id = 1, Text = "a", Net = 3, Gross = 99, Origin = "forged", Number = "n" });

        Assert.Equal("Nothing had changed, so nothing was saved.", updated.Message);
        Assert.Equal((6, "shop"), (updated.Value.Gross, updated.Value.Origin));
        Assert.Equal(EntityState.Unchanged, Assert.Single(bills.Context.ChangeTracker.Entries()).State);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task They_are_as_in_the_row_where_others_are_saved(string database, string form)
    {
        using CrudOn<BillContext> bills = Bills(database, form);

        Result<Bill> updated = await UpdateAsync(bills, new() { Id = 1, Text = "b", Net = 4, Gross = 99, Origin = "forged", Number = "n" });
        Result<Bill> created = await bills.CallAsync(
            crud => crud.Create(new Bill { Id = 2, Number = "m", Note = "left out", Gross = 99 }),
            (crud, token) => crud.CreateAsync(new Bill { Id = 2, Number = "m", Note = "left out", Gross = 99 }, token));

        Assert.True(updated.IsDone && created.IsDone, $"{updated} {created}");
        Assert.Equal(("b", 8, "shop"), (updated.Value.Text, updated.Value.Gross, updated.Value.Origin));
        Assert.Equal(0, created.Value.Gross);
        Assert.Null(created.Value.Note);
        Assert.All(
            [updated.Value, created.Value],
            bill => Assert.Equal(bill.Told, bills.Stored(context => context.Find<Bill>(bill.Id)?.Told)));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task One_that_is_read_only_is_an_error_on_its_member(string database, string form)
    {
        using CrudOn<BillContext> bills = Bills(database, form);
        BillForm other = new("b", "shop", "other");

        Result<Bill> updated = await bills.CallAsync(
            crud => crud.Update<Bill, BillForm>(1, other),
            (crud, token) => crud.UpdateAsync<Bill, BillForm>(1, other, token));
        Result<Bill> created = await bills.CallAsync(
            crud => crud.Create(new Bill { Id = 2, Number = "m", Seal = "early" }),
            (crud, token) => crud.CreateAsync(new Bill { Id = 2, Number = "m", Seal = "early" }, token));

        Assert.Equal([new CrudError("Number", "Number cannot be changed.")], updated.Errors);
        Assert.Equal([new CrudError("Seal", "Seal cannot be set.")], created.Errors);
        Assert.Equal(0, bills.Context.SaveChanges());
        Assert.Equal(("a", "n"), bills.Stored(context => (context.Set<Bill>().Single().Text, context.Set<Bill>().Single().Number)));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task The_class_of_a_row_is_no_value_that_a_user_gives(string database, string form)
    {
        using CrudOn<PetContext> pets = new(database, form, postgres);
        Result<Cat> wrong = await pets.CallAsync(
            crud => crud.Create(new Cat { Kind = "dog" }), (crud, token) => crud.CreateAsync(new Cat { Kind = "dog" }, token));
        Result<Cat> right = await pets.CallAsync(
            crud => crud.Create(new Cat()), (crud, token) => crud.CreateAsync(new Cat(), token));
        int id = right.Value.Id;

        Result<Pet> changed = await pets.CallAsync(
            crud => crud.Update<Pet, PetForm>(id, new PetForm("dog")),
            (crud, token) => crud.UpdateAsync<Pet, PetForm>(id, new PetForm("dog"), token));

        Assert.Equal([new CrudError("Kind", "'dog' is no value that kind can have.")], wrong.Errors);
        Assert.Equal([new CrudError("Kind", "Kind cannot be changed.")], changed.Errors);
        Assert.Equal("cat", right.Value.Kind);
        Assert.IsType<Cat>(pets.Stored(context => context.Set<Pet>().Single()));
    }

    private CrudOn<BillContext> Bills(string database, string form)
    {
        CrudOn<BillContext> bills = new(database, form, postgres);
        bills.Given(new Bill { Id = 1, Text = "a", Net = 3, Origin = "shop", Number = "n" });
        return bills;
    }

    private static Task<Result<Bill>> UpdateAsync(CrudOn<BillContext> bills, Bill given) =>
        bills.CallAsync(crud => crud.Update(given), (crud, token) => crud.UpdateAsync(given, token));

    public sealed class BillContext(DbContextOptions<BillContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Bill>(bill =>
        {
            bill.Property(row => row.Id).ValueGeneratedNever();
            bill.Property(row => row.Gross).HasComputedColumnSql("\"Net\" * 2", stored: true);
            bill.Property(row => row.Origin).Metadata.SetAfterSaveBehavior(PropertySaveBehavior.Ignore);
            bill.Property(row => row.Number).Metadata.SetAfterSaveBehavior(PropertySaveBehavior.Throw);
            bill.Property(row => row.Note).Metadata.SetBeforeSaveBehavior(PropertySaveBehavior.Ignore);
            bill.Property(row => row.Seal).Metadata.SetBeforeSaveBehavior(PropertySaveBehavior.Throw);
            bill.Ignore(row => row.Told);
        });
    }

    public sealed class Bill
    {
        public int Id { get; set; }

        public string Text { get; set; } = "";

        public int Net { get; set; }

        public int Gross { get; set; }

        public string Origin { get; set; } = "";

        public string Number { get; set; } = "";

        public string? Note { get; set; }

        public string? Seal { get; set; }

        public string Told => $"{Id} {Text} {Net} {Gross} {Origin} {Number} {Note} {Seal}";
    }

    public sealed record BillForm(string Text, string Origin, string Number) : ICopiesTo<Bill>
    {
        public void CopyTo(Bill entity) =>
            (entity.Text, entity.Origin, entity.Number, entity.Gross) = (Text, Origin, Number, 99);
    }

    public sealed class PetContext(DbContextOptions<PetContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Pet>()
            .HasDiscriminator(pet => pet.Kind)
            .HasValue<Cat>("cat")
            .HasValue<Dog>("dog");
    }

    public abstract class Pet
    {
        public int Id { get; set; }

        public string? Kind { get; set; }
    }

    public sealed class Cat : Pet;

    public sealed class Dog : Pet;

    public sealed record PetForm(string Kind) : ICopiesTo<Pet>
    {
        public void CopyTo(Pet entity) => entity.Kind = Kind;
    }
}
