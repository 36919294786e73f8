using System.Collections;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace Syncopate.Crud.Saving;

/// <summary>Looks for changes where a form puts them: in one entity, what it belongs to, what it owns, and what its
/// lists hold.</summary>
internal static class NearChanges
{
    // Each item is looked at with all that it belongs to; beyond a few, all that is tracked is cheaper.
    private const int MostItems = 16;

    /// <returns>False when there is more near the entity than can be looked at one by one.</returns>
    public static bool Detect(EntityEntry entry)
    {
        entry.DetectChanges(); // With what it belongs to, by the foreign keys that it has.
        foreach (NavigationEntry navigation in entry.Navigations)
        {
            bool isOwned = navigation.Metadata.TargetEntityType.IsOwned();
            List<EntityEntry> targets = isOwned || navigation.Metadata.IsCollection ? Targets(navigation) : [];
            if (targets.Count > MostItems || isOwned && !targets.TrueForAll(Detect))
                return false;
            if (!isOwned)
                targets.ForEach(target => target.DetectChanges());
        }
        return true;
    }

    private static List<EntityEntry> Targets(NavigationEntry navigation) => navigation switch
    {
        ReferenceEntry { TargetEntry: { } target } => [target],
        CollectionEntry { CurrentValue: IEnumerable items } list => [.. items.Cast<object>().Select(list.FindEntry).OfType<EntityEntry>()],
        _ => [],
    };
}
