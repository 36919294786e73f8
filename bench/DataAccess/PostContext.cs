using Microsoft.EntityFrameworkCore;

namespace Syncopate.Bench.DataAccess;

internal sealed class PostContext(DbContextOptions<PostContext> options) : DbContext(options)
{
    public DbSet<Blog> Blogs => Set<Blog>();

    public DbSet<Post> Posts => Set<Post>();
}
