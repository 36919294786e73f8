using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Refusing;

/// <summary>What EF Core throws for before it asks the database, though a user can bring it about.</summary>
[Trait("Judges", "behaviour")]
public sealed class CutRelationTests(PostgresFixture postgres)
{
    public static TheoryData<string, string> Everywhere => CrudTests.Everywhere;

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_row_that_is_taken_out_of_a_relation_that_it_needs_is_an_error(string database, string form)
    {
        using CrudOn<FolderContext> folders = Folders(database, form);

        Result<Folder> refused = await UpdateAsync(folders, folder => folder.Sheets.Clear());

        Assert.Equal([new CrudError("Sheets", "The sheet cannot be without its folder.")], refused.Errors);
        AssertAsBefore(folders);
    }

    /// <summary>EF Core keeps a mark on a row that was taken out, and finds no change of what it is marked for.</summary>
    [Theory, MemberData(nameof(Everywhere))]
    public async Task It_can_be_put_elsewhere_afterwards(string database, string form)
    {
        using CrudOn<FolderContext> folders = Folders(database, form);
        folders.Given(new Folder { Id = 2 });
        await UpdateAsync(folders, folder => folder.Sheets.Clear());

        Result<Sheet> moved = await folders.CallAsync(
            crud => crud.Update<Sheet, SheetForm>(1, new SheetForm(2)),
            (crud, token) => crud.UpdateAsync<Sheet, SheetForm>(1, new SheetForm(2), token));

        Assert.Equal("The sheet was changed.", moved.Message);
        Assert.Equal(2, folders.Stored(context => context.Find<Sheet>(1)?.FolderId));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Values_that_must_be_unique_and_exchange_places_are_an_error(string database, string form)
    {
        using CrudOn<FolderContext> folders = Folders(database, form);

        Result<Folder> refused = await UpdateAsync(folders, folder =>
        {
            List<Sheet> sheets = [.. folder.Sheets.OrderBy(sheet => sheet.Id)];
            (sheets[0].Place, sheets[1].Place) = (sheets[1].Place, sheets[0].Place);
        });

        Assert.Equal(Outcome.Invalid, refused.Outcome);
        Assert.Contains("unique", Assert.Single(refused.Errors).Message, StringComparison.Ordinal);
        AssertAsBefore(folders);
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task New_rows_that_refer_to_each_other_in_a_circle_are_another_error(string database, string form)
    {
        using CrudOn<FolderContext> folders = new(database, form, postgres);

        Result<Link> refused = await folders.CallAsync(
            crud => crud.Create(Circle()), (crud, token) => crud.CreateAsync(Circle(), token));

        Assert.Equal(Outcome.Invalid, refused.Outcome);
        Assert.Contains("in a circle", Assert.Single(refused.Errors).Message, StringComparison.Ordinal);
        Assert.Empty(folders.Context.ChangeTracker.Entries());
    }

    private static Link Circle()
    {
        Link second = new() { Id = 2 };
        second.Next = new() { Id = 1, Next = second };
        return second.Next;
    }

    private CrudOn<FolderContext> Folders(string database, string form)
    {
        CrudOn<FolderContext> folders = new(database, form, postgres);
        folders.Given(new Folder { Id = 1, Sheets = { new() { Id = 1, Place = 1 }, new() { Id = 2, Place = 2 } } });
        folders.Context.Set<Folder>().Include(folder => folder.Sheets).Load();
        return folders;
    }

    private static Task<Result<Folder>> UpdateAsync(CrudOn<FolderContext> folders, Action<Folder> change) =>
        folders.CallAsync(
            crud => crud.Update<Folder, FolderForm>(1, new FolderForm(change)),
            (crud, token) => crud.UpdateAsync<Folder, FolderForm>(1, new FolderForm(change), token));

    private static void AssertAsBefore(CrudOn<FolderContext> folders)
    {
        Assert.Equal([1, 2], Places(Assert.Single(folders.Context.Set<Folder>().Local)));
        Assert.Equal(0, folders.Context.SaveChanges());
        Assert.Equal(
            [1, 2], folders.Stored(context => Places(context.Set<Folder>().Include(folder => folder.Sheets).Single())));
    }

    private static List<int> Places(Folder folder) =>
        [.. folder.Sheets.OrderBy(sheet => sheet.Id).Select(sheet => sheet.Place)];

    public sealed class FolderContext(DbContextOptions<FolderContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder)
        {
            modelBuilder.Entity<Folder>().Property(folder => folder.Id).ValueGeneratedNever();
            modelBuilder.Entity<Folder>()
                .HasMany(folder => folder.Sheets)
                .WithOne()
                .HasForeignKey(sheet => sheet.FolderId)
                .OnDelete(DeleteBehavior.Restrict);
            modelBuilder.Entity<Sheet>().Property(sheet => sheet.Id).ValueGeneratedNever();
            modelBuilder.Entity<Sheet>().HasIndex(sheet => sheet.Place).IsUnique();
            modelBuilder.Entity<Link>().Property(link => link.Id).ValueGeneratedNever();
            modelBuilder.Entity<Link>().HasOne(link => link.Next).WithMany().HasForeignKey(link => link.NextId);
        }
    }

    public sealed class Folder
    {
        public int Id { get; set; }

        public ICollection<Sheet> Sheets { get; } = [];
    }

    public sealed class Sheet
    {
        public int Id { get; set; }

        public int FolderId { get; set; }

        public int Place { get; set; }
    }

    public sealed class Link
    {
        public int Id { get; set; }

        public int? NextId { get; set; }

        public Link? Next { get; set; }
    }

    public sealed record SheetForm(int FolderId) : ICopiesTo<Sheet>
    {
        public void CopyTo(Sheet entity) => entity.FolderId = FolderId;
    }

    [Includes(nameof(Folder.Sheets))]
    public sealed record FolderForm(Action<Folder> Change) : ICopiesTo<Folder>
    {
        public void CopyTo(Folder entity) => Change(entity);
    }
}
