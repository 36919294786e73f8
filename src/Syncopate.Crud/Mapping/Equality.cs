using System.Linq.Expressions;
using System.Reflection;

namespace Syncopate.Crud.Mapping;

/// <summary>Writes that two values are equal, in an expression for EF Core: a structure of the application may have no
/// operator for it.</summary>
internal static class Equality
{
    private static readonly MethodInfo BothEqual = new Func<object?, object?, bool>(Equals).Method;

    public static Expression Of(Expression one, Expression other) => HasOperator(Nullable.GetUnderlyingType(one.Type) ?? one.Type)
        ? Expression.Equal(one, other)
        : Expression.Call(BothEqual, Expression.Convert(one, typeof(object)), Expression.Convert(other, typeof(object)));

    private static bool HasOperator(Type type) => !type.IsValueType || type.IsPrimitive || type.IsEnum
        || type.GetMethod("op_Equality", [type, type]) is not null;
}
