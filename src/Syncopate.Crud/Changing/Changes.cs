using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Constraints;
using Syncopate.Crud.Reading;
using Syncopate.Crud.Saving;

namespace Syncopate.Crud.Changing;

/// <summary>Creates, updates and deletes one entity.</summary>
internal sealed class Changes<TContext>(TContext context, CrudRules rules)
    where TContext : DbContext
{
    private readonly SavePipeline _saves = new(context, rules);

    public Result<TEntity> Create<TEntity>(TEntity entity)
        where TEntity : class
    {
        var plan = EntityPlan<TEntity>.Of(context.Model);
        using Attempt attempt = new(context);
        try
        {
            context.Add(entity);
            return attempt.End(_saves.Save(), entity, plan.Created);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Unavailable<TEntity>();
        }
    }

    public async Task<Result<TEntity>> CreateAsync<TEntity>(TEntity entity, CancellationToken cancellationToken)
        where TEntity : class
    {
        var plan = EntityPlan<TEntity>.Of(context.Model);
        using Attempt attempt = new(context);
        try
        {
            await NewEntities.AddAsync(context, entity, cancellationToken).ConfigureAwait(false);
            return attempt.End(await _saves.SaveAsync(cancellationToken).ConfigureAwait(false), entity, plan.Created);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Unavailable<TEntity>();
        }
    }

    public Result<TEntity> Create<TEntity, TForm>(TForm form)
        where TEntity : class
        where TForm : class
    {
        var plan = FormPlan<TEntity, TForm>.Of(context.Model);
        if (_saves.Broken(form) is { Count: > 0 } broken)
            return Result.Invalid<TEntity>(broken);

        using Attempt attempt = new(context);
        try
        {
            if (plan.Make(form, context, out var refused) is not { } entity)
                return Result.Invalid<TEntity>(refused);

            context.Add(entity);
            if (form is IWritesTo<TContext, TEntity> writer && writer.Write(context, entity) is { Count: > 0 } errors)
                return Result.Invalid<TEntity>(errors);

            return attempt.End(_saves.Save(), entity, plan.Entity.Created);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Unavailable<TEntity>();
        }
    }

    public async Task<Result<TEntity>> CreateAsync<TEntity, TForm>(TForm form, CancellationToken cancellationToken)
        where TEntity : class
        where TForm : class
    {
        var plan = FormPlan<TEntity, TForm>.Of(context.Model);
        if (_saves.Broken(form) is { Count: > 0 } broken)
            return Result.Invalid<TEntity>(broken);

        using Attempt attempt = new(context);
        try
        {
            if (plan.Make(form, context, out var refused) is not { } entity)
                return Result.Invalid<TEntity>(refused);

            await NewEntities.AddAsync(context, entity, cancellationToken).ConfigureAwait(false);
            if (form is IWritesTo<TContext, TEntity> writer
                && await writer.WriteAsync(context, entity, cancellationToken).ConfigureAwait(false) is { Count: > 0 } errors)
                return Result.Invalid<TEntity>(errors);

            return attempt.End(await _saves.SaveAsync(cancellationToken).ConfigureAwait(false), entity, plan.Entity.Created);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Unavailable<TEntity>();
        }
    }

    public Result<TEntity> Update<TEntity>(TEntity entity)
        where TEntity : class
    {
        var plan = EntityPlan<TEntity>.Of(context.Model);
        using Attempt attempt = new(context);
        try
        {
            var given = context.Entry(entity);
            if (given.State == EntityState.Detached)
            {
                if (plan.Load.Read(context, plan.KeyOf(given)) is not { } stored)
                    return Missing<TEntity>(plan.Name);
                EntityPlan<TEntity>.Replace(context.Entry(stored), entity, attempt);
                entity = stored;
            }
            return attempt.EndUpdate(_saves.Save(), entity, plan.Updated);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Unavailable<TEntity>();
        }
    }

    public async Task<Result<TEntity>> UpdateAsync<TEntity>(TEntity entity, CancellationToken cancellationToken)
        where TEntity : class
    {
        var plan = EntityPlan<TEntity>.Of(context.Model);
        using Attempt attempt = new(context);
        try
        {
            var given = context.Entry(entity);
            if (given.State == EntityState.Detached)
            {
                if (await plan.Load.ReadAsync(context, plan.KeyOf(given), cancellationToken).ConfigureAwait(false) is not { } stored)
                    return Missing<TEntity>(plan.Name);
                EntityPlan<TEntity>.Replace(context.Entry(stored), entity, attempt);
                entity = stored;
            }
            return attempt.EndUpdate(await _saves.SaveAsync(cancellationToken).ConfigureAwait(false), entity, plan.Updated);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Unavailable<TEntity>();
        }
    }

    public Result<TEntity> Update<TEntity, TForm>(Key key, TForm form)
        where TEntity : class
        where TForm : class
    {
        var plan = FormPlan<TEntity, TForm>.Of(context.Model);
        if (_saves.Broken(form) is { Count: > 0 } broken)
            return Result.Invalid<TEntity>(broken);

        using Attempt attempt = new(context);
        try
        {
            if (plan.Load.Read(context, key) is not { } entity)
                return Missing<TEntity>(plan.Entity.Name);
            if (plan.Apply(form, context.Entry(entity), attempt) is { Count: > 0 } refused)
                return Result.Invalid<TEntity>(refused);
            if (form is IWritesTo<TContext, TEntity> writer && writer.Write(context, entity) is { Count: > 0 } errors)
                return Result.Invalid<TEntity>(errors);

            return attempt.EndUpdate(_saves.Save(), entity, plan.Entity.Updated);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Unavailable<TEntity>();
        }
    }

    public async Task<Result<TEntity>> UpdateAsync<TEntity, TForm>(Key key, TForm form, CancellationToken cancellationToken)
        where TEntity : class
        where TForm : class
    {
        var plan = FormPlan<TEntity, TForm>.Of(context.Model);
        if (_saves.Broken(form) is { Count: > 0 } broken)
            return Result.Invalid<TEntity>(broken);

        using Attempt attempt = new(context);
        try
        {
            if (await plan.Load.ReadAsync(context, key, cancellationToken).ConfigureAwait(false) is not { } entity)
                return Missing<TEntity>(plan.Entity.Name);
            if (plan.Apply(form, context.Entry(entity), attempt) is { Count: > 0 } refused)
                return Result.Invalid<TEntity>(refused);
            if (form is IWritesTo<TContext, TEntity> writer
                && await writer.WriteAsync(context, entity, cancellationToken).ConfigureAwait(false) is { Count: > 0 } errors)
                return Result.Invalid<TEntity>(errors);

            return attempt.EndUpdate(await _saves.SaveAsync(cancellationToken).ConfigureAwait(false), entity, plan.Entity.Updated);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Unavailable<TEntity>();
        }
    }

    public Result<TEntity> Delete<TEntity>(Key key, Func<TContext, TEntity, IReadOnlyList<CrudError>>? before)
        where TEntity : class
    {
        var plan = EntityPlan<TEntity>.Of(context.Model);
        using Attempt attempt = new(context);
        try
        {
            if (plan.Load.Read(context, key) is not { } entity)
                return Missing<TEntity>(plan.Name);
            if (before?.Invoke(context, entity) is { Count: > 0 } errors)
                return Result.Invalid<TEntity>(errors);
            if (TrackedDependents.Of(context.Entry(entity)) is { Count: > 0 } dependents)
                return Result.Invalid<TEntity>(new ConstraintErrors(context, rules.Messages).StillReferenced(dependents, plan.Type));

            context.Remove(entity);
            return attempt.End(_saves.Save(), entity, plan.Deleted);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Unavailable<TEntity>();
        }
    }

    public async Task<Result<TEntity>> DeleteAsync<TEntity>(
        Key key, Func<TContext, TEntity, CancellationToken, Task<IReadOnlyList<CrudError>>>? before, CancellationToken cancellationToken)
        where TEntity : class
    {
        var plan = EntityPlan<TEntity>.Of(context.Model);
        using Attempt attempt = new(context);
        try
        {
            if (await plan.Load.ReadAsync(context, key, cancellationToken).ConfigureAwait(false) is not { } entity)
                return Missing<TEntity>(plan.Name);
            if (before is not null && await before(context, entity, cancellationToken).ConfigureAwait(false) is { Count: > 0 } errors)
                return Result.Invalid<TEntity>(errors);
            if (TrackedDependents.Of(context.Entry(entity)) is { Count: > 0 } dependents)
                return Result.Invalid<TEntity>(new ConstraintErrors(context, rules.Messages).StillReferenced(dependents, plan.Type));

            context.Remove(entity);
            return attempt.End(await _saves.SaveAsync(cancellationToken).ConfigureAwait(false), entity, plan.Deleted);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Unavailable<TEntity>();
        }
    }

    private static Result<TEntity> Missing<TEntity>(string name) => Result.NotFound<TEntity>($"This {name} does not exist.");
}
