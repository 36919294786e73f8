using Microsoft.EntityFrameworkCore;

namespace Syncopate.Bench.DataAccess;

internal sealed class PostContext(DbContextOptions<PostContext> options) : DbContext(options)
{
    public DbSet<Blog> Blogs => Set<Blog>();

    public DbSet<Post> Posts => Set<Post>();

    public DbSet<Album> Albums => Set<Album>();

    protected override void OnModelCreating(ModelBuilder modelBuilder) =>
        modelBuilder.Entity<Album>().OwnsMany(album => album.Photos, photo =>
        {
            photo.Property<int>("Id");
            photo.HasKey("Id");
        });
}
