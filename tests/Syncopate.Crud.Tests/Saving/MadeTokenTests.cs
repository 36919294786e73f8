using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Saving;

/// <summary>A concurrency token that the database makes whenever the row is written, where a call changes only what the row owns in
/// another table: PostgreSQL's xmin.</summary>
[Trait("Judges", "behaviour")]
public sealed class MadeTokenTests(PostgresFixture postgres)
{
    public static TheoryData<string, bool> EachForm => new()
    {
        { "sync", false }, { "sync", true }, { "async", false }, { "async", true },
    };

    /// <summary>Way: the row itself is not written, and so neither compared nor given a new token.</summary>
    [Theory, MemberData(nameof(EachForm))]
    public async Task Of_two_users_of_one_version_the_second_is_late(string form, bool isKnown)
    {
        using CrudOn<RackContext> racks = new("postgresql", form, postgres);
        uint stamp = Given(racks, isKnown);

        Result<Rack> first = await UpdateAsync(racks, "first", stamp);
        Result<Rack> second = await UpdateAsync(racks, "second", stamp);

        Assert.True(first.IsDone, $"{first} {first.Cause}");
        Assert.Equal(Outcome.Conflict, second.Outcome);
        Assert.Equal("a first", racks.Stored(Told));
        Assert.Equal(0, racks.Context.SaveChanges());
    }

    [Theory, MemberData(nameof(EachForm))]
    public async Task Who_saw_the_row_before_somebody_changed_it_is_late(string form, bool isKnown)
    {
        using CrudOn<RackContext> racks = new("postgresql", form, postgres);
        uint stamp = Given(racks, isKnown);
        racks.Stored(other => other.Set<Rack>().ExecuteUpdate(set => set.SetProperty(rack => rack.Name, "b")));

        Result<Rack> late = await UpdateAsync(racks, "mine", stamp);
        Result<Rack> seen = await UpdateAsync(racks, "seen", racks.Stored(Stamp));

        Assert.Equal(Outcome.Conflict, late.Outcome);
        Assert.True(seen.IsDone, $"{seen} {seen.Cause}");
        Assert.Equal("b seen", racks.Stored(Told));
        Assert.Equal(racks.Stored(Stamp), seen.Value.Stamp);
    }

    /// <summary>Who changes nothing writes nothing.</summary>
    [Theory, MemberData(nameof(EachForm))]
    public async Task Where_nothing_has_changed_the_row_is_not_written(string form, bool isKnown)
    {
        using CrudOn<RackContext> racks = new("postgresql", form, postgres);
        uint stamp = Given(racks, isKnown);

        Result<Rack> nothing = await UpdateAsync(racks, "old", stamp);

        Assert.Equal("Nothing had changed, so nothing was saved.", nothing.Message);
        Assert.Equal(stamp, racks.Stored(Stamp));
    }

    private static Task<Result<Rack>> UpdateAsync(
        CrudOn<RackContext> racks, string text, uint stamp) => racks.CallAsync(
        crud => crud.Update<Rack, BoardForm>(1, new(text, stamp)),
        (crud, token) => crud.UpdateAsync<Rack, BoardForm>(1, new(text, stamp), token));

    /// <returns>The token that a user sees.</returns>
    private static uint Given(CrudOn<RackContext> racks, bool isKnown)
    {
        racks.Given(new Rack { Id = 1, Name = "a", Boards = [new() { Text = "old" }] });
        if (isKnown)
            racks.Context.Set<Rack>().Load();
        return racks.Stored(Stamp);
    }

    private static uint Stamp(RackContext context) => context.Set<Rack>().Single().Stamp;

    private static string Told(RackContext context) =>
        context.Set<Rack>().Single() is var rack ? $"{rack.Name} {rack.Boards.Single().Text}" : "";

    public sealed class RackContext(DbContextOptions<RackContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Rack>(rack =>
        {
            rack.Property(row => row.Stamp).IsRowVersion();
            rack.OwnsMany(row => row.Boards, board =>
            {
                board.ToTable("Boards");
                board.Property<int>("Id");
                board.HasKey("Id");
            });
        });
    }

    public sealed class Rack
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public List<Board> Boards { get; set; } = [];

        public uint Stamp { get; set; }
    }

    public sealed class Board
    {
        public string Text { get; set; } = "";
    }

    public sealed record BoardForm(string Text, uint Stamp) : ICopiesTo<Rack>
    {
        public void CopyTo(Rack entity) => entity.Boards[0].Text = Text;
    }
}
