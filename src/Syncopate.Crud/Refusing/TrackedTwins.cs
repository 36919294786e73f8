using System.Collections;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Refusing;

/// <summary>Two entities of one key. EF Core throws for the second before it asks the database, with a text for
/// programmers, and keeps a trace of it; an import gives one code twice.</summary>
internal static class TrackedTwins
{
    /// <summary>The key by which a new entity, or one that is new behind it, is another that the context tracks; null
    /// when there is none. Costs nothing where all new keys are made.</summary>
    public static IKey? KeyOf(DbContext context, object entity)
    {
        List<EntityEntry>? tracked = null;
        HashSet<object> seen = new(ReferenceEqualityComparer.Instance);
        Stack<object> open = new([entity]);
        while (open.TryPop(out object? next))
        {
            if (!seen.Add(next) || context.Model.FindRuntimeEntityType(next.GetType()) is not { } type)
                continue;
            foreach (IKey key in type.GetKeys().Where(key => IsGiven(key, next)))
            {
                tracked ??= TrackedEntries.Of(context).FindAll(entry => entry.State != EntityState.Deleted);
                if (tracked.Exists(entry => ReferenceEquals(entry.Entity, next)))
                    break;
                if (tracked.Exists(entry => IsTwin(entry, next, key)))
                    return key;
            }
            foreach (INavigationBase navigation in type.GetNavigations().Concat<INavigationBase>(type.GetSkipNavigations()))
                if (!navigation.IsShadowProperty() && navigation.GetGetter().GetClrValue(next) is { } value)
                    foreach (object related in navigation.IsCollection && value is IEnumerable many ? many.Cast<object>() : [value])
                        open.Push(related);
        }
        return null;
    }

    private static bool IsGiven(IKey key, object entity) => key.Properties.All(property => !property.IsShadowProperty()
        && property.GetGetter().GetClrValue(entity) is { } value
        && !(property.ValueGenerated.HasFlag(ValueGenerated.OnAdd) && value.Equals(property.Sentinel)));

    private static bool IsTwin(EntityEntry entry, object entity, IKey key) => key.DeclaringEntityType.IsAssignableFrom(entry.Metadata)
        && key.Properties.All(property => property.GetValueComparer().Equals(
            property.GetGetter().GetClrValue(entry.Entity), property.GetGetter().GetClrValue(entity)));
}
