using FeedService.Bookmarks;
using FeedService.Emails;
using FeedService.Notes;
using FeedService.Tasks;
using Microsoft.EntityFrameworkCore;

namespace FeedService.Database;

/// <summary>The four feeds and the people they come from.</summary>
internal sealed class FeedDatabase(DbContextOptions<FeedDatabase> options) : DbContext(options)
{
    public DbSet<Person> People => Set<Person>();

    public DbSet<Email> Emails => Set<Email>();

    public DbSet<TaskItem> Tasks => Set<TaskItem>();

    public DbSet<Bookmark> Bookmarks => Set<Bookmark>();

    public DbSet<Note> Notes => Set<Note>();

    protected override void ConfigureConventions(ModelConfigurationBuilder configurationBuilder) =>
        configurationBuilder.Properties<DateTime>().HaveConversion<UtcDateTime>();
}
