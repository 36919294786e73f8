using System.Reflection;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Saving;

/// <summary>Single values with which objects of a class begin (<c>= new()</c>), and of which the database has nothing. EF Core reads the
/// owner, finds such a value in it and takes it for known, but does not track it: what a form writes into it is not seen, and would be
/// lost while the answer is that it was saved.</summary>
internal sealed class BegunValues
{
    private readonly List<Begun> _values = [];

    private BegunValues()
    {
    }

    /// <summary>Said before a call writes into them.</summary>
    /// <param name="entity">Tracked, and owned by nothing.</param>
    public static BegunValues Before(EntityEntry entity) => Of(entity, isWritten: false);

    /// <summary>Where its caller has written into the entity already: what they held before is what new objects of its class
    /// hold.</summary>
    /// <param name="entity">Tracked, and owned by nothing.</param>
    public static BegunValues After(EntityEntry entity) => Of(entity, isWritten: true);

    /// <summary>True for a value that a new object of its owner's class would hold, too.</summary>
    /// <param name="way">To a single value.</param>
    /// <param name="value">What it is for an owner.</param>
    public static bool IsBegun(INavigation way, object value) =>
        New(way.DeclaringEntityType, way) is { } one
        && New(way.DeclaringEntityType, way) is { } other
        && HeldValues.Of(way.TargetEntityType, value).HasAllOf(one, other);

    /// <summary>Has the save create those that have been written into. Another object in the place of one is seen by EF Core itself.
    /// </summary>
    public void Create()
    {
        foreach ((EntityEntry owner, INavigation way, object value, HeldValues one, HeldValues other) in _values)
        {
            if (!OwnedKeys.IsStored(owner) || !ReferenceEquals(way.GetGetter().GetClrValue(owner.Entity), value))
                continue;

            using Unlooking unlooking = new(owner.Context);
            if (owner.Reference(way).TargetEntry is { State: EntityState.Detached } begun
                && !HeldValues.Of(way.TargetEntityType, value).HasAllOf(one, other))
            {
                Add(owner, way, begun);
            }
        }
    }

    private static BegunValues Of(EntityEntry entity, bool isWritten)
    {
        BegunValues found = new();
        if (OwnedKeys.NavigationsOf(entity.Metadata).Length == 0)
            return found;

        using Unlooking unlooking = new(entity.Context);
        found.Find(entity, isWritten);
        return found;
    }

    private void Find(EntityEntry owner, bool isWritten)
    {
        foreach (INavigation way in OwnedKeys.NavigationsOf(owner.Metadata).Where(way => !way.IsShadowProperty()))
        {
            foreach (EntityEntry owned in OwnedKeys.EntriesOf(owner, way))
            {
                if (OwnedKeys.IsStored(owned))
                    Find(owned, isWritten);
                else if (owned.State == EntityState.Detached && !way.IsCollection)
                    Keep(owner, way, owned.Entity, isWritten);
            }
        }
    }

    private void Keep(EntityEntry owner, INavigation way, object value, bool isWritten)
    {
        HeldValues now = HeldValues.Of(way.TargetEntityType, value);
        if (isWritten && New(owner.Metadata, way) is { } one && New(owner.Metadata, way) is { } other)
            _values.Add(new Begun(owner, way, value, one, other));
        else
            _values.Add(new Begun(owner, way, value, now, now));
    }

    /// <summary>What a new object of a class holds; null where it holds nothing, or where none can be made.</summary>
    private static HeldValues? New(IEntityType owner, INavigation way)
    {
        const BindingFlags Any = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
        if (owner.ClrType.IsAbstract || owner.ClrType.GetConstructor(Any, Type.EmptyTypes) is not { } constructor)
            return null;

        object made = constructor.Invoke(BindingFlags.DoNotWrapExceptions, null, [], null);
        return way.GetGetter().GetClrValue(made) is { } value ? HeldValues.Of(way.TargetEntityType, value) : null;
    }

    /// <summary>With what it owns in turn. By its key, for EF Core finds an owner by a relation that it has seen to change.</summary>
    private static void Add(EntityEntry owner, INavigation way, EntityEntry owned)
    {
        IForeignKey ownership = way.ForeignKey;
        for (int i = 0; i < ownership.Properties.Count; i++)
        {
            PropertyEntry key = owner.Property(ownership.PrincipalKey.Properties[i]);
            PropertyEntry own = owned.Property(ownership.Properties[i]);
            own.CurrentValue = key.CurrentValue;
            if (key.IsTemporary)
                own.IsTemporary = true;
        }
        owned.State = EntityState.Added;

        foreach (INavigation inner in OwnedKeys.NavigationsOf(owned.Metadata).Where(inner => !inner.IsShadowProperty()))
            foreach (EntityEntry each in OwnedKeys.EntriesOf(owned, inner))
                if (each.State == EntityState.Detached)
                    Add(owned, inner, each);
    }

    /// <summary>One of them.</summary>
    /// <param name="Owner">Tracked.</param>
    /// <param name="Way">From the owner.</param>
    /// <param name="Value">Not tracked.</param>
    /// <param name="One">What it held before.</param>
    /// <param name="Other">The same of another time: what differs tells nothing.</param>
    private readonly record struct Begun(
        EntityEntry Owner, INavigation Way, object Value, HeldValues One, HeldValues Other);
}
