using System.Collections;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Syncopate.Crud.Listing;

/// <summary>Tells what a list can be sorted and filtered by from lists, nested DTOs and bytes.</summary>
internal static class SingleValue
{
    private static readonly Type[] Types =
    [
        typeof(string), typeof(decimal), typeof(Guid),
        typeof(DateTime), typeof(DateTimeOffset), typeof(DateOnly), typeof(TimeOnly), typeof(TimeSpan),
    ];

    /// <summary>True for a type that a text can be read as.</summary>
    public static bool Is(Type type)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        return type.IsPrimitive || type.IsEnum || Types.Contains(type);
    }

    /// <summary>The type in whose words a user tells a value: its own, or for a type of the application, such as a BuyerId,
    /// that of its column; null where there is none.</summary>
    /// <param name="type">Of the member.</param>
    /// <param name="column">Null for what is computed.</param>
    public static Type? TypeOf(Type type, IProperty? column) => Is(type) ? type
        : !typeof(IEnumerable).IsAssignableFrom(type)
            && column?.FindTypeMapping()?.Converter is { ProviderClrType: var stored } && Is(stored)
                ? stored
                : null;
}
