using System.Globalization;
using System.Linq.Expressions;
using System.Reflection;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;
using Syncopate.Crud.Mapping;
using Syncopate.Crud.Refusing;

namespace Syncopate.Crud.Listing;

/// <summary>Turns a user's condition into an expression whose value is a parameter of the query.</summary>
internal static class FilterCondition
{
    // SQLite takes patterns of 50,000 bytes, and a character may have several.
    private const int MostCharacters = 10_000;

    // ISO 8601 alone: 02/03/2026 is one day here and another there, and a comma stands for a point or for nothing.
    private static readonly string[] Dates = ["yyyy-MM-dd"];
    private static readonly string[] Times = ["HH:mm", "HH:mm:ss", "HH:mm:ss.FFFFFFF"];
    private static readonly string[] Moments =
    [
        .. Dates,
        .. from separator in (string[])["'T'", " "]
           from time in Times
           from zone in (string[])["", "K"]
           select $"{Dates[0]}{separator}{time}{zone}",
    ];

    // Types of PostgreSQL that are read as texts, and that LIKE does not take.
    private static readonly string[] NoTexts =
    [
        "jsonb", "json", "xml", "ltree", "lquery", "ltxtquery", "hstore", "uuid", "inet", "cidr", "macaddr", "macaddr8",
        "tsvector", "tsquery",
    ];

    private static readonly MethodInfo Contains = new Func<string, bool>("".Contains).Method;
    private static readonly MethodInfo StartsWith = new Func<string, bool>("".StartsWith).Method;

    /// <summary>The condition; null with what is wrong with it.</summary>
    /// <param name="member">What is compared.</param>
    /// <param name="filter">How, and what with.</param>
    /// <param name="isWithoutZone">Whether the column keeps times without a zone.</param>
    /// <param name="column">The one that is compared; null for what is computed.</param>
    /// <param name="error">Null when there is a condition.</param>
    public static Expression<Func<TEntity, bool>>? Of<TEntity>(
        ProjectedMember<TEntity> member, MemberFilter filter, bool isWithoutZone, IProperty? column, out CrudError? error)
    {
        if (filter.Value is { Length: > MostCharacters } longer)
        {
            error = new CrudError(
                member.Name, $"What {member.Name} is compared with has {longer.Length} characters; at most {MostCharacters} are allowed.");
            return null;
        }

        ValueConverter? converter = column?.FindTypeMapping()?.Converter;
        if (!TryParse(filter.Value, SingleValue.TypeOf(member.Type, column) ?? member.Type, out object? parsed)
            || !SingleValue.Is(member.Type) && !IsOfApplication(converter, ref parsed)
            || parsed is string text && UnfitValues.IsBroken(text)
            || parsed is decimal number && column is not null && DecimalColumns.IsTooLargeForMoney(column, number)
            || !UnfitValues.Converts(converter, parsed))
        {
            error = new CrudError(member.Name, $"'{UserText.Shown(filter.Value)}' is no value that {member.Name} can have.");
            return null;
        }
        if (parsed is DateTime time && isWithoutZone)
            parsed = DateTime.SpecifyKind(time, DateTimeKind.Unspecified);

        Expression source = member.Source.Body;
        Expression? condition = !CanCompare(column, converter, filter.Comparison) ? null
            : Kept(parsed, column) is { } kept
                ? CompareKept(source, filter.Comparison, Value(kept, member.Type), kept.CompareTo(parsed) < 0)
            : Compare(source, filter.Comparison, Value(parsed, member.Type));
        error = condition is null ? new CrudError(member.Name, $"{member.Name} cannot be compared by {filter.Comparison}.") : null;
        return condition is null ? null : Expression.Lambda<Func<TEntity, bool>>(condition, member.Source.Parameters);
    }

    /// <summary>False where what is in the column is another text or none, or has another order: 9 is more than 10 as a text.</summary>
    private static bool CanCompare(IProperty? column, ValueConverter? converter, FilterComparison comparison) =>
        comparison switch
        {
            FilterComparison.Equal or FilterComparison.NotEqual => true,
            FilterComparison.Contains or FilterComparison.StartsWith => converter is null
                && !NoTexts.Contains(column?.FindRelationalTypeMapping()?.StoreType ?? "", StringComparer.OrdinalIgnoreCase),
            _ => converter?.ProviderClrType != typeof(string) || SortsAsText(converter),
        };

    /// <summary>Those of EF Core write years to seconds in that order, each in all its digits.</summary>
    private static bool SortsAsText(ValueConverter? converter) =>
        converter is DateTimeToStringConverter or DateOnlyToStringConverter or TimeOnlyToStringConverter;

    // A field of an object is what the compiler makes of a local variable in a lambda: EF Core makes it a parameter.
    private static UnaryExpression Value(object? value, Type type) =>
        Expression.Convert(Expression.Field(Expression.Constant(new Parameter(value)), nameof(Parameter.Value)), type);

