using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Syncopate.Crud.Reading;

/// <summary>Finds out which items of a list have gone that an entity owns and that are rows of their own, by one query for a
/// list.</summary>
internal abstract class OwnedRows
{
    /// <param name="list">From the owner to the items.</param>
    public static OwnedRows Of(INavigation list)
    {
        Type type = typeof(OwnedRows<,>)
            .MakeGenericType(list.DeclaringEntityType.ClrType, list.TargetEntityType.ClrType);

        // Not null: the class has that constructor.
        return (OwnedRows)Activator.CreateInstance(type, list)!;
    }

    /// <summary>Those of the items that are in the database no longer.</summary>
    /// <param name="owner">Has the list, and is owned by nothing.</param>
    /// <param name="items">Tracked, and of this list and owner.</param>
    public abstract List<EntityEntry> Gone(EntityEntry owner, List<EntityEntry> items);

    /// <inheritdoc cref="Gone"/>
    public abstract Task<List<EntityEntry>> GoneAsync(
        EntityEntry owner, List<EntityEntry> items, CancellationToken cancellationToken);
}

/// <inheritdoc/>
/// <typeparam name="TOwner">The class of the owner.</typeparam>
/// <typeparam name="TItem">The class of the items.</typeparam>
internal sealed class OwnedRows<TOwner, TItem>(INavigation list) : OwnedRows
    where TOwner : class
    where TItem : class
{
    private readonly IReadOnlyList<IProperty> _key = list.TargetEntityType.FindPrimaryKey()?.Properties ?? [];

    public override List<EntityEntry> Gone(EntityEntry owner, List<EntityEntry> items) =>
        new RowKeys(_key).Missing(items, [.. Query(owner)]);

    public override async Task<List<EntityEntry>> GoneAsync(
        EntityEntry owner, List<EntityEntry> items, CancellationToken cancellationToken) =>
        new RowKeys(_key).Missing(items, await Query(owner).ToListAsync(cancellationToken).ConfigureAwait(false));

    /// <summary>The keys of all that are there, whatever the filters of the model hide.</summary>
    private IQueryable<object?[]> Query(EntityEntry owner)
    {
        IReadOnlyList<IProperty> ownerKey = list.ForeignKey.PrincipalKey.Properties;
        object?[] values = [.. ownerKey.Select(property => owner.Property(property).CurrentValue)];
        ParameterExpression entity = Expression.Parameter(typeof(TOwner), "entity");
        MethodCallExpression items = Expression.Call(
            typeof(EF), nameof(EF.Property), [typeof(IEnumerable<TItem>)], entity, Expression.Constant(list.Name));
        return owner.Context.Set<TOwner>().IgnoreQueryFilters().AsNoTracking()
            .Where(KeyCondition.OfParameters<TOwner>(ownerKey, values))
            .SelectMany(Expression.Lambda<Func<TOwner, IEnumerable<TItem>>>(items, entity))
            .Select(KeyCondition.Values<TItem>(_key));
    }
}
