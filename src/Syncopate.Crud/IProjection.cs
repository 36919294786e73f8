using System.Linq.Expressions;

namespace Syncopate.Crud;

/// <summary>A DTO that says how it is read from an entity. Write it by hand, or let
/// <see cref="ProjectsFromAttribute{TEntity}"/> write it.</summary>
/// <typeparam name="TEntity">The entity.</typeparam>
/// <typeparam name="TSelf">The DTO itself.</typeparam>
public interface IProjection<TEntity, TSelf>
    where TEntity : class
    where TSelf : class, IProjection<TEntity, TSelf>
{
    /// <summary>The columns to read, translated into SQL. Give it an initializer (<c>{ get; } = ...</c>): a tree built
    /// anew on every call costs more than the read.</summary>
    static abstract Expression<Func<TEntity, TSelf>> Projection { get; }
}
