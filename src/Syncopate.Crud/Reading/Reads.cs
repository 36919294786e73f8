using Microsoft.EntityFrameworkCore;
using Syncopate.Crud.Listing;
using Syncopate.Crud.Saving;

namespace Syncopate.Crud.Reading;

/// <summary>Reads one row, or a page of them.</summary>
internal sealed class Reads(DbContext context, CrudRules rules, IgnoredFilters ignored)
{
    public Result<TEntity> Detail<TEntity>(Key key)
        where TEntity : class
    {
        var plan = EntityPlan<TEntity>.Of(context.Model);
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
        var plan = EntityPlan<TEntity>.Of(context.Model);
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
        var plan = ReadPlan<TEntity, TRead>.Of(context.Model);
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
        var plan = ReadPlan<TEntity, TRead>.Of(context.Model);
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
            return Found(await query.FirstOrDefaultAsync(cancellationToken).ConfigureAwait(false), EntityPlan<TEntity>.Of(context.Model).Name);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Answer<T>();
        }
    }

    public Result<Page<TRead>> List<TEntity, TRead>(ListRequest<TEntity, TRead> request)
        where TEntity : class
        where TRead : class, IProjection<TEntity, TRead>
    {
        var rows = new Rows<TEntity, TRead>(context, rules, request, ignored);
        if (rows.Errors.Count > 0)
            return Result.Invalid<Page<TRead>>(rows.Errors);

        try
        {
            int? total = request.Counts ? rows.All.Count() : null;
            return rows.Page(rows.OnPage.ToList(), total);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Answer<Page<TRead>>();
        }
    }

    public async Task<Result<Page<TRead>>> ListAsync<TEntity, TRead>(ListRequest<TEntity, TRead> request, CancellationToken cancellationToken)
        where TEntity : class
        where TRead : class, IProjection<TEntity, TRead>
    {
        var rows = new Rows<TEntity, TRead>(context, rules, request, ignored);
        if (rows.Errors.Count > 0)
            return Result.Invalid<Page<TRead>>(rows.Errors);

        try
        {
            int? total = request.Counts ? await rows.All.CountAsync(cancellationToken).ConfigureAwait(false) : null;
            return rows.Page(await rows.OnPage.ToListAsync(cancellationToken).ConfigureAwait(false), total);
        }
        catch (Exception e) when (DatabaseFailure.OfRead(e) is { } failure)
        {
            return failure.Answer<Page<TRead>>();
        }
    }

    private static Result<T> Found<T>(T? row, string name)
        where T : class =>
        row is null ? Result.NotFound<T>($"This {name} does not exist.") : Result.Done(row);
}
