using System.Numerics;

namespace Syncopate.Crud.Mapping;

/// <summary>Which values of an enum there are, and how they are told to a user.</summary>
internal static class EnumValues
{
    // A sentence has room for so many.
    private const int MostListed = 12;

    /// <summary>The enum of a member; null when it has none.</summary>
    public static Type? OfMember(Type type) => (Nullable.GetUnderlyingType(type) ?? type) is { IsEnum: true } named ? named : null;

    /// <summary>True for a value with a name, and for several together where the enum is made for that.</summary>
    public static bool Has(Enum value)
    {
        Type type = value.GetType();
        if (Enum.IsDefined(type, value))
            return true;
        if (!IsSet(type))
            return false;

        BigInteger known = 0;
        foreach (object one in Enum.GetValuesAsUnderlyingType(type))
            known |= NumberOf(one);
        return (NumberOf(Convert.ChangeType(value, Enum.GetUnderlyingType(type), null)) & ~known).IsZero;
    }

    /// <summary>Such as "it can be Oak (0) or Ash (1)".</summary>
    public static string Names(Type type)
    {
        string[] names = Enum.GetNames(type);
        string[] told = [.. names.Take(MostListed).Select(name => $"{name} ({Enum.Parse(type, name):D})")];
        string list = names.Length > MostListed ? $"{string.Join(", ", told)} and {names.Length - MostListed} more"
            : told.Length < 2 ? string.Concat(told)
            : $"{string.Join(", ", told[..^1])} {(IsSet(type) ? "and" : "or")} {told[^1]}";
        return IsSet(type) ? $"it can be any of {list}" : $"it can be {list}";
    }

    private static bool IsSet(Type type) => type.IsDefined(typeof(FlagsAttribute), inherit: false);

    // Of any of the types that an enum can have.
    private static BigInteger NumberOf(object number) => BigInteger.Parse(Convert.ToString(number, null) ?? "", null);
}
