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
        if (mayBeStale && (isLookedAt || ConcurrencyTokens.AreOwned(known.Metadata)))
            RefreshRow(attempt, known, key);
        else if (mayBeStale && Attempt.HasToken(known))
            attempt.Refreshed.PutRow(known, known.GetDatabaseValues());
        foreach (OwnedRelation relation in OwnedRelation.Of(known).FindAll(each => each.IsOfTable))
            ForgetMissing(relation, [.. RelatedRows.Owned(known, relation.Path, relation.Key)]);
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
        if (mayBeStale && (isLookedAt || ConcurrencyTokens.AreOwned(known.Metadata)))
            await RefreshRowAsync(attempt, known, key, cancellationToken).ConfigureAwait(false);
        else if (mayBeStale && Attempt.HasToken(known))
        {
            PropertyValues? stored = await known.GetDatabaseValuesAsync(cancellationToken).ConfigureAwait(false);
            attempt.Refreshed.PutRow(known, stored);
        }
        foreach (OwnedRelation relation in OwnedRelation.Of(known).FindAll(each => each.IsOfTable))
        {
            ForgetMissing(
                relation,
                await RelatedRows.Owned(known, relation.Path, relation.Key).ToListAsync(cancellationToken)
                    .ConfigureAwait(false));
        }
        await CutLinksAsync(known, KnownLinks.ByEveryRelation(known), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>By one query for the row, one for each relation by which it owns rows of other tables, and one for all that it owns
    /// in its own row; in this order, as <see cref="RefreshedValues"/> asks.</summary>
    private void RefreshRow<TEntity>(Attempt attempt, EntityEntry<TEntity> known, Key key)
        where TEntity : class
    {
        List<OwnedRelation> relations = OwnedRelation.Of(known);
        if (!attempt.Refreshed.PutRow(known, known.GetDatabaseValues()) || !IsCopied(known.Metadata))
            return;

        List<List<object?[]>> rows = [];
        foreach (OwnedRelation relation in relations)
            rows.Add([.. RelatedRows.Owned(known, relation.Path, relation.Columns)]);
        TEntity? copy = EntityPlan<TEntity>.Of(context.Model).Show.For(ignored).Read(context, key);
        PutOwned(attempt.Refreshed, known, copy, relations, rows);
    }

    private async Task RefreshRowAsync<TEntity>(
        Attempt attempt, EntityEntry<TEntity> known, Key key, CancellationToken cancellationToken)
        where TEntity : class
    {
        List<OwnedRelation> relations = OwnedRelation.Of(known);
        PropertyValues? stored = await known.GetDatabaseValuesAsync(cancellationToken).ConfigureAwait(false);
        if (!attempt.Refreshed.PutRow(known, stored) || !IsCopied(known.Metadata))
            return;

        List<List<object?[]>> rows = [];
        foreach (OwnedRelation relation in relations)
        {
            rows.Add(await RelatedRows.Owned(known, relation.Path, relation.Columns).ToListAsync(cancellationToken)
                .ConfigureAwait(false));
        }
        KeyQuery<TEntity> show = EntityPlan<TEntity>.Of(context.Model).Show.For(ignored);
        TEntity? copy = await show.ReadAsync(context, key, cancellationToken).ConfigureAwait(false);
        PutOwned(attempt.Refreshed, known, copy, relations, rows);
    }

    /// <summary>True where a row has more than columns that can be asked for one by one.</summary>
    private static bool IsCopied(IEntityType type) =>
        OwnedKeys.NavigationsOf(type).Length > 0 || MemberEntries.Nullable(type).Any();

    private static void PutOwned(
        RefreshedValues refreshed,
        EntityEntry known,
        object? copy,
        List<OwnedRelation> relations,
        List<List<object?[]>> rows)
    {
        refreshed.PutNullable(known, copy);
        refreshed.PutOwned(known, copy);
        for (int i = 0; i < relations.Count; i++)
            refreshed.PutRows(relations[i], rows[i], copy);
    }

    private static void ForgetMissing(OwnedRelation relation, List<object?[]> there)
    {
        List<EntityEntry> items = [.. relation.Items.Select(each => each.Item).Where(OwnedKeys.IsStored)];
        new RowKeys(relation.Key).Missing(items, there.FindAll(key => !Array.Exists(key, part => part is null)))
            .ForEach(RefreshedValues.Forget);
    }

    private static void CutLinks(EntityEntry known, List<(ISkipNavigation Link, List<EntityEntry> Rows)> relations)
    {
        foreach (var (link, rows) in relations)
        {
            IReadOnlyList<IProperty> key = KeyOf(link);
            KnownLinks.Cut(known, link, new RowKeys(key).Missing(rows, [.. RelatedRows.Between(known, link, key)]));
        }
    }

    private static async Task CutLinksAsync(
        EntityEntry known,
        List<(ISkipNavigation Link, List<EntityEntry> Rows)> relations,
        CancellationToken cancellationToken)
    {
        foreach (var (link, rows) in relations)
        {
            IReadOnlyList<IProperty> key = KeyOf(link);
            List<object?[]> there =
                await RelatedRows.Between(known, link, key).ToListAsync(cancellationToken).ConfigureAwait(false);
            KnownLinks.Cut(known, link, new RowKeys(key).Missing(rows, there));
        }
    }

    private static IReadOnlyList<IProperty> KeyOf(ISkipNavigation link) =>
        link.JoinEntityType.FindPrimaryKey()?.Properties ?? [];
}
