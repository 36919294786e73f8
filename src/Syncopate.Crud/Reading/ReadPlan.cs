using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Reading;

/// <summary>How a DTO is read by the key of its entity, in one model.</summary>
internal sealed class ReadPlan<TEntity, TRead>
    where TEntity : class
    where TRead : class, IProjection<TEntity, TRead>
{
    private readonly EntityPlan<TEntity> _entity;

    private ReadPlan(IModel model)
    {
        EntityPlan<TEntity> entity = EntityPlan<TEntity>.Of(model);
        _entity = entity;
        ByKey = new ScopedKeyQuery<TRead>(
            ignored => KeyQuery<TRead>.Of(entity.Key, KeySource.Untracked<TEntity>([], ignored), TRead.Projection));
    }

    public string Name => _entity.Name;

    public ScopedKeyQuery<TRead> ByKey { get; }

    public static ReadPlan<TEntity, TRead> Of(IModel model) =>
        PerModel<ReadPlan<TEntity, TRead>>.Of(model, static model => new ReadPlan<TEntity, TRead>(model));
}
