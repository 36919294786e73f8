using System.Runtime.CompilerServices;
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
    private const string BrokenText = "holds a character that the database cannot store";
    private const string NoNumber = "is no number that can be saved";
    private const string TooLarge = "is too large a number";

    // Any thread; the table guards itself. The members of an entity that hold texts.
    private static readonly ConditionalWeakTable<IEntityType, IProperty[]> Texts = [];

    // Any thread; the table guards itself. The members of an entity whose values have names.
    private static readonly ConditionalWeakTable<IEntityType, IProperty[]> Named = [];

    // Any thread; the table guards itself. The members of an entity in JSON documents that hold numbers which JSON may lack.
    private static readonly ConditionalWeakTable<IEntityType, IProperty[]> JsonNumbers = [];

    // Any thread; the table guards itself. The members of an entity that are amounts of money.
    private static readonly ConditionalWeakTable<IEntityType, IProperty[]> Amounts = [];

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
        catch (Exception e) when (IsOfConverter(e))
        {
            return false;
        }
    }

    /// <summary>What a converter, or the constructor of an application's type, throws for a value that it does not take:
    /// anything, such as a JsonException or one of its own.</summary>
    public static bool IsOfConverter(Exception e) => e is not OperationCanceledException;

    /// <summary>Texts of changed rows that no database keeps as they are: some refuse them, and some store others.</summary>
    public static void FindBrokenTexts(List<EntityEntry> changed, List<CrudError> errors) =>
        Find(changed, Texts, IsText, static (_, value) => HasBroken(value) ? BrokenText : null, errors);

    /// <summary>Amounts that money cannot be: the provider would throw in the middle of what it sends.</summary>
    public static void FindLargeAmounts(List<EntityEntry> changed, List<CrudError> errors) => Find(
        changed,
        Amounts,
        DecimalColumns.IsMoney,
        static (property, value) =>
            value is decimal number && DecimalColumns.IsTooLargeForMoney(property, number) ? TooLarge : null,
        errors);

    /// <summary>Numbers that JSON has no word for: EF Core throws while it writes them, before it asks the database.</summary>
    public static void FindInfiniteInJson(List<EntityEntry> changed, List<CrudError> errors) =>
        Find(changed, JsonNumbers, IsJsonNumber, static (_, value) => HasInfinite(value) ? NoNumber : null, errors);

    /// <summary>What is wrong with a value that a JSON document is to hold; null when nothing is.</summary>
    public static string? ProblemInJson(IProperty column, object? value) =>
        IsText(column) && HasBroken(value) ? BrokenText
        : IsFractional(column) && HasInfinite(value) ? NoNumber
        : null;

    /// <summary>False for what the provider cannot send as a value of a column, so that no row has it.</summary>
    public static bool CanBe(IProperty column, object value) => value switch
    {
        // Infinity, for the provider, of whatever kind.
        DateTime time when time == DateTime.MinValue || time == DateTime.MaxValue => true,
        DateTime { Kind: DateTimeKind.Utc } => !TimeColumns.IsWithoutZone(column),
        DateTime => !TimeColumns.IsWithZone(column),
        decimal number => !DecimalColumns.IsTooLargeForMoney(column, number),
        double.NaN or float.NaN => PostgresColumns.Has(column),
        _ => true,
    };

    /// <summary>Values that are none of their enum's: C# lets every number be one, and the database keeps it.</summary>
    public static void FindUnknownNames(List<EntityEntry> changed, List<CrudError> errors) => Find(
        changed,
        Named,
        IsNamed,
        static (property, value) => value is Enum named && !EnumValues.Has(named)
            && !(property.ValueGenerated != ValueGenerated.Never && named.Equals(property.Sentinel))
                ? $"cannot be {named:D}; {EnumValues.Names(named.GetType())}"
                : null,
        errors);

    /// <summary>Into one list: each save asks for all of them.</summary>
    private static void Find(
        List<EntityEntry> changed,
        ConditionalWeakTable<IEntityType, IProperty[]> known,
        Func<IProperty, bool> concerns,
        Func<IProperty, object?, string?> problem,
        List<CrudError> errors)
    {
        foreach (EntityEntry entry in changed)
            if (entry.State != EntityState.Deleted)
                foreach (IProperty property in Concerned(entry.Metadata, known, concerns))
                    if (problem(property, Value(entry, property)) is { } found && IsChanged(entry, property))
                        errors.Add(Said(property, found));
    }

    // A method of its own, and the delegate made only for the first row of a type: each save asks.
    private static IProperty[] Concerned(
        IEntityType type, ConditionalWeakTable<IEntityType, IProperty[]> known, Func<IProperty, bool> concerns) =>
        known.TryGetValue(type, out IProperty[]? found) ? found : Learn(type, known, concerns);

    private static IProperty[] Learn(
        IEntityType type, ConditionalWeakTable<IEntityType, IProperty[]> known, Func<IProperty, bool> concerns) =>
        known.GetValue(type, type => [.. type.GetFlattenedProperties().Where(concerns)]);

    private static bool IsNamed(IProperty property) => !property.IsShadowProperty() && EnumValues.OfMember(property.ClrType) is not null;

    private static bool IsChanged(EntityEntry entry, IProperty property) =>
        entry.State == EntityState.Added || MemberEntries.Of(entry, property).IsModified;

    private static object? Value(EntityEntry entry, IProperty property) =>
        property.DeclaringType is IEntityType && !property.IsShadowProperty()
            ? property.GetGetter().GetClrValue(entry.Entity)
            : entry.CurrentValues[property];

    private static bool IsJsonNumber(IProperty property) =>
        IsFractional(property) && RelationalTypeBaseExtensions.IsMappedToJson(property.DeclaringType);

    private static bool IsFractional(IProperty property) => property.GetElementType() is not null
        ? typeof(IEnumerable<double>).IsAssignableFrom(property.ClrType)
            || typeof(IEnumerable<float>).IsAssignableFrom(property.ClrType)
        : (Nullable.GetUnderlyingType(property.ClrType) ?? property.ClrType) is var type
            && (type == typeof(double) || type == typeof(float))
            && property.FindTypeMapping()?.Converter is null;

    private static bool HasInfinite(object? value) => value switch
    {
        double number => !double.IsFinite(number),
        float number => !float.IsFinite(number),
        IEnumerable<double> numbers => !numbers.All(double.IsFinite),
        IEnumerable<float> numbers => !numbers.All(float.IsFinite),
        _ => false,
    };

    private static bool IsText(IProperty property) => typeof(IEnumerable<string>).IsAssignableFrom(property.ClrType)
        || (Nullable.GetUnderlyingType(property.ClrType) ?? property.ClrType) is var type
        && (type == typeof(string) || type == typeof(char))
        && property.FindTypeMapping()?.Converter?.ProviderClrType is null or { Name: nameof(String) };

    private static bool HasBroken(object? value) =>
        value is string text ? IsBroken(text)
        : value is char character ? char.IsSurrogate(character) // NUL is what a character begins with: SQLite keeps it.
        : value is IEnumerable<string?> texts && texts.Any(text => text is not null && IsBroken(text));

    private static CrudError Said(IProperty property, string problem) =>
        new(MemberPath.Of(property), $"{EntityName.Capitalised(property)} {problem}.");

    private static IEnumerable<CrudError> Found(IReadOnlyList<EntityEntry> entries) =>
        from entry in entries
        where entry.State != EntityState.Deleted
        from property in entry.Metadata.GetFlattenedProperties()
        let problem = Problem(property, entry.CurrentValues[property])
        where problem is not null
        select Said(property, problem);

    private static string? Problem(IProperty property, object? value) => value switch
    {
        string text when IsBroken(text) => BrokenText,
        char character when IsText(property)
            && (char.IsSurrogate(character) || character == '\0' && PostgresColumns.Has(property)) => BrokenText,
        decimal number when IsTooLarge(property, number) => TooLarge,
        double.NaN or float.NaN => "is no number",
        _ when !Converts(property.FindTypeMapping()?.Converter, value) => "has a value that cannot be saved",
        DateTime { Kind: DateTimeKind.Utc } when TimeColumns.IsWithoutZone(property) => "must be written without a time zone",
        DateTime { Kind: not DateTimeKind.Utc } when TimeColumns.IsWithZone(property) => "must be written in UTC, with a Z at its end",
        IEnumerable<DateTime> times when TimeColumns.IsWithoutZone(property)
            && times.Any(time => time.Kind == DateTimeKind.Utc) =>
            "must be written without a time zone",
        IEnumerable<DateTime> times when TimeColumns.IsWithZone(property)
            && times.Any(time => time.Kind != DateTimeKind.Utc) =>
            "must be written in UTC, with a Z at its end",
        _ => null,
    };

    /// <summary>NUL, or half a character: the other half of the pair is missing.</summary>
    public static bool IsBroken(string text)
    {
        if (!text.AsSpan().ContainsAnyInRange('\ud800', '\udfff'))
            return text.Contains('\0', StringComparison.Ordinal);

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

    private static bool IsTooLarge(IProperty property, decimal number) =>
        DecimalColumns.IsTooLargeForMoney(property, number)
        || DecimalColumns.Precision(property) is { } precision
        && Math.Abs(number) >= (decimal)Math.Pow(10, Math.Min(28, precision - (DecimalColumns.Scale(property) ?? 0)));
}
