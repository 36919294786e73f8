using System.Linq.Expressions;
using System.Reflection;
using Microsoft.EntityFrameworkCore;

namespace Syncopate.Crud.Changing;

/// <summary>What a call of an entity's method is written with: one form of it.</summary>
internal sealed class EntityCall<TEntity, TForm>(CallForm form)
    where TEntity : class
    where TForm : class
{
    public CallForm Form => form;

    public ParameterExpression Entity { get; } = Expression.Parameter(typeof(TEntity), "entity");

    public ParameterExpression Given { get; } = Expression.Parameter(typeof(TForm), "form");

    public ParameterExpression Context { get; } = Expression.Parameter(typeof(DbContext), "context");

    public ParameterExpression Token { get; } = Expression.Parameter(typeof(CancellationToken), "cancellationToken");

    /// <summary>For the synchronous form: what the method returns, or null.</summary>
    public Func<TEntity?, TForm, DbContext, object?> Compile(MethodFit fit)
    {
        Expression call = Call(fit);
        Expression body = call.Type == typeof(void)
            ? Expression.Block(call, Expression.Constant(null))
            : Expression.Convert(call, typeof(object));
        return Expression.Lambda<Func<TEntity?, TForm, DbContext, object?>>(body, Entity, Given, Context).Compile();
    }

    /// <summary>For the asynchronous form: the same, when it is there.</summary>
    public Func<TEntity?, TForm, DbContext, CancellationToken, Task<object?>> CompileAsynchronous(MethodFit fit)
    {
        Expression call = Call(fit);
        return Expression.Lambda<Func<TEntity?, TForm, DbContext, CancellationToken, Task<object?>>>(
            Awaited(call), Entity, Given, Context, Token).Compile();
    }

    private Expression Call(MethodFit fit) => fit.Method switch
    {
        ConstructorInfo constructor => Expression.New(constructor, fit.Arguments),
        MethodInfo { IsStatic: true } factory => Expression.Call(factory, fit.Arguments),
        var method => Expression.Call(Entity, (MethodInfo)method, fit.Arguments),
    };

    private static MethodCallExpression Awaited(Expression call)
    {
        if (!EntityTasks.IsTask(call.Type))
        {
            Expression value = call.Type == typeof(void)
                ? Expression.Block(call, Expression.Constant(null))
                : Expression.Convert(call, typeof(object));
            return Expression.Call(typeof(Task), nameof(Task.FromResult), [typeof(object)], value);
        }

        Expression task = typeof(Task).IsAssignableFrom(call.Type)
            ? call
            : Expression.Call(call, nameof(ValueTask.AsTask), typeArguments: null);
        return EntityTasks.ValueOf(call.Type) is { } type
            ? Expression.Call(typeof(EntityTasks), nameof(EntityTasks.AwaitedValueAsync), [type], task)
            : Expression.Call(typeof(EntityTasks), nameof(EntityTasks.AwaitedAsync), typeArguments: null, task);
    }
}

/// <summary>Which of the two forms per call is planned for.</summary>
internal enum CallForm
{
    Synchronous,
    Asynchronous,
}
