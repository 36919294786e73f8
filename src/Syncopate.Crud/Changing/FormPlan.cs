using System.Reflection;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Reading;
using Syncopate.Crud.Saving;

namespace Syncopate.Crud.Changing;

/// <summary>How a form gets into an entity, in one model.</summary>
internal sealed class FormPlan<TEntity, TForm>
    where TEntity : class
    where TForm : class
{
    private readonly (IProperty Property, Func<object, object?> Seen)[] _tokens;

    // Worked out on first use: a form that only updates needs no constructor that fits, and the other way round.
    private readonly Lazy<(Func<TForm, DbContext, object?> Make, bool IsEmpty)> _creation = new(() => (EntityMethods<TEntity, TForm>.Creation(out var isEmpty), isEmpty));
    private readonly Lazy<Func<TEntity, TForm, DbContext, object?>?> _update = new(EntityMethods<TEntity, TForm>.Update);

    private FormPlan(IModel model)
    {
        Entity = EntityPlan<TEntity>.Of(model);
        Load = typeof(TForm).GetCustomAttribute<IncludesAttribute>()?.Paths is { } includes
            ? KeyQuery<TEntity>.Of(Entity.Key, KeySource.Tracked<TEntity>(includes), projection: null)
            : Entity.Load;

        var tokens =
            from property in Entity.Type.GetProperties()
            where property.IsConcurrencyToken
            let member = typeof(TForm).GetProperty(property.Name)
            where member is { CanRead: true }
            select (property, Getter.Of(member));
        _tokens = [.. tokens];
    }

    public EntityPlan<TEntity> Entity { get; }

    /// <summary>Reads the entity for changing, with what the form includes.</summary>
    public KeyQuery<TEntity> Load { get; }

    public static FormPlan<TEntity, TForm> Of(IModel model) => PerModel<FormPlan<TEntity, TForm>>.Of(model, static model => new FormPlan<TEntity, TForm>(model));

    /// <summary>The new entity; null when its factory refused.</summary>
    public TEntity? Make(TForm form, DbContext context, out IReadOnlyList<CrudError> errors)
    {
        errors = [];
        var (make, isEmpty) = _creation.Value;
        var made = make(form, context);
        if (made is Result<TEntity> result)
        {
            errors = result.Errors;
            return result.IsDone ? result.Value : null;
        }

        var entity = (TEntity?)made ?? throw new InvalidOperationException($"The factory of {typeof(TEntity).Name} returned null. Let it return a Result that says why.");
        if (isEmpty)
            (form as ICopiesTo<TEntity>)?.CopyTo(entity);
        return entity;
    }

    /// <summary>Writes the form into an entity that the context tracks.</summary>
    /// <returns>Why the entity refused it; empty when it did not.</returns>
    public IReadOnlyList<CrudError> Apply(TForm form, EntityEntry<TEntity> entry, Attempt attempt)
    {
        if (_update.Value is not { } update)
            (form as ICopiesTo<TEntity>)?.CopyTo(entry.Entity);
        else if (update(entry.Entity, form, entry.Context) is Result { IsDone: false } refused)
            return refused.Errors;

        foreach (var (property, seen) in _tokens)
            attempt.Expect(entry.Property(property), seen(form));
        if (!entry.Context.ChangeTracker.AutoDetectChangesEnabled)
            entry.DetectChanges();
        return [];
    }
}
