using System.Text;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;
using Syncopate.Crud.Mapping;
using Syncopate.Crud.Refusing;

namespace Syncopate.Crud.Reading;

/// <summary>The primary key of an entity, to check a <see cref="Key"/> with before it comes near a query.</summary>
internal sealed class KeyColumns
{
    private readonly IEntityType _entity;
    private readonly Type[] _types;
    private readonly ValueConverter?[] _converters;
    private readonly Func<object, object>?[] _kept;

    public KeyColumns(IEntityType entity)
    {
        _entity = entity;
        Properties = entity.FindPrimaryKey()?.Properties ?? [];
        _types = [.. Properties.Select(property => Nullable.GetUnderlyingType(property.ClrType) ?? property.ClrType)];
        _converters = [.. Properties.Select(property => property.FindTypeMapping()?.Converter)];
        _kept = [.. Properties.Select(KeptValues.Of)];
        Refusal = Properties.Count == 0
            ? $"{entity.DisplayName()} has no primary key, so no single row of it can be named. Read it with Query, List or a condition."
            : Properties.FirstOrDefault(property => property.IsShadowProperty()) is { } shadow
                ? $"The key of {entity.DisplayName()} is the shadow property '{shadow.Name}', which no DTO and no link can carry. "
                    + "Give the class a property for it, or use a condition."
                : null;
    }

    public IReadOnlyList<IProperty> Properties { get; }

    /// <summary>Why rows cannot be named by a key at all; null when they can.</summary>
    public string? Refusal { get; }

    /// <summary>The type when the key is one column; else null.</summary>
    public Type? Single => _types is [var only] ? only : null;

    /// <summary>The key's values, each of the type of its property; null when no row can have them.</summary>
    /// <exception cref="ArgumentException">It is no key of this entity.</exception>
    /// <exception cref="EncoderFallbackException">A text in it is none.</exception>
    public object[]? Values(Key key)
    {
        if (key.Count != _types.Length)
            throw Wrong(key);

        object[] values = new object[_types.Length];
        for (int i = 0; i < values.Length; i++)
            values[i] = Value(key, i);
        return Array.TrueForAll([.. Enumerable.Range(0, values.Length)], i => CanHold(i, values[i])) ? values : null;
    }

    /// <summary>The value of a key of one column; null when no row can have it.</summary>
    /// <exception cref="ArgumentException">It is no key of this entity.</exception>
    /// <exception cref="EncoderFallbackException">It is a text that is none.</exception>
    public object? Value(Key key)
    {
        object value = key.Count == 1 && _types.Length == 1 ? Value(key, 0) : throw Wrong(key);
        return CanHold(0, value) ? value : null;
    }

    // As the provider of PostgreSQL says it itself, when the text is sent.
    private bool CanHold(int column, object value) => value is string text && UnfitValues.IsBroken(text)
        ? throw new EncoderFallbackException("The key holds a character that no text of a database can have.")
        : UnfitValues.Converts(_converters[column], value) && UnfitValues.CanBe(Properties[column], value);

    /// <summary>As its column keeps it: a time with an offset is the key of the row that has that moment.</summary>
    private object Value(Key key, int column)
    {
        object value = key[column];
        if (value is int number && _types[column] == typeof(long))
            value = (long)number;
        if (value.GetType() != _types[column])
            throw Wrong(key);
        return _kept[column] is { } kept ? kept(value) : value;
    }

    private ArgumentException Wrong(Key key)
    {
        string expected = string.Join(", ", Properties.Select((property, i) => $"{_types[i].Name} {property.Name}"));
        string found = key.Count == 0
            ? "none"
            : string.Join(", ", Enumerable.Range(0, key.Count).Select(i => $"{key[i].GetType().Name} {key[i]}"));
        IKey? alternate = _entity.GetKeys().FirstOrDefault(other => !other.IsPrimaryKey() && other.Properties.Count == key.Count
            && other.Properties.Select((property, i) => property.ClrType == key[i].GetType()).All(fits => fits));
        string advice = alternate is null
            ? "Pass the primary key; Key.Of makes one of several columns."
            : $"The alternate key ({Names(alternate)}) is no primary key: use a condition for it.";
        return new ArgumentException($"A key of {_entity.DisplayName()} is ({expected}); found ({found}). {advice}", nameof(key));
    }

    private static string Names(IKey key) => string.Join(", ", key.Properties.Select(property => property.Name));
}