    /// <summary>What a column of PostgreSQL keeps of a value; null where that is the value itself. Its provider sends no more, and
    /// an amount of 1.239 would be asked for as money of 1.24.</summary>
    private static IComparable? Kept(object? value, IProperty? column) =>
        value is not null && column is not null && PostgresColumns.Has(column) && !KeptValues.IsConverted(column)
        && value.GetType() == (Nullable.GetUnderlyingType(column.ClrType) ?? column.ClrType)
        && KeptValues.Of(column)?.Invoke(value) is IComparable kept && kept.CompareTo(value) != 0
            ? kept
            : null;

    /// <summary>Asks of the rows what the value itself would: none of them lies between it and what the column keeps of it.</summary>
    private static Expression? CompareKept(
        Expression member, FilterComparison comparison, UnaryExpression kept, bool isLess)
    {
        return comparison switch
        {
            FilterComparison.Equal => Expression.Constant(false),
            FilterComparison.NotEqual => Expression.Constant(true),
            FilterComparison.Less or FilterComparison.AtMost =>
                Compare(member, isLess ? FilterComparison.AtMost : FilterComparison.Less, kept),
            FilterComparison.More or FilterComparison.AtLeast =>
                Compare(member, isLess ? FilterComparison.More : FilterComparison.AtLeast, kept),
            _ => null,
        };
    }

    private static Expression? Compare(Expression member, FilterComparison comparison, Expression value)
    {
        Type type = Nullable.GetUnderlyingType(member.Type) ?? member.Type;
        bool isText = type == typeof(string);
        bool isOrdered = SingleValue.Is(type)
            ? !isText && !type.IsEnum && type != typeof(bool) && type != typeof(Guid) && type != typeof(char)
            : type.GetMethod("op_LessThan", [type, type]) is not null;
        return comparison switch
        {
            FilterComparison.Equal => Equality.Of(member, value),
            FilterComparison.NotEqual => Equality.Not(member, value),
            FilterComparison.Less when isOrdered => Expression.LessThan(member, value),
            FilterComparison.AtMost when isOrdered => Expression.LessThanOrEqual(member, value),
            FilterComparison.More when isOrdered => Expression.GreaterThan(member, value),
            FilterComparison.AtLeast when isOrdered => Expression.GreaterThanOrEqual(member, value),
            FilterComparison.Contains when isText => Expression.Call(member, Contains, value),
            FilterComparison.StartsWith when isText => Expression.Call(member, StartsWith, value),
            _ => null,
        };
    }

    /// <summary>Makes what the column has of it what the member has; false where the application's type does not take it.</summary>
    private static bool IsOfApplication(ValueConverter? converter, ref object? value)
    {
        try
        {
            value = value is null ? null : converter?.ConvertFromProvider(value);
            return true;
        }
        catch (Exception e) when (UnfitValues.IsOfConverter(e))
        {
            return false;
        }
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
            { IsEnum: true } => Named(text, type),
            _ when type == typeof(Guid) => Guid.Parse(text, culture),
            _ when type == typeof(DateOnly) => DateOnly.ParseExact(text, Dates, culture),
            _ when type == typeof(TimeOnly) => TimeOnly.ParseExact(text, Times, culture),
            _ when type == typeof(TimeSpan) => text.Contains(':', StringComparison.Ordinal)
                ? TimeSpan.Parse(text, culture)
                : throw new FormatException("A number alone would be days."),
            _ when type == typeof(DateTimeOffset) => DateTimeOffset.ParseExact(
                text, Moments, culture, DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal),
            _ when type == typeof(DateTime) => DateTime.ParseExact(
                text, Moments, culture, DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal),
            _ when type == typeof(decimal) => decimal.Parse(text, NumberStyles.Float, culture),
            _ when type == typeof(double) => double.Parse(text, NumberStyles.Float, culture),
            _ when type == typeof(float) => float.Parse(text, NumberStyles.Float, culture),
            _ when type == typeof(bool) || type == typeof(char) => Convert.ChangeType(text, type, culture),
            _ => Convert.ChangeType(decimal.Parse(text, NumberStyles.Integer, culture), type, culture),
        };
    }

    /// <summary>One of the names or numbers of the type; several with commas between only where the type is made for that.</summary>
    private static object Named(string text, Type type) => Enum.Parse(type, text, ignoreCase: true) is var value
        && EnumValues.Has((Enum)value)
        && (type.IsDefined(typeof(FlagsAttribute), inherit: false) || !text.Contains(',', StringComparison.Ordinal))
            ? value
            : throw new FormatException($"{type.Name} has no such value.");

    private sealed class Parameter(object? value)
    {
#pragma warning disable CA1051 // A field of a private class, read by the expression above.
        public readonly object? Value = value;
#pragma warning restore CA1051
    }
}
