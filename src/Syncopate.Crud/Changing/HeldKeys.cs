using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Syncopate.Crud.Refusing;
using Syncopate.Crud.Saving;

namespace Syncopate.Crud.Changing;

/// <summary>The keys of new entities beside those that the context holds. What it has known for long may be in the database no longer:
/// whoever has such a key there is asked, before a new row with it is refused.</summary>
internal sealed class HeldKeys(DbContext context, IReadOnlyDictionary<string, string> messages)
{
    /// <summary>What is wrong with the keys of a new entity, and of all that is new behind it; null when nothing is.</summary>
    /// <param name="attempt">Takes back what the context forgets here.</param>
    /// <param name="entity">Not tracked yet.</param>
    public CrudError? ErrorOf(Attempt attempt, object entity)
    {
        CrudError? error = NewKeys.ErrorOf(context, entity, attempt.FoundRows, messages);
        if (error is null || !attempt.FoundRows)
            return error;

        bool isStale = false;
        foreach (EntityEntry holder in NewKeys.Holders(context, entity))
            isStale |= Forgets(holder, holder.GetDatabaseValues());
        return isStale ? NewKeys.ErrorOf(context, entity, attempt.FoundRows, messages) : error;
    }

    /// <inheritdoc cref="ErrorOf"/>
    public async Task<CrudError?> ErrorOfAsync(Attempt attempt, object entity, CancellationToken cancellationToken)
    {
        CrudError? error = NewKeys.ErrorOf(context, entity, attempt.FoundRows, messages);
        if (error is null || !attempt.FoundRows)
            return error;

        bool isStale = false;
        foreach (EntityEntry holder in NewKeys.Holders(context, entity))
            isStale |= Forgets(holder, await holder.GetDatabaseValuesAsync(cancellationToken).ConfigureAwait(false));
        return isStale ? NewKeys.ErrorOf(context, entity, attempt.FoundRows, messages) : error;
    }

    /// <summary>Has the context forget a row that has gone, or has another key by now: no key of what is tracked can be changed.
    /// </summary>
    private static bool Forgets(EntityEntry holder, PropertyValues? stored)
    {
        bool isSame = stored is not null && holder.Metadata.GetKeys()
            .SelectMany(key => key.Properties)
            .All(part => part.GetKeyValueComparer().Equals(holder.Property(part).CurrentValue, stored[part]));
        if (!isSame)
            RefreshedValues.Forget(holder);
        return !isSame;
    }
}
