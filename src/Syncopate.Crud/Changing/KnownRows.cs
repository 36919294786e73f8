using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;
using Syncopate.Crud.Reading;
using Syncopate.Crud.Refusing;
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
        List<(OwnedRelation Relation, List<object?[]> Rows)>? asked = null;
        if (mayBeStale && (isLookedAt || ConcurrencyTokens.AreOwned(known.Metadata)))
            asked = RefreshRow(attempt, known, key);
        else if (mayBeStale && Attempt.HasToken(known))
            attempt.Refreshed.PutRow(known, known.GetDatabaseValues());
        if (asked is null)
        {
            asked = [];
            foreach (OwnedRelation relation in OwnedRelation.Of(known).FindAll(each => each.IsOfTable))
                asked.Add((relation, [.. RelatedRows.Owned(known, relation.Path, relation.Key)]));
        }
        asked.ForEach(ForgetMissing);
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
        List<(OwnedRelation Relation, List<object?[]> Rows)>? asked = null;
        if (mayBeStale && (isLookedAt || ConcurrencyTokens.AreOwned(known.Metadata)))
            asked = await RefreshRowAsync(attempt, known, key, cancellationToken).ConfigureAwait(false);
        else if (mayBeStale && Attempt.HasToken(known))
        {
            PropertyValues? stored = await known.GetDatabaseValuesAsync(cancellationToken).ConfigureAwait(false);
            attempt.Refreshed.PutRow(known, stored);
        }
        if (asked is null)
        {
            asked = [];
            foreach (OwnedRelation relation in OwnedRelation.Of(known).FindAll(each => each.IsOfTable))
            {
                IQueryable<object?[]> keys = RelatedRows.Owned(known, relation.Path, relation.Key);
                asked.Add((relation, await keys.ToListAsync(cancellationToken).ConfigureAwait(false)));
            }
        }
        asked.ForEach(ForgetMissing);
        await CutLinksAsync(known, KnownLinks.ByEveryRelation(known), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>The foreign keys by which rows that the context knows keep another from being deleted: those that still refer to it in the
    /// database, or that its caller has changed.</summary>
    /// <param name="attempt">Undoes what is read anew of them.</param>
    /// <param name="principal">To be deleted.</param>
    public static List<IForeignKey> Dependents(Attempt attempt, EntityEntry principal)
    {
        List<IForeignKey> found = [];
        foreach (var (key, rows) in TrackedDependents.Of(principal))
        {
            foreach (EntityEntry row in rows)
            {
                if (row.State != EntityState.Unchanged || Refers(attempt, row, row.GetDatabaseValues(), key, principal))
                {
                    found.Add(key);
                    break;
                }
            }
        }
        return found;
    }

    /// <inheritdoc cref="Dependents"/>
    public static async Task<List<IForeignKey>> DependentsAsync(
        Attempt attempt, EntityEntry principal, CancellationToken cancellationToken)
    {
        List<IForeignKey> found = [];
        foreach (var (key, rows) in TrackedDependents.Of(principal))
        {
            foreach (EntityEntry row in rows)
            {
                if (row.State != EntityState.Unchanged
                    || Refers(
                        attempt,
                        row,
                        await row.GetDatabaseValuesAsync(cancellationToken).ConfigureAwait(false),
                        key,
                        principal))
                {
                    found.Add(key);
                    break;
                }
            }
        }
        return found;
    }

    /// <summary>False where it has gone, or refers to another row by now: the context then knows it so.</summary>
    private static bool Refers(
        Attempt attempt, EntityEntry row, PropertyValues? stored, IForeignKey key, EntityEntry principal)
    {
        if (attempt.Refreshed.PutRow(row, stored))
            return TrackedDependents.Refers(row, key, principal);

        RefreshedValues.Forget(row);
        return false;
    }

    /// <summary>By one query for the row, one for each relation by which it owns rows of other tables, and one for all that it owns
    /// in its own row; in this order, as <see cref="RefreshedValues"/> asks.</summary>
    /// <returns>What was asked of other tables; null where nothing was.</returns>
    private List<(OwnedRelation Relation, List<object?[]> Rows)>? RefreshRow<TEntity>(
        Attempt attempt, EntityEntry<TEntity> known, Key key)
        where TEntity : class
    {
        List<OwnedRelation> relations = OwnedRelation.Of(known);
        if (!attempt.Refreshed.PutRow(known, known.GetDatabaseValues()) || !IsCopied(known.Metadata))
            return null;

        List<(OwnedRelation Relation, List<object?[]> Rows)> asked = [];
        foreach (OwnedRelation relation in relations)
            asked.Add((relation, [.. RelatedRows.Owned(known, relation.Path, relation.Columns)]));
        TEntity? copy = EntityPlan<TEntity>.Of(context.Model).Show.For(ignored).Read(context, key);
        PutOwned(attempt.Refreshed, known, copy, asked);
        return asked;
    }

    /// <inheritdoc cref="RefreshRow{TEntity}"/>
    private async Task<List<(OwnedRelation Relation, List<object?[]> Rows)>?> RefreshRowAsync<TEntity>(
        Attempt attempt, EntityEntry<TEntity> known, Key key, CancellationToken cancellationToken)
        where TEntity : class
    {
        List<OwnedRelation> relations = OwnedRelation.Of(known);
        PropertyValues? stored = await known.GetDatabaseValuesAsync(cancellationToken).ConfigureAwait(false);
        if (!attempt.Refreshed.PutRow(known, stored) || !IsCopied(known.Metadata))
            return null;

        List<(OwnedRelation Relation, List<object?[]> Rows)> asked = [];
        foreach (OwnedRelation relation in relations)
        {
            IQueryable<object?[]> rows = RelatedRows.Owned(known, relation.Path, relation.Columns);
            asked.Add((relation, await rows.ToListAsync(cancellationToken).ConfigureAwait(false)));
        }
        KeyQuery<TEntity> show = EntityPlan<TEntity>.Of(context.Model).Show.For(ignored);
        TEntity? copy = await show.ReadAsync(context, key, cancellationToken).ConfigureAwait(false);
        PutOwned(attempt.Refreshed, known, copy, asked);
        return asked;
    }

    /// <summary>True where a row has more than columns that can be asked for one by one.</summary>
    private static bool IsCopied(IEntityType type) =>
        OwnedKeys.NavigationsOf(type).Length > 0 || MemberEntries.Nullable(type).Any();

    private static void PutOwned(
        RefreshedValues refreshed,
        EntityEntry known,
        object? copy,
        List<(OwnedRelation Relation, List<object?[]> Rows)> asked)
    {
        refreshed.PutNullable(known, copy);
        refreshed.PutOwned(known, copy);
        foreach (var (relation, rows) in asked)
            refreshed.PutRows(relation, rows, copy);
    }

    /// <param name="asked">The keys of its rows, which other columns may follow.</param>
    private static void ForgetMissing((OwnedRelation Relation, List<object?[]> Rows) asked)
    {
        (OwnedRelation relation, List<object?[]> rows) = asked;
        if (!relation.IsOfTable)
            return;

        int length = relation.Key.Count;
        List<EntityEntry> items = [.. relation.Items.Select(each => each.Item).Where(OwnedKeys.IsStored)];
        List<object?[]> there = rows.FindAll(row => row.Take(length).All(part => part is not null));
        new RowKeys(relation.Key).Missing(items, there).ForEach(RefreshedValues.Forget);
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
