using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace Syncopate.Crud;

/// <summary>A context with rules of its own, for what one entity cannot know: a comparison with other rows, above all.
/// Checked before every save by <see cref="CrudService{TContext}"/>.</summary>
public interface ISaveRules
{
    /// <summary>Checks what is about to be saved. Two users can pass it at once: what must never happen belongs into a
    /// constraint of the database.</summary>
    /// <param name="changed">Added, changed and to be deleted; at least one.</param>
    /// <returns>What the user did wrong; empty to go on.</returns>
    IReadOnlyList<CrudError> Check(IReadOnlyList<EntityEntry> changed);

    /// <summary>The same, without blocking.</summary>
    /// <param name="changed">Added, changed and to be deleted; at least one.</param>
    /// <param name="cancellationToken">Ends the call; nothing is saved.</param>
    /// <returns>What the user did wrong; empty to go on.</returns>
    Task<IReadOnlyList<CrudError>> CheckAsync(IReadOnlyList<EntityEntry> changed, CancellationToken cancellationToken);
}
