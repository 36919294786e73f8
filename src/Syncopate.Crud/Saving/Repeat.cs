using System.Reflection;
using System.Runtime.CompilerServices;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Saving;

/// <summary>A save that may be tried again. What the application does within SaveChanges, by an override or an
/// interceptor, it then does again: so what the attempt before has added or stamped is taken back first.</summary>
internal sealed class Repeat
{
    // Any thread; the table guards itself. Whether a class of contexts has a SaveChanges of its own.
    private static readonly ConditionalWeakTable<Type, object> Overrides = [];

    // Who listens to the event can be asked in no other way; should the field go, every save counts as shared.
    private static readonly FieldInfo? Event = typeof(DbContext).GetField(
        nameof(DbContext.SavingChanges), BindingFlags.Instance | BindingFlags.NonPublic);

    private readonly ContextSnapshot _before;
    private readonly List<(PropertyEntry Token, object? Value)> _tokens = [];

    private Repeat(DbContext context)
    {
        _before = new ContextSnapshot(context);
        using Unlooking unlooking = new(context);
        foreach (EntityEntry entry in TrackedEntries.Changed(context))
            if (entry.State != EntityState.Added)
                Keep(entry);
    }

    /// <summary>As it is just before the first attempt; null when nothing but EF Core has a part in SaveChanges, and so
    /// there is nothing to take back.</summary>
    public static Repeat? Of(DbContext context) => IsShared(context) ? new Repeat(context) : null;

    /// <summary>True when code of the application has a part in SaveChanges, by an override, an interceptor or the event.</summary>
    public static bool IsShared(DbContext context) =>
        Overridden(context.GetType()) || HasInterceptors(context) || Event is null || Event.GetValue(context) is not null;

    /// <summary>False where EF Core itself repeats, below the override: the two numbers of attempts would multiply. False
    /// too where code of the application has a part and may have used up what the model does not map, such as a list of
    /// events: that cannot be taken back.</summary>
    public static bool IsAllowed(DbContext context, List<EntityEntry> changed) =>
        !Commit.IsCallers(context) && !context.GetService<IExecutionStrategyFactory>().Create().RetriesOnFailure
        && !(IsShared(context) && changed.Exists(entry => UnmappedState.IsIn(entry.Metadata)));

    /// <summary>Back to the moment before the first attempt.</summary>
    public void Rewind()
    {
        _before.Restore();
        foreach (var (token, value) in _tokens)
            token.OriginalValue = value;
    }

    /// <summary>With those of complex values, and of what lies in the same row, which is compared whether or not it has changed.
    /// </summary>
    private void Keep(EntityEntry entry)
    {
        List<EntityEntry> row = [entry];
        if (ConcurrencyTokens.AreOwned(MemberPath.Root(entry.Metadata)))
            row = [ConflictRow.RootOf(entry), .. OwnedKeys.Within(ConflictRow.RootOf(entry)), entry];
        foreach (EntityEntry part in row.FindAll(each => ReferenceEquals(each, entry) || OwnedKeys.IsStored(each)))
        {
            foreach (IProperty token in ConcurrencyTokens.Of(part.Metadata))
            {
                PropertyEntry property = MemberEntries.Of(part, token);
                _tokens.Add((property, property.OriginalValue));
            }
        }
    }

    private static bool HasInterceptors(DbContext context) =>
        context.GetService<IInterceptors>().Aggregate<ISaveChangesInterceptor>() is not null;

    private static bool Overridden(Type type) => (bool)Overrides.GetValue(type, static type => Array.Exists(
        type.GetMethods(),
        method => method.Name is nameof(DbContext.SaveChanges) or nameof(DbContext.SaveChangesAsync)
            && method.GetBaseDefinition().DeclaringType == typeof(DbContext)
            && method.DeclaringType != typeof(DbContext)));
}
