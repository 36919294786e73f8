using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;
using Syncopate.Crud.Reading;

namespace Syncopate.Crud.Listing;

/// <summary>The members of a DTO by which the database of one model can sort and compare. Not every database can by
/// every type, and none by what the projection computes in memory.</summary>
internal sealed class ListedMembers<TEntity, TRead>(IModel model)
    where TEntity : class
    where TRead : class, IProjection<TEntity, TRead>
{
    // Types of PostgreSQL that have no order, or cannot even be equal: EF Core translates the comparison, and the database refuses it.
    private static readonly FrozenSet<string> Incomparable = FrozenSet.Create(
        StringComparer.OrdinalIgnoreCase, "xid", "cid", "json", "xml", "point", "line", "polygon", "path", "box", "circle", "lseg");

    // Any thread: two that make it at once make the same.
    private IReadOnlyList<Expression<Func<TEntity, object?>>>? _lastOrder;

    // Any thread; the dictionary guards itself, and whoever asks twice hears the same.
    private readonly ConcurrentDictionary<string, bool> _translated = new(StringComparer.Ordinal);

    public static ListedMembers<TEntity, TRead> Of(IModel model) =>
        PerModel<ListedMembers<TEntity, TRead>>.Of(model, static model => new ListedMembers<TEntity, TRead>(model));

    /// <summary>Null for a stranger, and for what this database cannot sort by.</summary>
    public ProjectedMember<TEntity>? Find(DbContext context, string name) =>
        ProjectedMembers<TEntity, TRead>.All.TryGetValue(name, out ProjectedMember<TEntity>? member) && IsTranslated(context, member) ? member : null;

    public IEnumerable<string> Names(DbContext context) =>
        ProjectedMembers<TEntity, TRead>.All.Values.Where(member => IsTranslated(context, member)).Select(member => member.Name);

    /// <summary>By what tells rows apart: the key, and where there is none, or one by which the database cannot sort, all
    /// that is shown of them.</summary>
    public IReadOnlyList<Expression<Func<TEntity, object?>>> LastOrder(DbContext context) =>
        _lastOrder ??= MakeLastOrder(context);

    private List<Expression<Func<TEntity, object?>>> MakeLastOrder(DbContext context)
    {
        EntityPlan<TEntity> plan = EntityPlan<TEntity>.Of(model);
        List<Expression<Func<TEntity, object?>>> order =
            [.. plan.KeyOrder.Where((column, i) => IsPlain(plan.Key.Properties[i]) || Translates(context, column))];
        if (order.Count > 0 && order.Count == plan.KeyOrder.Count)
            return order;

        order.AddRange(ProjectedMembers<TEntity, TRead>.All.Values
            .Where(member => IsTranslated(context, member))
            .OrderBy(member => member.Name, StringComparer.Ordinal)
            .Select(member => member.SortKey));
        return order;
    }

    /// <summary>True for times that the column keeps without a zone: PostgreSQL takes no other there, and compares no
    /// time of a zone with them.</summary>
    public bool IsWithoutZone(ProjectedMember<TEntity> member) =>
        SourceColumns.All(model, member.Source.Body).Any(TimeColumns.IsWithoutZone);

    /// <summary>The column that a member is; null when it is computed.</summary>
    public IProperty? Column(ProjectedMember<TEntity> member) => SourceColumns.Single(model, member.Source.Body);

    private bool IsTranslated(DbContext context, ProjectedMember<TEntity> member) => _translated.GetOrAdd(
        member.Name,
        static (_, asked) => SingleValue.TypeOf(asked.Member.Type, asked.Listed.Column(asked.Member)) is not null
            && asked.Listed.IsComparable(asked.Member)
            && (asked.Listed.Column(asked.Member) is { } column && IsPlain(column)
                || Translates(asked.Context, asked.Member.SortKey)),
        (Listed: this, Member: member, Context: context));

    private bool IsComparable(ProjectedMember<TEntity> member) =>
        Column(member)?.FindRelationalTypeMapping()?.StoreType is not { } type || !Incomparable.Contains(type);

    /// <summary>A column of a type by which every database can sort. The others are not: SQLite has no order for them.</summary>
    private static bool IsPlain(IProperty column)
    {
        Type type = column.FindTypeMapping()?.Converter?.ProviderClrType ?? column.ClrType;
        type = Nullable.GetUnderlyingType(type) ?? type;
        return type != typeof(DateTimeOffset) && type != typeof(TimeSpan) && type != typeof(ulong) && type != typeof(decimal);
    }

    /// <summary>Asks EF Core itself, without a command to the database; once for each member and model.</summary>
    private static bool Translates(DbContext context, Expression<Func<TEntity, object?>> sortKey)
    {
        try
        {
            context.Set<TEntity>().OrderBy(sortKey).ToQueryString();
            return true;
        }
        catch (Exception e) when (e is InvalidOperationException or NotSupportedException)
        {
            return false;
        }
    }
}
