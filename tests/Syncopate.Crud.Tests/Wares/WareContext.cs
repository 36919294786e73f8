using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Syncopate.Crud.Tests.Wares;

/// <summary>Abstract, because whether a context has a SaveChanges of its own is a matter of its class.</summary>
public abstract class WareContext(DbContextOptions<WareContext> options, WareModel model) : DbContext(options)
{
    public WareModel Shape => model;

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
        ware.Property(row => row.Version).IsConcurrencyToken(model.Token == WareToken.Version);
        if (model.Token == WareToken.Stamp)
            ware.Property(row => row.Stamp).IsRowVersion();
        else
            ware.Property(row => row.Stamp).HasConversion<long>();
        AddColumns(ware);
        AddCrate(ware);
        ware.OwnsMany(row => row.Items, items =>
        {
            if (!model.HasItemTable)
            {
                items.ToJson();
                items.OwnsMany(item => item.Labels);
                return;
            }

            // A key of two columns is made by PostgreSQL alone.
            items.Property<int>("Id");
            items.HasKey("Id");
            items.OwnsMany(item => item.Labels, labels =>
            {
                labels.Property<int>("Id");
                labels.HasKey("Id");
            });
        });
        return ware;
    }

    private void AddColumns<TWare>(EntityTypeBuilder<TWare> ware)
        where TWare : Ware
    {
        ware.Property(row => row.Begins).HasPrecision(model.SecondDigits);
        if (Database.IsNpgsql())
            ware.Property(row => row.Day).HasColumnType("date");
        if (Database.IsNpgsql() && model.HasMoney)
            ware.Property(row => row.Price).HasColumnType("money");
        else
            ware.Property(row => row.Price).HasPrecision(9, 2);
    }

    private void AddCrate<TWare>(EntityTypeBuilder<TWare> ware)
        where TWare : Ware
    {
        if (model.Crate == WareCrate.Complex)
        {
            ware.ComplexProperty(row => row.Crate).Property(crate => crate.Round).IsConcurrencyToken(model.HasRound);
            return;
        }

        ware.OwnsOne(row => row.Crate, crate =>
        {
            if (model.Crate == WareCrate.Json)
            {
                crate.ToJson();
                return;
            }

            if (model.Crate == WareCrate.Table)
                crate.ToTable($"{typeof(TWare).Name}Crates");
            crate.Property(row => row.Round).IsConcurrencyToken(model.HasRound);
        });
        ware.Navigation(row => row.Crate).IsRequired();
    }

    /// <summary>EF Core takes contexts of one class for contexts of one model, unless told otherwise.</summary>
    public sealed class ModelKey : IModelCacheKeyFactory
    {
        public object Create(DbContext context, bool designTime) =>
            (context.GetType(), ((WareContext)context).Shape, designTime);
    }
}

public sealed class PlainWares(DbContextOptions<WareContext> options, WareModel model) : WareContext(options, model);

/// <summary>Does something after a save, as applications do that send what they have saved.</summary>
public sealed class OverridingWares(DbContextOptions<WareContext> options, WareModel model)
    : WareContext(options, model)
{
    /// <summary>Null for nothing.</summary>
    public Action? Later { get; set; }

    public override int SaveChanges(bool acceptAllChangesOnSuccess) =>
        LateSave.Then(base.SaveChanges(acceptAllChangesOnSuccess), Later);

    public override Task<int> SaveChangesAsync(
        bool acceptAllChangesOnSuccess, CancellationToken cancellationToken = default) =>
        LateSave.ThenAsync(base.SaveChangesAsync(acceptAllChangesOnSuccess, cancellationToken), Later);
}
