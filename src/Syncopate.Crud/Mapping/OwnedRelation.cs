using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Syncopate.Crud.Mapping;

/// <summary>One relation by which a tracked entity owns rows that are not its own, itself or by what it owns: what a table gives
/// of them is told apart by their keys alone.</summary>
internal sealed class OwnedRelation
{
    private OwnedRelation(IReadOnlyList<INavigation> path, List<(EntityEntry Owner, EntityEntry Item)> items)
    {
        (Path, Items) = (path, items);
        IEntityType type = Way.TargetEntityType;
        Key = type.FindPrimaryKey()?.Properties ?? [];
        Columns =
        [
            .. Key,
            .. type.GetFlattenedProperties().Where(column => !column.IsKey() && MemberEntries.IsAlwaysThere(column)),
        ];
    }

    /// <summary>From the entity down; never empty.</summary>
    public IReadOnlyList<INavigation> Path { get; }

    /// <summary>Those that EF Core takes for stored; never empty.</summary>
    public IReadOnlyList<(EntityEntry Owner, EntityEntry Item)> Items { get; }

    /// <summary>From the owner to the items.</summary>
    public INavigation Way => Path[^1];

    public IReadOnlyList<IProperty> Key { get; }

    /// <summary>The key first.</summary>
    public IReadOnlyList<IProperty> Columns { get; }

    /// <summary>False for a value that lies in the row of an item.</summary>
    public bool IsOfTable => !OwnedKeys.SharesRow(Way);

    /// <summary>Owners before what they own in turn.</summary>
    /// <param name="entity">Tracked, and owned by nothing.</param>
    public static List<OwnedRelation> Of(EntityEntry entity)
    {
        List<OwnedRelation> found = [];
        Add([entity], [], isWithin: false, found);
        return found;
    }

    /// <summary>False where an outer join has found nothing, or where nothing is in the row of an item.</summary>
    /// <param name="row">Of the columns.</param>
    public bool IsThere(object?[] row)
    {
        bool isRequired = IsOfTable || Way.ForeignKey.IsRequiredDependent;
        for (int i = 0; i < Columns.Count; i++)
        {
            if (row[i] is null && !Columns[i].IsNullable)
                return false;
            isRequired |= i >= Key.Count && row[i] is not null;
        }
        return isRequired;
    }

    private static void Add(
        List<EntityEntry> owners, IReadOnlyList<INavigation> path, bool isWithin, List<OwnedRelation> found)
    {
        foreach (INavigation way in OwnedKeys.NavigationsOf(owners[0].Metadata))
        {
            if (way.IsShadowProperty() || OwnedKeys.IsInJson(way))
                continue;

            List<(EntityEntry Owner, EntityEntry Item)> items =
            [
                .. owners.SelectMany(
                    owner => OwnedKeys.EntriesOf(owner, way).FindAll(OwnedKeys.IsStored),
                    (owner, item) => (owner, item)),
            ];
            if (items.Count == 0)
                continue;

            INavigation[] down = [.. path, way];
            bool isOfTable = isWithin || !OwnedKeys.SharesRow(way);
            if (isOfTable)
                found.Add(new OwnedRelation(down, items));
            Add([.. items.Select(each => each.Item)], down, isOfTable, found);
        }
    }
}
