using FeedService.Database;
using Microsoft.EntityFrameworkCore;

namespace SampleSite.Database;

/// <summary>The blogs, their posts and the posts' tags.</summary>
public sealed class BlogContext(DbContextOptions<BlogContext> options) : DbContext(options)
{
    public DbSet<Blog> Blogs => Set<Blog>();

    public DbSet<Post> Posts => Set<Post>();

    public DbSet<Tag> Tags => Set<Tag>();

    public DbSet<Manuscript> Manuscripts => Set<Manuscript>();

    /// <summary>Counts what this context asks of its database; null counts nothing. Set again by whoever takes the
    /// context from the pool.</summary>
    internal DatabaseUse? Use { get; set; }

    /// <summary>Told once when this context is disposed, which for one out of a pool is when it goes back; null tells nobody.</summary>
    internal BlogDatabase? Lender { get; set; }

    public override void Dispose()
    {
        GiveBack();
        base.Dispose();
    }

    public override ValueTask DisposeAsync()
    {
        GiveBack();
        return base.DisposeAsync();
    }

    protected override void ConfigureConventions(ModelConfigurationBuilder configurationBuilder) =>
        configurationBuilder.Properties<DateTime>().HaveConversion<UtcDateTime>();

    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        modelBuilder.Entity<Tag>().HasIndex(static tag => tag.Slug).IsUnique();
        // A blog with posts is not deleted, and its posts with it, by one careless click.
        modelBuilder.Entity<Blog>().HasMany(static blog => blog.Posts).WithOne(static post => post.Blog).OnDelete(DeleteBehavior.Restrict);
    }

    private void GiveBack()
    {
        Lender?.TakeBack();
        (Lender, Use) = (null, null);
    }
}
