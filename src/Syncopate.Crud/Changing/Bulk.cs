using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Query;
using Syncopate.Crud.Reading;
using Syncopate.Crud.Refusing;
using Syncopate.Crud.Saving;

namespace Syncopate.Crud.Changing;

/// <summary>Changes or deletes many rows by one command, without reading them.</summary>
internal sealed class Bulk(DbContext context, CrudRules rules, IgnoredFilters ignored)
{
    public Result<int> Update<TEntity>(Expression<Func<TEntity, bool>> where, Action<UpdateSettersBuilder<TEntity>> set)
        where TEntity : class
    {
        if (ConditionTexts.Refusal(where) is { } refused)
            return refused;
        try
        {
            return Done(ignored.In(context.Set<TEntity>()).Where(where).ExecuteUpdate(set), "changed");
        }
        catch (Exception e) when (DatabaseFailure.Of(e) is { } failure)
        {
            return Refused<TEntity>(failure, e, isDelete: false);
        }
    }

    public async Task<Result<int>> UpdateAsync<TEntity>(
        Expression<Func<TEntity, bool>> where, Action<UpdateSettersBuilder<TEntity>> set, CancellationToken cancellationToken)
        where TEntity : class
    {
        if (ConditionTexts.Refusal(where) is { } refused)
            return refused;
        try
        {
            int rows = await ignored.In(context.Set<TEntity>()).Where(where)
                .ExecuteUpdateAsync(set, Commit.Obeyed(context, cancellationToken))
                .ConfigureAwait(false);
            return Done(rows, "changed");
        }
        catch (Exception e) when (DatabaseFailure.Of(e) is { } failure)
        {
            return Refused<TEntity>(failure, e, isDelete: false);
        }
    }

    public Result<int> Delete<TEntity>(Expression<Func<TEntity, bool>> where)
        where TEntity : class
    {
        if (ConditionTexts.Refusal(where) is { } refused)
            return refused;
        try
        {
            return Done(ignored.In(context.Set<TEntity>()).Where(where).ExecuteDelete(), "deleted");
        }
        catch (Exception e) when (DatabaseFailure.Of(e) is { } failure)
        {
            return Refused<TEntity>(failure, e, isDelete: true);
        }
    }

    public async Task<Result<int>> DeleteAsync<TEntity>(
        Expression<Func<TEntity, bool>> where, CancellationToken cancellationToken)
        where TEntity : class
    {
        if (ConditionTexts.Refusal(where) is { } refused)
            return refused;
        try
        {
            int rows = await ignored.In(context.Set<TEntity>()).Where(where)
                .ExecuteDeleteAsync(Commit.Obeyed(context, cancellationToken))
                .ConfigureAwait(false);
            return Done(rows, "deleted");
        }
        catch (Exception e) when (DatabaseFailure.Of(e) is { } failure)
        {
            return Refused<TEntity>(failure, e, isDelete: true);
        }
    }

    private static Result<int> Done(int rows, string verb) =>
        Result.Done(rows, rows == 1 ? $"1 row was {verb}." : $"{rows} rows were {verb}.");

    private Result<int> Refused<TEntity>(DatabaseFailure failure, Exception exception, bool isDelete)
        where TEntity : class
    {
        if (failure.IsUnavailable)
            return failure.RefusedSave().Of<int>();

        Microsoft.EntityFrameworkCore.Metadata.IEntityType? deleted = isDelete ? EntityPlan<TEntity>.Of(context.Model).Type : null;
        return Result.Invalid<int>(new ConstraintErrors(context, rules.Messages).Of(failure, [], deleted)).Because(exception);
    }
}
