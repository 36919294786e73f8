using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace Syncopate.Crud.Tests.Trials;

public sealed class TrialContext(DbContextOptions<TrialContext> options, TrialModel model) : DbContext(options)
{
    public const string NotSunk = nameof(NotSunk);

    public TrialModel Shape => model;

    public DbSet<Ship> Ships => Set<Ship>();

    public DbSet<Harbour> Harbours => Set<Harbour>();

    public DbSet<Flag> Flags => Set<Flag>();

    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        modelBuilder.Entity<Ship>(ship =>
        {
            ship.HasIndex(row => row.Name).IsUnique();
            ship.OwnsOne(row => row.Engine, engine => engine.Property(row => row.Maker).HasMaxLength(10));
            ship.Navigation(row => row.Engine).IsRequired();
            ship.ComplexProperty(row => row.Load);
            ship.ComplexProperty(row => row.Keel, keel => keel.ComplexProperty(row => row.Bolt));
            ship.HasOne(row => row.Harbour).WithMany(row => row.Ships).OnDelete(model.Departure);
            ship.Property(row => row.Version).IsConcurrencyToken(model.HasVersion);
            if (model.HidesSunk)
                ship.HasQueryFilter(NotSunk, row => !row.IsSunk);
        });
        modelBuilder.Entity<Flag>().HasIndex(row => row.Colour).IsUnique();
    }

    /// <summary>EF Core takes contexts of one class for contexts of one model, unless told otherwise.</summary>
    public sealed class ModelKey : IModelCacheKeyFactory
    {
        public object Create(DbContext context, bool designTime) => (((TrialContext)context).Shape, designTime);
    }
}
