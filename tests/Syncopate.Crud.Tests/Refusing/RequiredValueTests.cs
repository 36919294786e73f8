using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Refusing;

/// <summary>An entity that was read from JSON has null where JSON says so, whatever the types say. EF Core throws for lists and complex
/// values.</summary>
[Trait("Judges", "behaviour")]
public sealed class RequiredValueTests(PostgresFixture postgres)
{
    private static readonly CrudError NoLabels = new("Labels", "Labels must not be empty.");
    private static readonly CrudError NoRim = new("Rim", "Rim must not be empty.");

    [Theory, MemberData(nameof(CrudTests.Everywhere), MemberType = typeof(CrudTests))]
    public async Task One_that_is_null_is_an_error_on_its_member(string database, string form)
    {
        using CrudOn<TrayContext> trays = new(database, form, postgres);
        trays.Given(new Tray { Id = 1, Labels = ["a"] });
        Tray Nothing(int id) => new() { Id = id, Labels = null!, Rim = null! }; // As a binder fills them.

        Result<Tray> created = await trays.CallAsync(
            crud => crud.Create(Nothing(2)), (crud, token) => crud.CreateAsync(Nothing(2), token));
        Result<Tray> updated = await trays.CallAsync(
            crud => crud.Update(Nothing(1)), (crud, token) => crud.UpdateAsync(Nothing(1), token));
        Result<Tray> written = await trays.CallAsync(
            crud => crud.Update<Tray, TrayForm>(1, new TrayForm()),
            (crud, token) => crud.UpdateAsync<Tray, TrayForm>(1, new TrayForm(), token));

        Assert.Equal([NoLabels, NoRim], created.Errors);
        Assert.Equal([NoLabels, NoRim], updated.Errors);
        Assert.Equal([NoLabels], written.Errors);
        Assert.Equal(0, trays.Context.SaveChanges());
        Assert.Equal("a", Assert.Single(trays.Stored(context => context.Set<Tray>().Single().Labels)));
    }

    /// <summary>Where each of its columns may be null EF Core writes them so, and a new row is saved; but it copies no such value into a
    /// row that is there.</summary>
    [Theory, MemberData(nameof(CrudTests.Everywhere), MemberType = typeof(CrudTests))]
    public async Task One_whose_columns_may_all_be_null_is_saved_in_a_new_row(string database, string form)
    {
        using CrudOn<TrayContext> trays = new(database, form, postgres);
        Rack Bare() => new() { Id = 1, Mark = null! }; // As a binder fills it.

        Result<Rack> created = await trays.CallAsync(
            crud => crud.Create(Bare()), (crud, token) => crud.CreateAsync(Bare(), token));
        trays.Context.ChangeTracker.Clear();
        Result<Rack> updated = await trays.CallAsync(
            crud => crud.Update(Bare()), (crud, token) => crud.UpdateAsync(Bare(), token));

        Assert.True(created.IsDone, created.ToString());
        Assert.Equal([new CrudError("Mark", "Mark must not be empty.")], updated.Errors);
        Assert.Equal(1, trays.Stored(context => context.Set<Rack>().Count()));
    }

    /// <summary>What is in a list has no entry of its own among what is saved.</summary>
    [Theory, MemberData(nameof(CrudTests.Everywhere), MemberType = typeof(CrudTests))]
    public async Task One_in_an_item_of_a_list_is_an_error_on_its_member_too(string database, string form)
    {
        using CrudOn<TrayContext> trays = new(database, form, postgres);
        Shelf Half() => new() { Id = 1, Boards = [new(), new() { Labels = null!, Rim = null! }] }; // As a binder fills them.

        Result<Shelf> refused = await trays.CallAsync(
            crud => crud.Create(Half()), (crud, token) => crud.CreateAsync(Half(), token));

        Assert.Equal(
            [
                new CrudError("Boards[1].Labels", "Labels must not be empty."),
                new CrudError("Boards[1].Rim", "Rim must not be empty."),
            ],
            refused.Errors);
        Assert.Equal(0, trays.Context.SaveChanges());
    }

    public sealed class TrayContext(DbContextOptions<TrayContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder)
        {
            modelBuilder.Entity<Tray>(tray =>
            {
                tray.Property(row => row.Id).ValueGeneratedNever();
                tray.ComplexProperty(row => row.Rim);
            });
            modelBuilder.Entity<Rack>(rack =>
            {
                rack.Property(row => row.Id).ValueGeneratedNever();
                rack.ComplexProperty(row => row.Mark);
            });
            modelBuilder.Entity<Shelf>(shelf =>
            {
                shelf.Property(row => row.Id).ValueGeneratedNever();
                shelf.ComplexCollection(row => row.Boards, boards =>
                {
                    boards.ToJson();
                    boards.ComplexProperty(board => board.Rim);
                });
            });
        }
    }

    public sealed class Tray
    {
        public int Id { get; set; }

        public List<string> Labels { get; set; } = [];

        public Rim Rim { get; set; } = new();
    }

    public sealed class Rim
    {
        public int Width { get; set; }
    }

    public sealed class Rack
    {
        public int Id { get; set; }

        public Mark Mark { get; set; } = new();
    }

    public sealed class Shelf
    {
        public int Id { get; set; }

        public List<Board> Boards { get; set; } = [];
    }

    public sealed class Board
    {
        public List<string> Labels { get; set; } = [];

        public Rim Rim { get; set; } = new();
    }

    public sealed class Mark
    {
        public string? Text { get; set; }
    }

    public sealed record TrayForm : ICopiesTo<Tray>
    {
        public void CopyTo(Tray entity) => entity.Labels = null!; // A mistake of its author's, which a user must not pay for.
    }
}
