using System.Reflection;
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
    private readonly (string Property, PropertyInfo Member)[] _tokens;

    private FormPlan(IModel model)
    {
        Entity = EntityPlan<TEntity>.Of(model);
        Load = typeof(TForm).GetCustomAttribute<IncludesAttribute>()?.Paths is { } includes
            ? KeyQuery<TEntity>.Of(Entity.Key, KeySource.Tracked<TEntity>(includes), projection: null)
            : Entity.Load;
        _tokens = [.. Entity.Type.GetProperties()
            .Where(property => property.IsConcurrencyToken)
            .Select(property => (property.Name, typeof(TForm).GetProperty(property.Name)))
            .Where(token => token.Item2 is { CanRead: true })
            .Select(token => (token.Name, token.Item2!))]; // Not null: asked in the line before.
    }

    public EntityPlan<TEntity> Entity { get; }

    /// <summary>Reads the entity for changing, with what the form includes.</summary>
    public KeyQuery<TEntity> Load { get; }

    public static FormPlan<TEntity, TForm> Of(IModel model) => PerModel<FormPlan<TEntity, TForm>>.Of(model, static model => new FormPlan<TEntity, TForm>(model));

    public static TEntity Make(TForm form)
    {
        var entity = Activator.CreateInstance<TEntity>();
        ((ICopiesTo<TEntity>)form).CopyTo(entity);
        return entity;
    }

    /// <summary>Copies the form into an entity that the context tracks.</summary>
    public void Apply(TForm form, EntityEntry<TEntity> entry, Attempt attempt)
    {
        (form as ICopiesTo<TEntity>)?.CopyTo(entry.Entity);

        foreach (var (property, member) in _tokens)
            attempt.Expect(entry.Property(property), member.GetValue(form));

        if (!entry.Context.ChangeTracker.AutoDetectChangesEnabled)
            entry.DetectChanges();
    }
}
