using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Changing;

/// <summary>What a context has known for long may be in the database no longer: no call is refused for its sake.</summary>
[Trait("Judges", "behaviour")]
public sealed class GoneKeyTests(PostgresFixture postgres)
{
    public static TheoryData<string, string> Everywhere => CrudTests.Everywhere;

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_key_whose_row_somebody_has_deleted_is_free_again(string database, string form)
    {
        using CrudOn<JarContext> jars = new(database, form, postgres);
        jars.Given(new Jar { Id = 1, Text = "a" }, new Jar { Id = 2, Text = "b" });
        List<Jar> known = [.. jars.Context.Set<Jar>().OrderBy(jar => jar.Id)];
        jars.Stored(context => context.Set<Jar>().Where(jar => jar.Id == 1).ExecuteDelete());

        Result<Jar> refused = await CreateAsync(jars, 1, "x\0");
        EntityState left = jars.Context.Entry(known[0]).State;
        Result<Jar> created = await CreateAsync(jars, 1, "c");
        Result<Jar> taken = await CreateAsync(jars, 2, "c");

        Assert.Equal((Outcome.Invalid, "Text"), (refused.Outcome, Assert.Single(refused.Errors).Path));
        Assert.Equal(EntityState.Unchanged, left);
        Assert.True(created.IsDone, created.ToString());
        Assert.Equal([new CrudError("Id", "There is already a jar with this id.")], taken.Errors);
        Assert.Equal(["c", "b"], jars.Stored(context => context.Set<Jar>().OrderBy(jar => jar.Id).Select(jar => jar.Text).ToList()));
        Assert.Equal(
            [created.Value, known[1]],
            jars.Context.ChangeTracker.Entries<Jar>().Select(entry => entry.Entity).OrderBy(jar => jar.Id));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Rows_that_have_gone_or_refer_to_another_keep_nothing_from_deletion(string database, string form)
    {
        using CrudOn<OfficeContext> offices = new(database, form, postgres);
        offices.Given(new Office { Id = [1] }, new Office { Id = [2] });
        offices.Given(new Desk { Id = 1, OfficeId = [1] }, new Desk { Id = 2, OfficeId = [1] });
        offices.Context.Set<Office>().Load();
        List<Desk> known = [.. offices.Context.Set<Desk>().OrderBy(desk => desk.Id)];

        Result<Office> kept = await DeleteAsync(offices);
        offices.Stored(context => context.Set<Desk>().Where(desk => desk.Id == 1).ExecuteDelete());
        byte[] second = [2];
        offices.Stored(
            context => context.Set<Desk>().ExecuteUpdate(set => set.SetProperty(desk => desk.OfficeId, second)));
        Result<Office> deleted = await DeleteAsync(offices);

        Assert.Equal([new CrudError("", "This office cannot be deleted, because a desk still refers to it.")], kept.Errors);
        Assert.True(deleted.IsDone, deleted.ToString());
        Assert.Equal(second, known[1].OfficeId);
        Assert.Equal(EntityState.Detached, offices.Context.Entry(known[0]).State);
        Assert.Equal((1, 1), offices.Stored(context => (context.Set<Office>().Count(), context.Set<Desk>().Count())));
        Assert.Equal(0, offices.Context.SaveChanges());
    }

    private static Task<Result<Jar>> CreateAsync(CrudOn<JarContext> jars, int id, string text) => jars.CallAsync(
        crud => crud.Create(new Jar { Id = id, Text = text }),
        (crud, token) => crud.CreateAsync(new Jar { Id = id, Text = text }, token));

    private static Task<Result<Office>> DeleteAsync(CrudOn<OfficeContext> offices)
    {
        byte[] first = [1];
        return offices.CallAsync(
            crud => crud.Delete<Office>(Key.Of(first)),
            (crud, token) => crud.DeleteAsync<Office>(Key.Of(first), cancellationToken: token));
    }

    /// <summary>With keys that are equal by what they hold, and not for .NET.</summary>
    public sealed class OfficeContext(DbContextOptions<OfficeContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder)
        {
            modelBuilder.Entity<Office>();
            modelBuilder.Entity<Desk>().Property(desk => desk.Id).ValueGeneratedNever();
            modelBuilder.Entity<Desk>()
                .HasOne<Office>()
                .WithMany()
                .HasForeignKey(desk => desk.OfficeId)
                .IsRequired()
                .OnDelete(DeleteBehavior.Restrict);
        }
    }

    public sealed class Office
    {
        public byte[] Id { get; set; } = [];
    }

    public sealed class Desk
    {
        public int Id { get; set; }

        public byte[] OfficeId { get; set; } = [];
    }
}
