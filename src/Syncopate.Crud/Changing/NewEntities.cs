using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.ValueGeneration;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Changing;

/// <summary>Has new entities tracked by an asynchronous call. Only keys that are fetched before the save, from a
/// sequence, need EF Core's asynchronous way, which costs a create half of what the library adds
/// (bench/results/crud.md); so it is taken for the models that have such keys.</summary>
internal sealed class NewEntities
{
    private readonly bool _fetchKeys;

    private NewEntities(IModel model, DbContext context)
    {
        IValueGeneratorSelector selector = context.GetService<IValueGeneratorSelector>();
        _fetchKeys = model.GetEntityTypes().Any(type => type.GetProperties().Any(property => Waits(selector, property)));
    }

    /// <summary>A value task, as of EF Core's own: a task for each create is what this class is there to save.</summary>
    public static ValueTask<EntityEntry<TEntity>> AddAsync<TEntity>(
        DbContext context, TEntity entity, CancellationToken cancellationToken)
        where TEntity : class
    {
        if (PerModel<NewEntities>.Of(context, static (model, context) => new NewEntities(model, context))._fetchKeys)
            return context.AddAsync(entity, cancellationToken);

#pragma warning disable CA1849 // Nothing in this model waits when an entity is added.
        return ValueTask.FromResult(context.Add(entity));
#pragma warning restore CA1849
    }

    // Every property, not only keys: EF Core generates whatever is marked as generated on add.
    private static bool Waits(IValueGeneratorSelector selector, IProperty property) =>
        KeyValues.IsMade(property)
        && selector.TrySelect(property, property.DeclaringType, out ValueGenerator? generator)
        && generator is not null
        && generator.GetType().GetMethod(nameof(ValueGenerator.NextAsync))?.DeclaringType is { } declaring
        && !IsPlain(declaring);

    /// <summary>The two bases of EF Core answer at once; a generator that waits has a method of its own.</summary>
    private static bool IsPlain(Type declaring) =>
        declaring == typeof(ValueGenerator)
            || (declaring.IsGenericType && declaring.GetGenericTypeDefinition() == typeof(ValueGenerator<>));
}
