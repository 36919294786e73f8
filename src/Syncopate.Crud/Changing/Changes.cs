using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Syncopate.Crud.Mapping;
using Syncopate.Crud.Reading;
using Syncopate.Crud.Refusing;
using Syncopate.Crud.Saving;

namespace Syncopate.Crud.Changing;

/// <summary>Creates, updates and deletes one entity.</summary>
internal sealed class Changes<TContext>(TContext context, CrudRules rules, IgnoredFilters ignored)
    where TContext : DbContext
{
    private readonly SavePipeline _saves = new(context, rules);
    private readonly KnownRows _known = new(context, ignored);
    private readonly HeldKeys _keys = new(context, rules.Messages);

    public Result<TEntity> Create<TEntity>(TEntity entity)
        where TEntity : class
    {
        EntityPlan<TEntity> plan = EntityPlan<TEntity>.Of(context.Model);
        _saves.RequireSynchronous();
        using Attempt attempt = new(context);
        try
        {
            if (_keys.ErrorOf(attempt, entity) is { } error)
                return Result.Invalid<TEntity>(error);

            attempt.Follow(context.Add(entity), version: null);
            return attempt.End(_saves.Save(attempt), Result.Done(entity), plan.Created);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Answer<TEntity>();
        }
    }

    public async Task<Result<TEntity>> CreateAsync<TEntity>(TEntity entity, CancellationToken cancellationToken)
        where TEntity : class
    {
        EntityPlan<TEntity> plan = EntityPlan<TEntity>.Of(context.Model);
        using Attempt attempt = new(context);
        try
        {
            if (await _keys.ErrorOfAsync(attempt, entity, cancellationToken).ConfigureAwait(false) is { } error)
                return Result.Invalid<TEntity>(error);

            attempt.Follow(await NewEntities.AddAsync(context, entity, cancellationToken).ConfigureAwait(false), version: null);
            return attempt.End(await _saves.SaveAsync(attempt, cancellationToken).ConfigureAwait(false), Result.Done(entity), plan.Created);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Answer<TEntity>();
        }
    }

    public Result<TEntity> Create<TEntity, TForm>(TForm form)
        where TEntity : class
        where TForm : class
    {
        FormPlan<TEntity, TForm> plan = FormPlan<TEntity, TForm>.Of(context.Model);
        _saves.RequireSynchronous();
        if (_saves.Broken(form) is { Count: > 0 } broken)
            return Result.Invalid<TEntity>(broken);

        using Attempt attempt = new(context);
        try
        {
            if (_saves.BrokenByItself(form, attempt) is { Count: > 0 } own)
                return Result.Invalid<TEntity>(own);
            Result<TEntity> made = plan.Make(form, context, attempt);
            if (!made.IsDone)
                return made;

            if (_keys.ErrorOf(attempt, made.Value) is { } error)
                return Result.Invalid<TEntity>(error);

            attempt.Follow(context.Add(made.Value), version: null);
            if (attempt.LetIn(form as IWritesTo<TContext, TEntity>) is { } writer
                && writer.Write(context, made.Value) is { Count: > 0 } errors)
                return Result.Invalid<TEntity>(errors);

            return attempt.End(_saves.Save(attempt), made, plan.Entity.Created);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Answer<TEntity>();
        }
    }

    public async Task<Result<TEntity>> CreateAsync<TEntity, TForm>(TForm form, CancellationToken cancellationToken)
        where TEntity : class
        where TForm : class
    {
        FormPlan<TEntity, TForm> plan = FormPlan<TEntity, TForm>.Of(context.Model);
        if (_saves.Broken(form) is { Count: > 0 } broken)
            return Result.Invalid<TEntity>(broken);

        using Attempt attempt = new(context);
        try
        {
            if (_saves.BrokenByItself(form, attempt) is { Count: > 0 } own)
                return Result.Invalid<TEntity>(own);
            Result<TEntity> made = await plan.MakeAsync(form, context, attempt, cancellationToken).ConfigureAwait(false);
            if (!made.IsDone)
                return made;

            if (await _keys.ErrorOfAsync(attempt, made.Value, cancellationToken).ConfigureAwait(false) is { } error)
                return Result.Invalid<TEntity>(error);

            attempt.Follow(await NewEntities.AddAsync(context, made.Value, cancellationToken).ConfigureAwait(false), version: null);
            if (attempt.LetIn(form as IWritesTo<TContext, TEntity>) is { } writer
                && await writer.WriteAsync(context, made.Value, cancellationToken).ConfigureAwait(false) is { Count: > 0 } errors)
                return Result.Invalid<TEntity>(errors);

            return attempt.End(await _saves.SaveAsync(attempt, cancellationToken).ConfigureAwait(false), made, plan.Entity.Created);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Answer<TEntity>();
        }
    }

    public Result<TEntity> Update<TEntity>(TEntity entity)
        where TEntity : class
    {
        EntityPlan<TEntity> plan = EntityPlan<TEntity>.Of(context.Model);
        _saves.RequireSynchronous();
        using Attempt attempt = new(context);
        try
        {
            EntityEntry<TEntity> given = context.Entry(entity);
            if (given.State == EntityState.Detached)
            {
                if (plan.MissingKey(given) is { } missing)
                    return Result.Invalid<TEntity>(missing);
                if (plan.Load.For(ignored).Read(context, plan.KeyOf(given)) is not { } stored || IsGone(stored))
                    return Missing<TEntity>(plan.Name);
                if (!given.Metadata.IsAssignableFrom(context.Entry(stored).Metadata))
                    return Missing<TEntity>(EntityName.Of(given.Metadata));
                if (plan.KeyValues.Changed(stored, entity) is { Count: > 0 } errors)
                    return Result.Invalid<TEntity>(errors);
                if (RequiredValues.Missing(given.Metadata, entity) is { Count: > 0 } nulls)
                    return Result.Invalid<TEntity>(nulls);
                if (OwnedKeys.Twice(given.Metadata, entity) is { } twice)
                    return Twice<TEntity>(twice);
                if (context.Entry(stored) is var known && attempt.Knew(known)
                    && Attempt.MayBeStale(known, OwnedValues.Seen(known, entity)))
                {
                    _known.Refresh(attempt, known, plan.KeyOf(given));
                }
                if (OwnedValues.HasGone(known, entity))
                    return Late(known);
                attempt.LetWrite(known);
                OwnedValues.Replace(context.Entry(stored), entity, attempt);
                entity = stored;
            }
            else if (given.State == EntityState.Deleted)
                return Missing<TEntity>(plan.Name);
            else
                attempt.LetWritten(given);
            string message = context.Entry(entity).State == EntityState.Added ? plan.Created : plan.Updated;
            attempt.Follow(context.Entry(entity), plan.Version);
            return attempt.EndUpdate(_saves.Save(attempt), Result.Done(entity), message);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Answer<TEntity>();
        }
    }

    public async Task<Result<TEntity>> UpdateAsync<TEntity>(TEntity entity, CancellationToken cancellationToken)
        where TEntity : class
    {
        EntityPlan<TEntity> plan = EntityPlan<TEntity>.Of(context.Model);
        using Attempt attempt = new(context);
        try
        {
            EntityEntry<TEntity> given = context.Entry(entity);
            if (given.State == EntityState.Detached)
            {
                if (plan.MissingKey(given) is { } missing)
                    return Result.Invalid<TEntity>(missing);
                Task<TEntity?> found = plan.Load.For(ignored).ReadAsync(context, plan.KeyOf(given), cancellationToken);
                if (await found.ConfigureAwait(false) is not { } stored || IsGone(stored))
                    return Missing<TEntity>(plan.Name);
                if (!given.Metadata.IsAssignableFrom(context.Entry(stored).Metadata))
                    return Missing<TEntity>(EntityName.Of(given.Metadata));
                if (plan.KeyValues.Changed(stored, entity) is { Count: > 0 } errors)
                    return Result.Invalid<TEntity>(errors);
                if (RequiredValues.Missing(given.Metadata, entity) is { Count: > 0 } nulls)
                    return Result.Invalid<TEntity>(nulls);
                if (OwnedKeys.Twice(given.Metadata, entity) is { } twice)
                    return Twice<TEntity>(twice);
                if (context.Entry(stored) is var known && attempt.Knew(known)
                    && Attempt.MayBeStale(known, OwnedValues.Seen(known, entity)))
                {
                    await _known.RefreshAsync(attempt, known, plan.KeyOf(given), cancellationToken)
                        .ConfigureAwait(false);
                }
                if (OwnedValues.HasGone(known, entity))
                    return await LateAsync(known, cancellationToken).ConfigureAwait(false);
                attempt.LetWrite(known);
                OwnedValues.Replace(context.Entry(stored), entity, attempt);
                entity = stored;
            }
            else if (given.State == EntityState.Deleted)
                return Missing<TEntity>(plan.Name);
            else
                attempt.LetWritten(given);
            string message = context.Entry(entity).State == EntityState.Added ? plan.Created : plan.Updated;
            attempt.Follow(context.Entry(entity), plan.Version);
            return attempt.EndUpdate(
                await _saves.SaveAsync(attempt, cancellationToken).ConfigureAwait(false),
                Result.Done(entity),
                message);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Answer<TEntity>();
        }
    }

    public Result<TEntity> Update<TEntity, TForm>(Key key, TForm form)
        where TEntity : class
        where TForm : class
    {
        FormPlan<TEntity, TForm> plan = FormPlan<TEntity, TForm>.Of(context.Model);
        _saves.RequireSynchronous();
        if (_saves.Broken(form) is { Count: > 0 } broken)
            return Result.Invalid<TEntity>(broken);

        using Attempt attempt = new(context);
        try
        {
            if (_saves.BrokenByItself(form, attempt) is { Count: > 0 } own)
                return Result.Invalid<TEntity>(own);
            if (plan.Load.For(ignored).Read(context, key) is not { } entity || IsGone(entity))
                return Missing<TEntity>(plan.Entity.Name);
            EntityEntry<TEntity> entry = context.Entry(entity);
            if (attempt.Knew(entry) && Attempt.MayBeStale(entry, plan.Seen(form, entry)))
                _known.Refresh(attempt, entry, key);
            if (plan.HasGone(form, entry))
                return Late(entry);
            attempt.Follow(entry, plan.Entity.Version);
            attempt.LetWrite(entry);
            Result<TEntity> applied = plan.Apply(form, entry, attempt);
            if (!applied.IsDone)
                return applied;
            if (attempt.LetIn(form as IWritesTo<TContext, TEntity>) is { } writer && writer.Write(context, entity) is { Count: > 0 } errors)
                return Result.Invalid<TEntity>(errors);
            if (OwnedKeys.Twice(entry.Metadata, entity) is { } twice)
                return Twice<TEntity>(twice);

            return attempt.EndUpdate(_saves.Save(attempt), applied, plan.Entity.Updated);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Answer<TEntity>();
        }
    }

    public async Task<Result<TEntity>> UpdateAsync<TEntity, TForm>(
        Key key, TForm form, CancellationToken cancellationToken)
        where TEntity : class
        where TForm : class
    {
        FormPlan<TEntity, TForm> plan = FormPlan<TEntity, TForm>.Of(context.Model);
        if (_saves.Broken(form) is { Count: > 0 } broken)
            return Result.Invalid<TEntity>(broken);

        using Attempt attempt = new(context);
        try
        {
            if (_saves.BrokenByItself(form, attempt) is { Count: > 0 } own)
                return Result.Invalid<TEntity>(own);
            Task<TEntity?> found = plan.Load.For(ignored).ReadAsync(context, key, cancellationToken);
            if (await found.ConfigureAwait(false) is not { } entity || IsGone(entity))
                return Missing<TEntity>(plan.Entity.Name);
            EntityEntry<TEntity> entry = context.Entry(entity);
            if (attempt.Knew(entry) && Attempt.MayBeStale(entry, plan.Seen(form, entry)))
                await _known.RefreshAsync(attempt, entry, key, cancellationToken).ConfigureAwait(false);
            if (plan.HasGone(form, entry))
                return await LateAsync(entry, cancellationToken).ConfigureAwait(false);
            attempt.Follow(entry, plan.Entity.Version);
            attempt.LetWrite(entry);
            Result<TEntity> applied = await plan.ApplyAsync(form, entry, attempt, cancellationToken).ConfigureAwait(false);
            if (!applied.IsDone)
                return applied;
            if (attempt.LetIn(form as IWritesTo<TContext, TEntity>) is { } writer
                && await writer.WriteAsync(context, entity, cancellationToken).ConfigureAwait(false) is { Count: > 0 } errors)
                return Result.Invalid<TEntity>(errors);
            if (OwnedKeys.Twice(entry.Metadata, entity) is { } twice)
                return Twice<TEntity>(twice);

            return attempt.EndUpdate(
                await _saves.SaveAsync(attempt, cancellationToken).ConfigureAwait(false), applied, plan.Entity.Updated);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Answer<TEntity>();
        }
    }

    public Result<TEntity> Delete<TEntity>(Key key, Func<TContext, TEntity, IReadOnlyList<CrudError>>? before)
        where TEntity : class
    {
        EntityPlan<TEntity> plan = EntityPlan<TEntity>.Of(context.Model);
        _saves.RequireSynchronous();
        using Attempt attempt = new(context);
        try
        {
            if (plan.Load.For(ignored).Read(context, key) is not { } entity)
                return Missing<TEntity>(plan.Name);
            _known.RefreshDeleted(attempt, context.Entry(entity), key, isLookedAt: before is not null);
            if (attempt.LetIn(before)?.Invoke(context, entity) is { Count: > 0 } errors)
                return Result.Invalid<TEntity>(errors);
            if (KnownRows.Dependents(attempt, context.Entry(entity)) is { Count: > 0 } dependents)
                return Result.Invalid<TEntity>(new ConstraintErrors(context, rules.Messages).StillReferenced(dependents, plan.Type));

            context.Remove(entity);
            return attempt.End(_saves.Save(attempt), Result.Done(entity), plan.Deleted);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Answer<TEntity>();
        }
    }

    public async Task<Result<TEntity>> DeleteAsync<TEntity>(
        Key key, Func<TContext, TEntity, CancellationToken, Task<IReadOnlyList<CrudError>>>? before, CancellationToken cancellationToken)
        where TEntity : class
    {
        EntityPlan<TEntity> plan = EntityPlan<TEntity>.Of(context.Model);
        using Attempt attempt = new(context);
        try
        {
            if (await plan.Load.For(ignored).ReadAsync(context, key, cancellationToken).ConfigureAwait(false) is not { } entity)
                return Missing<TEntity>(plan.Name);
            await _known.RefreshDeletedAsync(attempt, context.Entry(entity), key, before is not null, cancellationToken)
                .ConfigureAwait(false);
            if (attempt.LetIn(before) is { } own
                && await own(context, entity, cancellationToken).ConfigureAwait(false) is { Count: > 0 } errors)
                return Result.Invalid<TEntity>(errors);
            if (await KnownRows.DependentsAsync(attempt, context.Entry(entity), cancellationToken).ConfigureAwait(false)
                is { Count: > 0 } dependents)
                return Result.Invalid<TEntity>(new ConstraintErrors(context, rules.Messages).StillReferenced(dependents, plan.Type));

            context.Remove(entity);
            return attempt.End(await _saves.SaveAsync(attempt, cancellationToken).ConfigureAwait(false), Result.Done(entity), plan.Deleted);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Answer<TEntity>();
        }
    }

    /// <summary>True for a row that the caller has marked to be deleted: a save would delete it, and change nothing.</summary>
    private bool IsGone(object entity) => context.Entry(entity).State == EntityState.Deleted;

    private Result<TEntity> Twice<TEntity>(Microsoft.EntityFrameworkCore.Metadata.IKey key) =>
        Result.Invalid<TEntity>(new ConstraintErrors(context, rules.Messages).TakenInList(key));

    /// <summary>Somebody else has removed what the call says that its user saw.</summary>
    private static Result<TEntity> Late<TEntity>(EntityEntry<TEntity> entry)
        where TEntity : class =>
        Refusal.Conflict(exception: null, entry.Metadata, entry.GetDatabaseValues(), parts: []).Of<TEntity>();

    /// <inheritdoc cref="Late{TEntity}"/>
    private static async Task<Result<TEntity>> LateAsync<TEntity>(
        EntityEntry<TEntity> entry, CancellationToken cancellationToken)
        where TEntity : class
    {
        PropertyValues? current = await entry.GetDatabaseValuesAsync(cancellationToken).ConfigureAwait(false);
        return Refusal.Conflict(exception: null, entry.Metadata, current, parts: []).Of<TEntity>();
    }

    private static Result<TEntity> Missing<TEntity>(string name) => Result.NotFound<TEntity>($"This {name} does not exist.");
}
