using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Tests.Wares;

namespace Syncopate.Crud.Tests.Saving;

/// <summary>With all values in columns, but where a class says otherwise.</summary>
public abstract class CabinContext(DbContextOptions options) : DbContext(options)
{
    protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Cabin>(cabin =>
    {
        cabin.ComplexProperty(row => row.Bunk);
        cabin.ComplexProperty(row => row.Locker);
        cabin.OwnsOne(row => row.Hatch);
        cabin.Navigation(row => row.Hatch).IsRequired();
    });
}

public sealed class ColumnCabins(DbContextOptions<ColumnCabins> options) : CabinContext(options);

public sealed class JsonCabins(DbContextOptions<JsonCabins> options) : CabinContext(options)
{
    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        base.OnModelCreating(modelBuilder);
        modelBuilder.Entity<Cabin>().ComplexProperty(row => row.Bunk, bunk => bunk.ToJson());
    }
}

/// <summary>Does something after a save, as applications do that send what they have saved.</summary>
public sealed class LateCabins(DbContextOptions<LateCabins> options) : CabinContext(options)
{
    /// <summary>Null for nothing.</summary>
    public Action? Later { get; set; }

    public override int SaveChanges(bool acceptAllChangesOnSuccess) =>
        LateSave.Then(base.SaveChanges(acceptAllChangesOnSuccess), Later);

    public override Task<int> SaveChangesAsync(
        bool acceptAllChangesOnSuccess, CancellationToken cancellationToken = default) =>
        LateSave.ThenAsync(base.SaveChangesAsync(acceptAllChangesOnSuccess, cancellationToken), Later);
}
