using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Changing;

/// <summary>The database may take two keys for one that .NET takes for different. The row that it finds is the one that is meant.</summary>
[Trait("Judges", "behaviour")]
public sealed class EqualKeyTests(PostgresFixture postgres)
{
    public static TheoryData<string, string> Everywhere => CrudTests.Everywhere;

    [Theory, MemberData(nameof(Everywhere))]
    public async Task An_entity_whose_key_the_database_takes_for_another_updates_that_row(string database, string form)
    {
        (string stored, string given) = database == "sqlite" ? ("abc", "ABC") : ("{\"a\": 1}", "{\"a\":1}");
        using CrudOn<LabelContext> labels = new(database, form, postgres);
        labels.Given(new Label { Id = stored, Text = "a" });
        Label later = new() { Id = given, Text = "b" };

        Result<Label> updated = await labels.CallAsync(
            crud => crud.Update(later), (crud, token) => crud.UpdateAsync(later, token));

        Assert.True(updated.IsDone, updated.ToString());
        Assert.Equal((stored, "b"), (updated.Value.Id, updated.Value.Text));
        Assert.Equal((stored, "b"), labels.Stored(context => (context.Set<Label>().Single().Id, context.Set<Label>().Single().Text)));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task What_an_entity_owns_keeps_the_key_of_its_owner(string database, string form)
    {
        using CrudOn<LabelContext> labels = new(database, form, postgres);
        labels.Given(new Chest { Id = 1, Lid = new() { Text = "a" } });
        Chest later = new() { Id = 1, Lid = new() { Text = "b" } };

        Result<Chest> updated = await labels.CallAsync(
            crud => crud.Update(later), (crud, token) => crud.UpdateAsync(later, token));

        Assert.True(updated.IsDone, updated.ToString());
        Assert.Equal("b", updated.Value.Lid?.Text);
        Assert.Equal("b", labels.Stored(context => context.Set<Chest>().Single().Lid?.Text));
    }

    public sealed class LabelContext(DbContextOptions<LabelContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder)
        {
            if (Database.IsNpgsql())
                modelBuilder.Entity<Label>().Property(label => label.Id).HasColumnType("jsonb");
            else
                modelBuilder.Entity<Label>().Property(label => label.Id).UseCollation("NOCASE");
            modelBuilder.Entity<Chest>(chest =>
            {
                chest.Property(row => row.Id).ValueGeneratedNever();
                chest.OwnsOne(row => row.Lid, lid =>
                {
                    lid.ToTable("Lids");
                    lid.WithOwner().HasForeignKey(row => row.ChestId);
                    lid.HasKey(row => row.ChestId);
                });
            });
        }
    }

    public sealed class Label
    {
        public string Id { get; set; } = "";

        public string Text { get; set; } = "";
    }

    public sealed class Chest
    {
        public int Id { get; set; }

        public Lid? Lid { get; set; }
    }

    public sealed class Lid
    {
        public int ChestId { get; set; }

        public string Text { get; set; } = "";
    }
}
