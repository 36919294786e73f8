using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.ValueGeneration;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Changing;

/// <summary>Keys that a generator of the application, or the class itself, makes for a new row.</summary>
[Trait("Judges", "behaviour")]
public sealed class GeneratedKeyTests(PostgresFixture postgres)
{
    [Theory, MemberData(nameof(CrudTests.Everywhere), MemberType = typeof(CrudTests))]
    public async Task A_generator_of_the_application_makes_what_the_model_calls_none(string database, string form)
    {
        using CrudOn<TicketContext> tickets = new(database, form, postgres);
        Batch Filled() => new() { Tickets = { new Ticket { Name = "a" }, new Ticket { Name = "b" } } };

        Result<Batch> entity = await tickets.CallAsync(
            crud => crud.Create(Filled()), (crud, token) => crud.CreateAsync(Filled(), token));
        Result<Batch> copied = await tickets.CallAsync(
            crud => crud.Create<Batch, BatchForm>(new("")),
            (crud, token) => crud.CreateAsync<Batch, BatchForm>(new(""), token));

        Assert.True(entity.IsDone && copied.IsDone, $"{entity} {entity.Cause} {copied} {copied.Cause}");
        Assert.NotEqual(entity.Value.Code, copied.Value.Code);
        Assert.Equal(2, tickets.Stored(context => context.Set<Ticket>().Select(row => row.Number).Distinct().Count()));
    }

    [Theory, MemberData(nameof(CrudTests.Everywhere), MemberType = typeof(CrudTests))]
    public async Task What_the_class_makes_stays_where_the_form_has_nothing(string database, string form)
    {
        using CrudOn<TicketContext> tickets = new(database, form, postgres);
        StampedForm given = new(null, "n");

        Result<Stamped> created = await tickets.CallAsync(
            crud => crud.Create<Stamped, StampedForm>(given),
            (crud, token) => crud.CreateAsync<Stamped, StampedForm>(given, token));

        Assert.True(created.IsDone, $"{created} {created.Cause}");
        Stamped stored = tickets.Stored(context => context.Set<Stamped>().Single());
        Assert.Equal(("of the class", "n"), (stored.Id, stored.Note));
    }

    public sealed class TicketContext(DbContextOptions<TicketContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder)
        {
            modelBuilder.Entity<Batch>(batch =>
            {
                batch.HasKey(row => row.Code);
                batch.Property(row => row.Code).ValueGeneratedNever().HasValueGenerator<NextCode>();
                batch.HasMany(row => row.Tickets).WithOne();
            });
            modelBuilder.Entity<Stamped>().Property(row => row.Id).ValueGeneratedOnAdd();
            modelBuilder.Entity<Ticket>(ticket =>
            {
                ticket.HasKey(row => row.Number);
                ticket.Property(row => row.Number).ValueGeneratedNever().HasValueGenerator<NextNumber>();
            });
        }
    }

    public sealed class NextCode : ValueGenerator<string>
    {
        public override bool GeneratesTemporaryValues => false;

        public override string Next(EntityEntry entry) => $"{Guid.NewGuid():n}";
    }

    public sealed class NextNumber : ValueGenerator<long>
    {
        public override bool GeneratesTemporaryValues => false;

        public override long Next(EntityEntry entry) => BitConverter.ToInt64(Guid.NewGuid().ToByteArray());
    }
}

public sealed class Batch
{
    public string Code { get; set; } = null!;

    public string Note { get; set; } = "";

    public ICollection<Ticket> Tickets { get; } = [];
}

public sealed class Ticket
{
    public long Number { get; set; }

    public string Name { get; set; } = "";
}

/// <summary>Makes its key itself, before EF Core would.</summary>
public sealed class Stamped
{
    public string Id { get; set; } = "of the class";

    public string Note { get; set; } = "";
}

public sealed record StampedForm(string? Id, string Note) : ICopiesTo<Stamped>
{
    // Not null for a row that is stored.
    public void CopyTo(Stamped entity) => (entity.Id, entity.Note) = (Id!, Note);
}

[ProjectsFrom<Batch>]
public sealed partial record BatchForm(string Note);
