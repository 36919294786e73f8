using Microsoft.EntityFrameworkCore;

namespace Syncopate.Crud;

/// <summary>A form whose way into an entity needs the database: it looks up the rows that the user chose. Called after
/// <see cref="ICopiesTo{TEntity}"/>, where the form is that too.</summary>
/// <typeparam name="TContext">Where they are looked up.</typeparam>
/// <typeparam name="TEntity">The entity.</typeparam>
public interface IWritesTo<in TContext, in TEntity>
    where TContext : DbContext
    where TEntity : class
{
    /// <summary>Writes into the entity.</summary>
    /// <param name="context">Of this call; what is read here is tracked, and forgotten when the call fails.</param>
    /// <param name="entity">A new entity, or one that the context tracks; load its relations with
    /// <see cref="IncludesAttribute"/> on the form.</param>
    /// <returns>What the user did wrong; empty to go on.</returns>
    IReadOnlyList<CrudError> Write(TContext context, TEntity entity);

    /// <summary>The same, without blocking.</summary>
    /// <param name="context">Of this call; what is read here is tracked, and forgotten when the call fails.</param>
    /// <param name="entity">A new entity, or one that the context tracks.</param>
    /// <param name="cancellationToken">Ends the call; nothing is saved.</param>
    /// <returns>What the user did wrong; empty to go on.</returns>
    Task<IReadOnlyList<CrudError>> WriteAsync(TContext context, TEntity entity, CancellationToken cancellationToken);
}
