namespace Syncopate.Crud;

/// <summary>A DTO that writes its members into an entity, for create and update. Write it by hand, or let
/// <see cref="ProjectsFromAttribute{TEntity}"/> write it.</summary>
/// <typeparam name="TEntity">The entity.</typeparam>
public interface ICopiesTo<in TEntity>
    where TEntity : class
{
    /// <summary>Copies what a user may change, and nothing that is marked <see cref="NotCopiedBackAttribute"/>. No keys:
    /// a create takes those from the form that the model does not make, and an update leaves every key as it is.</summary>
    /// <param name="entity">A new entity, or one that the context tracks.</param>
    void CopyTo(TEntity entity);
}
