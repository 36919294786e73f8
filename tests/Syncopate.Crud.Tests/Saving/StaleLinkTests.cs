using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Databases;
using Xunit;

namespace Syncopate.Crud.Tests.Saving;

/// <summary>A row without a token that a context has known for long, and of whose links to others somebody has cut one.</summary>
[Trait("Judges", "behaviour")]
public sealed class StaleLinkTests(PostgresFixture postgres)
{
    public static TheoryData<string, string> Everywhere => CrudTests.Everywhere;

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_link_that_somebody_has_cut_is_written_again_where_a_form_sets_it(string database, string form)
    {
        using CrudOn<PaperContext> papers = new(database, form, postgres);
        Paper known = Known(papers);
        LabelsForm chosen = new([1, 2], Refuses: false);

        Result<Paper> updated = await papers.CallAsync(
            crud => crud.Update<Paper, LabelsForm>(1, chosen),
            (crud, token) => crud.UpdateAsync<Paper, LabelsForm>(1, chosen, token));

        Assert.True(updated.IsDone, $"{updated} {updated.Cause}");
        Assert.Equal(("1 2", "1 2"), (Told(known), papers.Stored(Told)));
        Assert.Equal(0, papers.Context.SaveChanges());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_refused_call_leaves_the_links_that_the_context_knew(string database, string form)
    {
        using CrudOn<PaperContext> papers = new(database, form, postgres);
        Paper known = Known(papers);
        Label[] before = [.. known.Labels];
        LabelsForm refusing = new([1, 2], Refuses: true);

        Result<Paper> refused = await papers.CallAsync(
            crud => crud.Update<Paper, LabelsForm>(1, refusing),
            (crud, token) => crud.UpdateAsync<Paper, LabelsForm>(1, refusing, token));

        Assert.Equal(Outcome.Invalid, refused.Outcome);
        Assert.Equal(before, known.Labels);
        Assert.Equal(0, papers.Context.SaveChanges());
        Assert.Equal("1", papers.Stored(Told));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_row_is_deleted_of_whose_links_somebody_has_cut_one(string database, string form)
    {
        using CrudOn<PaperContext> papers = new(database, form, postgres);
        Known(papers);

        Result<Paper> deleted = await papers.CallAsync(
            crud => crud.Delete<Paper>(1), (crud, token) => crud.DeleteAsync<Paper>(1, cancellationToken: token));

        Assert.True(deleted.IsDone, $"{deleted} {deleted.Cause}");
        Assert.Equal(0, papers.Stored(other => other.Set<Paper>().Count()));
        Assert.All(papers.Context.ChangeTracker.Entries(), entry => Assert.IsType<Label>(entry.Entity));
        Assert.Equal(0, papers.Context.SaveChanges());
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_row_is_deleted_that_somebody_has_taken_off_another_which_alone_has_a_member_for_it(
        string database, string form)
    {
        using CrudOn<PaperContext> folders = new(database, form, postgres);
        folders.Given(new Folder { Id = 1, Stickers = [new() { Id = 1 }, new() { Id = 2 }] });
        Folder known = folders.Context.Set<Folder>().Include(row => row.Stickers).Single();
        folders.Stored(other =>
        {
            other.Set<Folder>().Include(row => row.Stickers).Single().Stickers.RemoveAll(sticker => sticker.Id == 2);
            return other.SaveChanges();
        });

        Result<Sticker> deleted = await folders.CallAsync(
            crud => crud.Delete<Sticker>(2), (crud, token) => crud.DeleteAsync<Sticker>(2, cancellationToken: token));

        Assert.True(deleted.IsDone, $"{deleted} {deleted.Cause}");
        Assert.Equal("1", string.Join(' ', known.Stickers.Select(sticker => sticker.Id)));
        Assert.Equal(0, folders.Context.SaveChanges());
        Assert.Equal(1, folders.Stored(other => other.Set<Sticker>().Count()));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task A_deletion_that_is_refused_leaves_the_links_that_the_context_knew(string database, string form)
    {
        CrudRules refusing = CrudRules.Default with { BeforeSave = _ => throw new NotSupportedException("Not today.") };
        using CrudOn<PaperContext> papers = new(database, form, postgres, refusing);
        Paper known = Known(papers);
        Label[] before = [.. known.Labels];

        await Assert.ThrowsAsync<NotSupportedException>(() => papers.CallAsync(
            crud => crud.Delete<Paper>(1), (crud, token) => crud.DeleteAsync<Paper>(1, cancellationToken: token)));

        Assert.Equal(before, known.Labels);
        Assert.Equal(0, papers.Context.SaveChanges());
        Assert.Equal("1", papers.Stored(Told));
    }

    [Theory, MemberData(nameof(Everywhere))]
    public async Task All_links_are_asked_for_at_once(string database, string form)
    {
        CommandCounter counter = new();
        using CrudOn<PaperContext> papers = new(
            database, form, postgres, options: options => options.AddInterceptors(counter));
        papers.Given(new Paper { Id = 1, Labels = [.. Enumerable.Range(1, 12).Select(id => new Label { Id = id })] });
        papers.Context.Set<Paper>().Include(row => row.Labels).Load();
        int before = counter.Commands;

        Result<Paper> nothing = await papers.CallAsync(
            crud => crud.Update<Paper, SameForm>(1, new(1)),
            (crud, token) => crud.UpdateAsync<Paper, SameForm>(1, new(1), token));

        // The row, what it has now, and its links; nothing is written.
        Assert.True(nothing.IsDone, $"{nothing} {nothing.Cause}");
        Assert.Equal(3, counter.Commands - before);
    }

    /// <summary>With two labels, of which the database has one.</summary>
    private static Paper Known(CrudOn<PaperContext> papers)
    {
        Label[] labels = [new() { Id = 1 }, new() { Id = 2 }];
        papers.Given(new Paper { Id = 1, Labels = [.. labels] });
        Paper known = papers.Context.Set<Paper>().Include(row => row.Labels).Single();
        papers.Stored(other =>
        {
            other.Set<Paper>().Include(row => row.Labels).Single().Labels.RemoveAll(label => label.Id == 2);
            return other.SaveChanges();
        });
        return known;
    }

    private static string Told(PaperContext context) => Told(context.Set<Paper>().Include(row => row.Labels).Single());

    private static string Told(Paper paper) => string.Join(' ', paper.Labels.Select(label => label.Id).Order());

    public sealed class PaperContext(DbContextOptions<PaperContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder)
        {
            modelBuilder.Entity<Paper>().HasMany(row => row.Labels).WithMany(row => row.Papers);
            modelBuilder.Entity<Folder>().HasMany(row => row.Stickers).WithMany();
        }
    }

    public sealed class Paper
    {
        public int Id { get; set; }

        public List<Label> Labels { get; set; } = [];
    }

    public sealed class Label
    {
        public int Id { get; set; }

        public List<Paper> Papers { get; set; } = [];
    }

    public sealed class Folder
    {
        public int Id { get; set; }

        public List<Sticker> Stickers { get; set; } = [];
    }

    public sealed class Sticker
    {
        public int Id { get; set; }
    }

    [Includes(nameof(Paper.Labels))]
    public sealed record LabelsForm(IReadOnlyList<int> LabelIds, bool Refuses) : IWritesTo<PaperContext, Paper>
    {
        public IReadOnlyList<CrudError> Write(PaperContext context, Paper entity) =>
            Choose(entity, [.. context.Set<Label>().Where(label => LabelIds.Contains(label.Id))]);

        public async Task<IReadOnlyList<CrudError>> WriteAsync(
            PaperContext context, Paper entity, CancellationToken cancellationToken)
        {
            IQueryable<Label> chosen = context.Set<Label>().Where(label => LabelIds.Contains(label.Id));
            return Choose(entity, await chosen.ToListAsync(cancellationToken));
        }

        private IReadOnlyList<CrudError> Choose(Paper paper, List<Label> labels)
        {
            paper.Labels.Clear();
            paper.Labels.AddRange(labels);
            return Refuses ? [new CrudError("", "Not today.")] : [];
        }
    }

    /// <summary>Changes nothing.</summary>
    public sealed record SameForm(int Rank) : ICopiesTo<Paper>
    {
        public void CopyTo(Paper entity)
        {
        }
    }
}
