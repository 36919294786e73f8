using System.Globalization;
using System.Linq.Expressions;
using System.Reflection;

namespace Syncopate.Crud.Listing;

/// <summary>Turns a user's condition into an expression whose value is a parameter of the query.</summary>
internal static class FilterCondition
{
    private static readonly MethodInfo Contains = new Func<string, bool>("".Contains).Method;
    private static readonly MethodInfo StartsWith = new Func<string, bool>("".StartsWith).Method;

    /// <summary>The condition; null with what is wrong with it.</summary>
    /// <param name="member">What is compared.</param>
    /// <param name="filter">How, and what with.</param>
    /// <param name="isWithoutZone">Whether the column keeps times without a zone.</param>
    /// <param name="error">Null when there is a condition.</param>
    public static Expression<Func<TEntity, bool>>? Of<TEntity>(
        ProjectedMember<TEntity> member, MemberFilter filter, bool isWithoutZone, out CrudError? error)
    {
        if (!TryParse(filter.Value, member.Type, out object? parsed))
        {
            error = new CrudError(member.Name, $"'{UserText.Shown(filter.Value)}' is no value that {member.Name} can have.");
            return null;
        }
        if (parsed is DateTime time && isWithoutZone)
            parsed = DateTime.SpecifyKind(time, DateTimeKind.Unspecified);

        // A field of an object is what the compiler makes of a local variable in a lambda: EF Core makes it a parameter.
        UnaryExpression value = Expression.Convert(Expression.Field(Expression.Constant(new Parameter(parsed)), nameof(Parameter.Value)), member.Type);
        Expression? condition = Compare(member.Source.Body, filter.Comparison, value);
        error = condition is null ? new CrudError(member.Name, $"{member.Name} cannot be compared by {filter.Comparison}.") : null;
        return condition is null ? null : Expression.Lambda<Func<TEntity, bool>>(condition, member.Source.Parameters);
    }

    private static Expression? Compare(Expression member, FilterComparison comparison, Expression value)
    {
        Type type = Nullable.GetUnderlyingType(member.Type) ?? member.Type;
        bool isText = type == typeof(string);
        bool isOrdered = !isText && !type.IsEnum && type != typeof(bool) && type != typeof(Guid) && type != typeof(char);
        return comparison switch
        {
            FilterComparison.Equal => Expression.Equal(member, value),
            FilterComparison.NotEqual => Expression.NotEqual(member, value),
            FilterComparison.Less when isOrdered => Expression.LessThan(member, value),
            FilterComparison.AtMost when isOrdered => Expression.LessThanOrEqual(member, value),
            FilterComparison.More when isOrdered => Expression.GreaterThan(member, value),
            FilterComparison.AtLeast when isOrdered => Expression.GreaterThanOrEqual(member, value),
            FilterComparison.Contains when isText => Expression.Call(member, Contains, value),
            FilterComparison.StartsWith when isText => Expression.Call(member, StartsWith, value),
            _ => null,
        };
    }

    private static bool TryParse(string? text, Type type, out object? value)
    {
        Type? inner = Nullable.GetUnderlyingType(type);
        value = type == typeof(string) ? text ?? "" : null;
        if (value is not null)
            return true;
        if (string.IsNullOrEmpty(text))
            return inner is not null;

        try
        {
            // What is no number is larger and smaller than nothing, and SQLite cannot even be asked.
            value = Parse(text, inner ?? type);
            return value is not (double.NaN or float.NaN);
        }
        catch (Exception e) when (e is FormatException or OverflowException or ArgumentException or InvalidCastException)
        {
            return false;
        }
    }

    private static object Parse(string text, Type type)
    {
        CultureInfo culture = CultureInfo.InvariantCulture;
        return type switch
        {
            { IsEnum: true } => Enum.Parse(type, text, ignoreCase: true),
            _ when type == typeof(Guid) => Guid.Parse(text, culture),
            _ when type == typeof(DateOnly) => DateOnly.Parse(text, culture),
            _ when type == typeof(TimeOnly) => TimeOnly.Parse(text, culture),
            _ when type == typeof(TimeSpan) => TimeSpan.Parse(text, culture),
            _ when type == typeof(DateTimeOffset) => DateTimeOffset.Parse(
                text, culture, DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal),
            _ when type == typeof(DateTime) => DateTime.Parse(
                text, culture, DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal),
            _ => Convert.ChangeType(text, type, culture),
        };
    }

    private sealed class Parameter(object? value)
    {
#pragma warning disable CA1051 // A field of a private class, read by the expression above.
        public readonly object? Value = value;
#pragma warning restore CA1051
    }
}
