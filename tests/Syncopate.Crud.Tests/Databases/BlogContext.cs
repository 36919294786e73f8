using Microsoft.EntityFrameworkCore;

namespace Syncopate.Crud.Tests.Databases;

public sealed class BlogContext(DbContextOptions<BlogContext> options) : DbContext(options)
{
    public DbSet<Blog> Blogs => Set<Blog>();

    public DbSet<Post> Posts => Set<Post>();

    public DbSet<Tag> Tags => Set<Tag>();

    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        modelBuilder.Entity<Blog>(blog =>
        {
            blog.HasIndex(row => row.Slug).IsUnique();
            blog.OwnsOne(row => row.Address, address => address.Property(row => row.City).HasMaxLength(10));
            blog.HasMany(row => row.Posts).WithOne(row => row.Blog).OnDelete(DeleteBehavior.Restrict);
        });
        modelBuilder.Entity<Post>(post =>
        {
            post.Property(row => row.Title).HasMaxLength(20);
            post.Property(row => row.Version).IsConcurrencyToken();
            post.ToTable(table => table.HasCheckConstraint("CK_Posts_Stars", "\"Stars\" BETWEEN 0 AND 5"));
        });
        modelBuilder.Entity<Tag>().HasIndex(row => row.Slug).IsUnique();
    }
}
