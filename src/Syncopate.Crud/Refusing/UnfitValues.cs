using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Refusing;

/// <summary>Finds the values that made a database, or its provider, refuse a row. They say what kind of value they
/// could not hold, never in which column.</summary>
internal static class UnfitValues
{
    public static IReadOnlyList<CrudError> In(IReadOnlyList<EntityEntry> entries) =>
        [.. Found(entries).DefaultIfEmpty(new CrudError("", "A value is too large, or is none that the database can hold."))];

    public static bool Any(IReadOnlyList<EntityEntry> entries) => Found(entries).Any();

    /// <summary>False when the converter of a column throws for a value: a text that is no number, above all.</summary>
    public static bool Converts(ValueConverter? converter, object? value)
    {
        if (converter is null || value is null)
            return true;

        try
        {
            converter.ConvertToProvider(value);
            return true;
        }
        catch (Exception e) when (e is FormatException or OverflowException or ArgumentException or InvalidCastException
            or InvalidOperationException or IndexOutOfRangeException or KeyNotFoundException)
        {
            return false;
        }
    }

    private static IEnumerable<CrudError> Found(IReadOnlyList<EntityEntry> entries) =>
        from entry in entries
        where entry.State != EntityState.Deleted
        from property in entry.Metadata.GetFlattenedProperties()
        let problem = Problem(property, entry.CurrentValues[property])
        where problem is not null
        select new CrudError(MemberPath.Of(property), $"{EntityName.Capitalised(property)} {problem}.");

    private static string? Problem(IProperty property, object? value) => value switch
    {
        string text when IsBroken(text) => "holds a character that the database cannot store",
        decimal number when IsTooLarge(property, number) => "is too large a number",
        double.NaN or float.NaN => "is no number",
        _ when !Converts(property.FindTypeMapping()?.Converter, value) => "has a value that cannot be saved",
        DateTime { Kind: DateTimeKind.Utc } when TimeColumns.IsWithoutZone(property) => "must be written without a time zone",
        DateTime { Kind: not DateTimeKind.Utc } when TimeColumns.IsWithZone(property) => "must be written in UTC, with a Z at its end",
        _ => null,
    };

    /// <summary>NUL, or half a character: the other half of the pair is missing.</summary>
    private static bool IsBroken(string text)
    {
        for (int i = 0; i < text.Length; i++)
        {
            if (text[i] == '\0')
                return true;
            if (!char.IsSurrogate(text[i]))
                continue;
            if (i + 1 == text.Length || !char.IsSurrogatePair(text[i], text[i + 1]))
                return true;
            i++;
        }
        return false;
    }

    private static bool IsTooLarge(IProperty property, decimal number)
    {
        Microsoft.EntityFrameworkCore.Storage.RelationalTypeMapping? mapping = property.FindRelationalTypeMapping();
        return (property.GetPrecision() ?? mapping?.Precision) is { } precision
            && Math.Abs(number) >= (decimal)Math.Pow(10, Math.Min(28, precision - (property.GetScale() ?? mapping?.Scale ?? 0)));
    }
}
