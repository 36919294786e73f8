using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Refusing;

/// <summary>A trigger may pass over a command without an error. EF Core takes that for the work of another user, who did nothing.</summary>
[Trait("Judges", "behaviour")]
public sealed class PassedOverTests(PostgresFixture postgres)
{
    [Theory, MemberData(nameof(CrudTests.Everywhere), MemberType = typeof(CrudTests))]
    public async Task Is_a_rule_of_the_database_and_no_conflict(string database, string form)
    {
        using CrudOn<SlipContext> slips = new(database, form, postgres);
        Slip free = new() { Text = "a" };
        Slip kept = new() { Text = "kept" };
        slips.Given(free, kept);
        Make(slips.Context, database);

        Result<Slip>[] refused =
        [
            await slips.CallAsync(
                crud => crud.Create(new Slip { Text = "x" }), (crud, token) => crud.CreateAsync(new Slip { Text = "x" }, token)),
            await UpdateAsync(slips, free.Id, new SlipForm("x", 0)),
            await slips.CallAsync(
                crud => crud.Delete<Slip>(kept.Id),
                (crud, token) => crud.DeleteAsync<Slip>(kept.Id, cancellationToken: token)),
        ];
        Result<Slip> done = await UpdateAsync(slips, free.Id, new SlipForm("b", 0));
        Result<Slip> late = await UpdateAsync(slips, free.Id, new SlipForm("c", 0));

        Assert.All(
            refused,
            result => Assert.Equal([new CrudError("", "A rule of the database does not allow this.")], result.Errors));
        Assert.Equal((Outcome.Done, Outcome.Conflict), (done.Outcome, late.Outcome));
        Assert.Equal(
            ["b", "kept"], slips.Stored(context => context.Set<Slip>().OrderBy(slip => slip.Id).Select(slip => slip.Text).ToList()));
        Assert.Equal(0, slips.Context.SaveChanges());
    }

    private static Task<Result<Slip>> UpdateAsync(CrudOn<SlipContext> slips, int id, SlipForm form) => slips.CallAsync(
        crud => crud.Update<Slip, SlipForm>(id, form),
        (crud, token) => crud.UpdateAsync<Slip, SlipForm>(id, form, token));

    private static void Make(SlipContext context, string database) => context.Database.ExecuteSqlRaw(database == "sqlite"
        ? """
            CREATE TRIGGER new_slips BEFORE INSERT ON "Slip" WHEN NEW."Text" = 'x' BEGIN SELECT RAISE(IGNORE); END;
            CREATE TRIGGER other_slips BEFORE UPDATE ON "Slip" WHEN NEW."Text" = 'x' BEGIN SELECT RAISE(IGNORE); END;
            CREATE TRIGGER old_slips BEFORE DELETE ON "Slip" WHEN OLD."Text" = 'kept' BEGIN SELECT RAISE(IGNORE); END;
            """
        : """
            CREATE FUNCTION slips() RETURNS trigger AS $$
            BEGIN
                IF TG_OP = 'DELETE' THEN
                    IF OLD."Text" = 'kept' THEN RETURN NULL; END IF;
                    RETURN OLD;
                END IF;
                IF NEW."Text" = 'x' THEN RETURN NULL; END IF;
                RETURN NEW;
            END $$ LANGUAGE plpgsql;
            CREATE TRIGGER slips BEFORE INSERT OR UPDATE OR DELETE ON "Slip" FOR EACH ROW EXECUTE FUNCTION slips();
            """);

    public sealed class SlipContext(DbContextOptions<SlipContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) =>
            modelBuilder.Entity<Slip>().Property(slip => slip.Version).IsConcurrencyToken();
    }

    public sealed class Slip
    {
        public int Id { get; set; }

        public string Text { get; set; } = "";

        public int Version { get; set; }
    }

    public sealed record SlipForm(string Text, int Version) : ICopiesTo<Slip>
    {
        public void CopyTo(Slip entity) => entity.Text = Text;
    }
}
