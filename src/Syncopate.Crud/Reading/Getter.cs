using System.Linq.Expressions;
using System.Reflection;

namespace Syncopate.Crud.Reading;

/// <summary>Reads a property without reflection on each call.</summary>
internal static class Getter
{
    public static Func<object, object?> Of(PropertyInfo property)
    {
        var instance = Expression.Parameter(typeof(object), "instance");

        // Not null: a property that is read belongs to a type.
        var value = Expression.Property(Expression.Convert(instance, property.DeclaringType!), property);
        return Expression.Lambda<Func<object, object?>>(Expression.Convert(value, typeof(object)), instance).Compile();
    }
}
