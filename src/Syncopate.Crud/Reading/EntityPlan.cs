using System.Linq.Expressions;
using System.Reflection;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Reading;

/// <summary>What the service knows of an entity in one model.</summary>
internal sealed class EntityPlan<TEntity>
    where TEntity : class
{
    private readonly DisplayedName _name = DisplayedName.Of(typeof(TEntity));

    private EntityPlan(IModel model)
    {
        Type = model.FindEntityType(typeof(TEntity)) is { } type && !type.IsOwned() ? type : throw new InvalidOperationException(
            $"{typeof(TEntity).Name} is no entity of this context by itself. "
            + "Add it to the model; an owned type is read and written through its owner.");
        Key = new KeyColumns(Type);
        KeyOrder = [.. Key.Properties.Select(KeyCondition.Order<TEntity>)];

        IReadOnlyList<string> includes = typeof(TEntity).GetCustomAttribute<IncludesAttribute>()?.Paths ?? [];
        Show = new ScopedKeyQuery<TEntity>(
            ignored => KeyQuery<TEntity>.Of(Key, KeySource.Untracked<TEntity>(includes, ignored), projection: null));
        Load = new ScopedKeyQuery<TEntity>(
            ignored => KeyQuery<TEntity>.Of(Key, KeySource.Tracked<TEntity>(includes, ignored), projection: null));
        KeyValues = new KeyValues(Type);
        Version = Versions.Of(Type);
    }

    public IEntityType Type { get; }

    public KeyColumns Key { get; }

    /// <summary>Empty for a keyless entity.</summary>
    public IReadOnlyList<Expression<Func<TEntity, object?>>> KeyOrder { get; }

    /// <summary>For a sentence, as in "blog post"; in the language of the call.</summary>
    public string Name => _name.Text;

    public string Created => $"The {Name} was created.";

    public string Updated => $"The {Name} was changed.";

    public string Deleted => $"The {Name} was deleted.";

    /// <summary>Reads it for showing, untracked.</summary>
    public ScopedKeyQuery<TEntity> Show { get; }

    /// <summary>Reads it for changing, tracked.</summary>
    public ScopedKeyQuery<TEntity> Load { get; }

    public KeyValues KeyValues { get; }

    /// <summary>The token that is raised with each change; null when the entity has none.</summary>
    public IProperty? Version { get; }

    public static EntityPlan<TEntity> Of(IModel model) =>
        PerModel<EntityPlan<TEntity>>.Of(model, static model => new EntityPlan<TEntity>(model));

    /// <summary>What an entity that a caller made lacks of its key; null when it has all of it.</summary>
    /// <exception cref="InvalidOperationException">Its rows cannot be named by a key.</exception>
    public CrudError? MissingKey(EntityEntry entry)
    {
        if (Key.Refusal is { } refusal)
            throw new InvalidOperationException(refusal);

        return Key.Properties.FirstOrDefault(property => entry.Property(property).CurrentValue is null) is { } missing
            ? EmptyKeys.Error(missing)
            : null;
    }

    /// <summary>The key of an entity that a caller made, which then has it as its columns keep it.</summary>
    /// <param name="entry">Not tracked, and lacks nothing of the key.</param>
    public Key KeyOf(EntityEntry entry)
    {
        object[] values =
            [.. Key.Properties.Select(property => KeptValues.Settled(property, entry.Entity)).OfType<object>()];
        return Crud.Key.Of(values[0], values[1..]);
    }
}
