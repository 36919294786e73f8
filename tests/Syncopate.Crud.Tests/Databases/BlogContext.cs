using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace Syncopate.Crud.Tests.Databases;

public sealed class BlogContext(DbContextOptions<BlogContext> options) : DbContext(options), ISaveRules
{
    /// <summary>What the rules of the context say in this test.</summary>
    public Func<IReadOnlyList<EntityEntry>, CrudError?> OwnRule { get; set; } = _ => null;

    public IReadOnlyList<CrudError> Check(IReadOnlyList<EntityEntry> changed) => OwnRule(changed) is { } error ? [error] : [];

    public async Task<IReadOnlyList<CrudError>> CheckAsync(IReadOnlyList<EntityEntry> changed, CancellationToken cancellationToken)
    {
        await Task.Yield();
        return OwnRule(changed) is { } error ? [error] : [];
    }

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
        modelBuilder.Entity<Seat>().HasKey(row => new { row.Row, row.Number });
        modelBuilder.Entity<Medium>();
        modelBuilder.Entity<Film>();
        modelBuilder.Entity<Photo>();
        modelBuilder.Entity<PostCount>().HasNoKey().ToSqlQuery(
            """SELECT b."Name" AS "BlogName", COUNT(*) AS "Posts" FROM "Post" p JOIN "Blog" b ON b."Id" = p."BlogId" GROUP BY b."Name" """);
        modelBuilder.Entity<Visit>().Property<int>("Id");
        modelBuilder.Entity<Country>(country =>
        {
            country.HasAlternateKey(row => row.Code);
            country.Property<string?>("Secret");
            country.ComplexProperty(row => row.Money);
            country.OwnsMany(row => row.Offices, office =>
            {
                office.Property<int>("Id");
                office.HasKey("Id");
            });
        });
        modelBuilder.Entity<Parcel>(parcel =>
        {
            parcel.HasKey(row => row.Number);
            parcel.OwnsOne(row => row.Destination, destination => destination.Property(row => row.City).HasMaxLength(10));
            parcel.ComplexProperty(row => row.Postage);
            parcel.Property(row => row.Weight).HasPrecision(5, 2);
            parcel.HasQueryFilter("NotLost", row => !row.IsLost);
            if (Database.IsNpgsql())
                parcel.Property(row => row.Sent).HasColumnType("timestamp without time zone");
        });
        modelBuilder.Entity<Account>().Property(row => row.Owner).HasMaxLength(30);
    }
}
