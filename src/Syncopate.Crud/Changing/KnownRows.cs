using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Syncopate.Crud.Mapping;
using Syncopate.Crud.Reading;
using Syncopate.Crud.Saving;

namespace Syncopate.Crud.Changing;

/// <summary>Rows that a context has known since before a call, and that somebody else may have changed since.</summary>
internal sealed class KnownRows(DbContext context, IgnoredFilters ignored)
{
    /// <summary>Has the context know what the row has now, what it owns, and which links to others have gone.</summary>
    public void Refresh<TEntity>(Attempt attempt, EntityEntry<TEntity> known, Key key)
        where TEntity : class
    {
        attempt.Refresh(known, known.GetDatabaseValues());
        if (OwnedKeys.NavigationsOf(known.Metadata).Length > 0)
            attempt.RefreshOwned(known, EntityPlan<TEntity>.Of(context.Model).Show.For(ignored).Read(context, key));
        OwnedKeys.Unpaired(known).ForEach(item => attempt.Refresh(item, item.GetDatabaseValues()));
        CutLinks(known);
    }

    /// <inheritdoc cref="Refresh{TEntity}"/>
    public async Task RefreshAsync<TEntity>(
        Attempt attempt, EntityEntry<TEntity> known, Key key, CancellationToken cancellationToken)
        where TEntity : class
    {
        attempt.Refresh(known, await known.GetDatabaseValuesAsync(cancellationToken).ConfigureAwait(false));
        if (OwnedKeys.NavigationsOf(known.Metadata).Length > 0)
        {
            KeyQuery<TEntity> show = EntityPlan<TEntity>.Of(context.Model).Show.For(ignored);
            attempt.RefreshOwned(known, await show.ReadAsync(context, key, cancellationToken).ConfigureAwait(false));
        }
        foreach (EntityEntry item in OwnedKeys.Unpaired(known))
            attempt.Refresh(item, await item.GetDatabaseValuesAsync(cancellationToken).ConfigureAwait(false));
        await CutLinksAsync(known, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>The same of a row that is to be deleted. Where no code of the application looks at it first, only what would
    /// keep it from being deleted: the token of a version that has gone, and links that have.</summary>
    /// <param name="attempt">Undoes it.</param>
    /// <param name="known">Tracked.</param>
    /// <param name="key">Its key.</param>
    /// <param name="isLookedAt">Whether code of the application looks at it.</param>
    public void RefreshDeleted<TEntity>(Attempt attempt, EntityEntry<TEntity> known, Key key, bool isLookedAt)
        where TEntity : class
    {
        if (!attempt.Knew(known))
            return;

        bool mayBeStale = Attempt.MayBeStale(known, SeenToken.Untold);
        if (mayBeStale && isLookedAt)
        {
            Refresh(attempt, known, key);
            return;
        }

        if (mayBeStale && Attempt.HasToken(known))
            attempt.Refresh(known, known.GetDatabaseValues());
        CutLinks(known);
    }

    /// <inheritdoc cref="RefreshDeleted{TEntity}"/>
    public async Task RefreshDeletedAsync<TEntity>(
        Attempt attempt, EntityEntry<TEntity> known, Key key, bool isLookedAt, CancellationToken cancellationToken)
        where TEntity : class
    {
        if (!attempt.Knew(known))
            return;

        bool mayBeStale = Attempt.MayBeStale(known, SeenToken.Untold);
        if (mayBeStale && isLookedAt)
        {
            await RefreshAsync(attempt, known, key, cancellationToken).ConfigureAwait(false);
            return;
        }

        if (mayBeStale && Attempt.HasToken(known))
            attempt.Refresh(known, await known.GetDatabaseValuesAsync(cancellationToken).ConfigureAwait(false));
        await CutLinksAsync(known, cancellationToken).ConfigureAwait(false);
    }

    private static void CutLinks(EntityEntry known)
    {
        List<EntityEntry> gone = [];
        foreach (var (link, rows) in KnownLinks.ByRelation(known))
            gone.AddRange(LinkRows.Of(link).Gone(known, rows));
        KnownLinks.Cut(known, gone);
    }

    private static async Task CutLinksAsync(EntityEntry known, CancellationToken cancellationToken)
    {
        List<EntityEntry> gone = [];
        foreach (var (link, rows) in KnownLinks.ByRelation(known))
            gone.AddRange(await LinkRows.Of(link).GoneAsync(known, rows, cancellationToken).ConfigureAwait(false));
        KnownLinks.Cut(known, gone);
    }
}
