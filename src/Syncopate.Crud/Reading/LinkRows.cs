using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Syncopate.Crud.Reading;

/// <summary>Finds out which rows between an entity and others have gone, by one query for a relation: a query for each would make
/// a call on a row with a hundred links a hundred queries long.</summary>
internal abstract class LinkRows
{
    /// <param name="link">From the entity to the others.</param>
    public static LinkRows Of(ISkipNavigation link)
    {
        Type type = typeof(LinkRows<>).MakeGenericType(link.JoinEntityType.ClrType);

        // Not null: the class has that constructor.
        return (LinkRows)Activator.CreateInstance(type, link)!;
    }

    /// <summary>Those of the rows that are in the database no longer.</summary>
    /// <param name="entity">Has the link.</param>
    /// <param name="rows">Tracked, and of this link and entity.</param>
    public abstract List<EntityEntry> Gone(EntityEntry entity, List<EntityEntry> rows);

    /// <inheritdoc cref="Gone"/>
    public abstract Task<List<EntityEntry>> GoneAsync(
        EntityEntry entity, List<EntityEntry> rows, CancellationToken cancellationToken);
}

/// <inheritdoc/>
/// <typeparam name="TRow">The class of the rows between.</typeparam>
internal sealed class LinkRows<TRow>(ISkipNavigation link) : LinkRows
    where TRow : class
{
    private readonly IReadOnlyList<IProperty> _key = link.JoinEntityType.FindPrimaryKey()?.Properties ?? [];

    public override List<EntityEntry> Gone(EntityEntry entity, List<EntityEntry> rows) =>
        new RowKeys(_key).Missing(rows, [.. Query(entity)]);

    public override async Task<List<EntityEntry>> GoneAsync(
        EntityEntry entity, List<EntityEntry> rows, CancellationToken cancellationToken) =>
        new RowKeys(_key).Missing(rows, await Query(entity).ToListAsync(cancellationToken).ConfigureAwait(false));

    /// <summary>The keys of all that are there, whatever the filters of the model hide.</summary>
    private IQueryable<object?[]> Query(EntityEntry entity)
    {
        IForeignKey foreignKey = link.ForeignKey;
        object?[] values =
            [.. foreignKey.PrincipalKey.Properties.Select(property => entity.Property(property).CurrentValue)];
        IEntityType type = link.JoinEntityType;
        DbSet<TRow> rows = type.HasSharedClrType ? entity.Context.Set<TRow>(type.Name) : entity.Context.Set<TRow>();
        return rows.IgnoreQueryFilters().AsNoTracking()
            .Where(KeyCondition.OfParameters<TRow>(foreignKey.Properties, values))
            .Select(KeyCondition.Values<TRow>(_key));
    }
}
