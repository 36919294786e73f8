using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
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
        RefreshRow(attempt, known, key);
        CutLinks(known, KnownLinks.ByRelation(known));
    }

    /// <inheritdoc cref="Refresh{TEntity}"/>
    public async Task RefreshAsync<TEntity>(
        Attempt attempt, EntityEntry<TEntity> known, Key key, CancellationToken cancellationToken)
        where TEntity : class
    {
        await RefreshRowAsync(attempt, known, key, cancellationToken).ConfigureAwait(false);
        await CutLinksAsync(known, KnownLinks.ByRelation(known), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>The same of a row that is to be deleted. Where no code of the application looks at it first, only what would
    /// keep it from being deleted: the token of a version that has gone, and items of its lists and links that have, those among
    /// these for which only the other side has a member.</summary>
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
            RefreshRow(attempt, known, key);
        else if (mayBeStale && Attempt.HasToken(known))
            attempt.Refresh(known, known.GetDatabaseValues());
        foreach (var (list, items) in OwnedKeys.Lists(known))
            OwnedRows.Of(list).Gone(known, items).ForEach(Forget);
        CutLinks(known, KnownLinks.ByEveryRelation(known));
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
            await RefreshRowAsync(attempt, known, key, cancellationToken).ConfigureAwait(false);
        else if (mayBeStale && Attempt.HasToken(known))
            attempt.Refresh(known, await known.GetDatabaseValuesAsync(cancellationToken).ConfigureAwait(false));
        foreach (var (list, items) in OwnedKeys.Lists(known))
        {
            List<EntityEntry> gone =
                await OwnedRows.Of(list).GoneAsync(known, items, cancellationToken).ConfigureAwait(false);
            gone.ForEach(Forget);
        }
        await CutLinksAsync(known, KnownLinks.ByEveryRelation(known), cancellationToken).ConfigureAwait(false);
    }

    private void RefreshRow<TEntity>(Attempt attempt, EntityEntry<TEntity> known, Key key)
        where TEntity : class
    {
        attempt.Refresh(known, known.GetDatabaseValues());
        if (OwnedKeys.NavigationsOf(known.Metadata).Length > 0)
            attempt.RefreshOwned(known, EntityPlan<TEntity>.Of(context.Model).Show.For(ignored).Read(context, key));
        OwnedKeys.Unpaired(known).ForEach(item => attempt.Refresh(item, item.GetDatabaseValues()));
    }

    private async Task RefreshRowAsync<TEntity>(
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
    }

    /// <summary>An item that has gone, with what it owns: EF Core would delete it anew, and find none.</summary>
    private static void Forget(EntityEntry item)
    {
        foreach (EntityEntry entry in (EntityEntry[])[.. OwnedKeys.Within(item), item])
            entry.State = EntityState.Detached;
    }

    private static void CutLinks(EntityEntry known, List<(ISkipNavigation Link, List<EntityEntry> Rows)> relations)
    {
        foreach (var (link, rows) in relations)
            KnownLinks.Cut(known, link, LinkRows.Of(link).Gone(known, rows));
    }

    private static async Task CutLinksAsync(
        EntityEntry known,
        List<(ISkipNavigation Link, List<EntityEntry> Rows)> relations,
        CancellationToken cancellationToken)
    {
        foreach (var (link, rows) in relations)
        {
            List<EntityEntry> gone =
                await LinkRows.Of(link).GoneAsync(known, rows, cancellationToken).ConfigureAwait(false);
            KnownLinks.Cut(known, link, gone);
        }
    }
}
