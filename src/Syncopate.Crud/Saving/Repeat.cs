using System.Runtime.CompilerServices;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage;

namespace Syncopate.Crud.Saving;

/// <summary>A save that may be tried again. What the application does within SaveChanges, by an override or an
/// interceptor, it then does again: so what the attempt before has added or stamped is taken back first.</summary>
internal sealed class Repeat
{
    // Any thread; the table guards itself. Whether a class of contexts has a SaveChanges of its own.
    private static readonly ConditionalWeakTable<Type, object> Overrides = [];

    private readonly ContextSnapshot _before;
    private readonly List<(PropertyEntry Token, object? Value)> _tokens = [];

    private Repeat(DbContext context)
    {
        _before = new ContextSnapshot(context);
        foreach (EntityEntry entry in context.ChangeTracker.Entries())
            if (entry.State is EntityState.Modified or EntityState.Deleted)
                foreach (IProperty property in entry.Metadata.GetProperties().Where(property => property.IsConcurrencyToken))
                    _tokens.Add((entry.Property(property), entry.OriginalValues[property]));
    }

    /// <summary>As it is just before the first attempt; null when nothing but EF Core has a part in SaveChanges, and so
    /// there is nothing to take back.</summary>
    public static Repeat? Of(DbContext context) => Overridden(context.GetType()) || HasInterceptors(context) ? new Repeat(context) : null;

    /// <summary>False where EF Core itself repeats, below the override: the two numbers of attempts would multiply.</summary>
    public static bool IsAllowed(DbContext context) =>
        !Commit.IsCallers(context) && !context.GetService<IExecutionStrategyFactory>().Create().RetriesOnFailure;

    /// <summary>Back to the moment before the first attempt.</summary>
    public void Rewind()
    {
        _before.Restore();
        foreach (var (token, value) in _tokens)
            token.OriginalValue = value;
    }

    private static bool HasInterceptors(DbContext context) =>
        context.GetService<IInterceptors>().Aggregate<ISaveChangesInterceptor>() is not null;

    private static bool Overridden(Type type) => (bool)Overrides.GetValue(type, static type => Array.Exists(
        type.GetMethods(),
        method => method.Name is nameof(DbContext.SaveChanges) or nameof(DbContext.SaveChangesAsync)
            && method.GetBaseDefinition().DeclaringType == typeof(DbContext)
            && method.DeclaringType != typeof(DbContext)));
}
