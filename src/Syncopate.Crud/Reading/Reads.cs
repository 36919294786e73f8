using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Refusing;

namespace Syncopate.Crud.Reading;

/// <summary>Reads one row.</summary>
internal sealed class Reads(DbContext context, IgnoredFilters ignored)
{
    public Result<TEntity> Detail<TEntity>(Key key)
        where TEntity : class
    {
        EntityPlan<TEntity> plan = EntityPlan<TEntity>.Of(context.Model);
        try
        {
            return Found(plan.Show.For(ignored).Read(context, key), plan.Name);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Answer<TEntity>();
        }
    }

    public async Task<Result<TEntity>> DetailAsync<TEntity>(Key key, CancellationToken cancellationToken)
        where TEntity : class
    {
        EntityPlan<TEntity> plan = EntityPlan<TEntity>.Of(context.Model);
        try
        {
            return Found(await plan.Show.For(ignored).ReadAsync(context, key, cancellationToken).ConfigureAwait(false), plan.Name);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Answer<TEntity>();
        }
    }

    public Result<TRead> Detail<TEntity, TRead>(Key key)
        where TEntity : class
        where TRead : class, IProjection<TEntity, TRead>
    {
        ReadPlan<TEntity, TRead> plan = ReadPlan<TEntity, TRead>.Of(context.Model);
        try
        {
            return Found(plan.ByKey.For(ignored).Read(context, key), plan.Name);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Answer<TRead>();
        }
    }

    public async Task<Result<TRead>> DetailAsync<TEntity, TRead>(Key key, CancellationToken cancellationToken)
        where TEntity : class
        where TRead : class, IProjection<TEntity, TRead>
    {
        ReadPlan<TEntity, TRead> plan = ReadPlan<TEntity, TRead>.Of(context.Model);
        try
        {
            return Found(await plan.ByKey.For(ignored).ReadAsync(context, key, cancellationToken).ConfigureAwait(false), plan.Name);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Answer<TRead>();
        }
    }

    public Result<T> First<TEntity, T>(IQueryable<T> query)
        where TEntity : class
        where T : class
    {
        try
        {
            return Found(query.FirstOrDefault(), EntityPlan<TEntity>.Of(context.Model).Name);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Answer<T>();
        }
    }

    public async Task<Result<T>> FirstAsync<TEntity, T>(IQueryable<T> query, CancellationToken cancellationToken)
        where TEntity : class
        where T : class
    {
        try
        {
            return Found(
                await query.FirstOrDefaultAsync(cancellationToken).ConfigureAwait(false),
                EntityPlan<TEntity>.Of(context.Model).Name);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Answer<T>();
        }
    }

    private static Result<T> Found<T>(T? row, string name)
        where T : class =>
        row is null ? Result.NotFound<T>($"This {name} does not exist.") : Result.Done(row);
}
