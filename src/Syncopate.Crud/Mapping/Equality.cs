using System.Linq.Expressions;
using System.Reflection;

namespace Syncopate.Crud.Mapping;

/// <summary>Writes that two values are equal, in an expression for EF Core: a structure of the application may have no
/// operator for it.</summary>
internal static class Equality
{
    private static readonly MethodInfo BothEqual = new Func<object?, object?, bool>(Equals).Method;

    public static Expression Of(Expression one, Expression other) =>
        HasOperator(one.Type) ? Expression.Equal(one, other) : Call(one, other);

    public static Expression Not(Expression one, Expression other) =>
        HasOperator(one.Type) ? Expression.NotEqual(one, other) : Expression.Not(Call(one, other));

    private static MethodCallExpression Call(Expression one, Expression other) =>
        Expression.Call(BothEqual, Expression.Convert(one, typeof(object)), Expression.Convert(other, typeof(object)));

    private static bool HasOperator(Type type)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        return !type.IsValueType || type.IsPrimitive || type.IsEnum || type.GetMethod("op_Equality", [type, type]) is not null;
    }
}
