using System.Runtime.CompilerServices;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.ValueGeneration;

namespace Syncopate.Crud.Changing;

/// <summary>Has new entities tracked by an asynchronous call. Only keys that are fetched before the save, from a sequence, need EF Core's asynchronous way,
/// which costs a create half of what the library adds (bench/results/crud.md); so it is taken for the models that have such keys.</summary>
internal static class NewEntities
{
    // Any thread; the table guards itself. It lets go of a model that nobody else holds.
    private static readonly ConditionalWeakTable<IModel, StrongBox<bool>> Fetching = [];

    public static Task AddAsync(DbContext context, object entity, CancellationToken cancellationToken)
    {
        if (FetchesKeys(context))
            return context.AddAsync(entity, cancellationToken).AsTask();

#pragma warning disable CA1849 // Nothing in this model waits when an entity is added.
        context.Add(entity);
#pragma warning restore CA1849
        return Task.CompletedTask;
    }

    private static bool FetchesKeys(DbContext context)
    {
        if (Fetching.TryGetValue(context.Model, out var known))
            return known.Value;

        var selector = context.GetService<IValueGeneratorSelector>();
        var fetches = context.Model.GetEntityTypes().Any(type => type.GetProperties().Any(property => Waits(selector, property)));
        Fetching.AddOrUpdate(context.Model, new StrongBox<bool>(fetches));
        return fetches;
    }

    // Every property, not only keys: EF Core generates whatever is marked as generated on add.
    private static bool Waits(IValueGeneratorSelector selector, IProperty property) =>
        property.ValueGenerated.HasFlag(ValueGenerated.OnAdd)
        && selector.TrySelect(property, property.DeclaringType, out var generator)
        && generator is not null
        && generator.GetType().GetMethod(nameof(ValueGenerator.NextAsync))?.DeclaringType is { } declaring
        && !IsPlain(declaring);

    /// <summary>The two bases of EF Core answer at once; a generator that waits has a method of its own.</summary>
    private static bool IsPlain(Type declaring) =>
        declaring == typeof(ValueGenerator) || (declaring.IsGenericType && declaring.GetGenericTypeDefinition() == typeof(ValueGenerator<>));
}
