using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Syncopate.Crud.Tests.Wares;

public abstract class WareContext(DbContextOptions options) : DbContext(options)
{
    /// <summary>Whether a save compares the version of a row.</summary>
    protected abstract bool IsVersioned { get; }

    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        Add<Numbered>(modelBuilder);
        Add<Coded>(modelBuilder);
        Add<Stamped>(modelBuilder).Property(ware => ware.Id).ValueGeneratedNever();
        Add<Sorted>(modelBuilder).Property(ware => ware.Id).HasConversion(id => id.Text, text => new Sort(text));
        Add<Placed>(modelBuilder);
        modelBuilder.Entity<Audit>();
    }

    private EntityTypeBuilder<TWare> Add<TWare>(ModelBuilder modelBuilder)
        where TWare : Ware
    {
        EntityTypeBuilder<TWare> ware = modelBuilder.Entity<TWare>();
        ware.HasIndex(row => row.Name).IsUnique();
        ware.Property(row => row.Grade).HasConversion<string>();
        ware.OwnsOne(row => row.Crate, crate => crate.ToJson());
        ware.Navigation(row => row.Crate).IsRequired();
        ware.Property(row => row.Version).IsConcurrencyToken(IsVersioned);
        return ware;
    }
}

public sealed class VersionedWares(DbContextOptions<VersionedWares> options) : WareContext(options)
{
    protected override bool IsVersioned => true;
}

public sealed class PlainWares(DbContextOptions<PlainWares> options) : WareContext(options)
{
    protected override bool IsVersioned => false;
}
