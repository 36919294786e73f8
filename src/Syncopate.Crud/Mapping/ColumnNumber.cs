using System.Globalization;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Syncopate.Crud.Mapping;

/// <summary>Gives a number of a form the type that it has in the entity: a key that is a short is read into an int by itself,
/// and comes back as one.</summary>
internal static class ColumnNumber
{
    private static readonly Type[] Types =
    [
        typeof(sbyte), typeof(byte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long),
        typeof(ulong), typeof(float), typeof(double), typeof(decimal),
    ];

    public static bool Is(Type type) => Types.Contains(Nullable.GetUnderlyingType(type) ?? type);

    /// <summary>False for a value that the type has not: one of another type, a number that is too large, one with decimals.</summary>
    /// <param name="value">As in the form; the answer for null is false.</param>
    /// <param name="type">As in the entity.</param>
    /// <param name="converted">Null when the answer is false.</param>
    public static bool TryConvert(object? value, Type type, out object? converted)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        converted = type.IsInstanceOfType(value) ? value : null;
        if (converted is not null || value is null || !Is(type) || !Is(value.GetType()))
            return converted is not null;

        try
        {
            // What was rounded is another number. Both are of the form's type in the end, and so can be compared.
            object made = Convert.ChangeType(value, type, CultureInfo.InvariantCulture);
            object back = Convert.ChangeType(made, value.GetType(), CultureInfo.InvariantCulture);
            converted = back.Equals(value) ? made : null;
        }
        catch (OverflowException)
        {
            converted = null;
        }
        return converted is not null;
    }

    public static CrudError Error(IProperty column, object value) => new(
        MemberPath.Of(column),
        string.Create(CultureInfo.InvariantCulture, $"'{value}' is no value that {EntityName.Of(column)} can have."));
}
