using System.Globalization;

namespace Syncopate.Crud;

/// <summary>The primary key of one row. An int, a long, a string and a Guid are keys by themselves; anything else is
/// made by <see cref="Of"/>.</summary>
public readonly struct Key : IEquatable<Key>
{
    private readonly object? _first;
    private readonly object[] _rest;

    private Key(object first, params object[] rest)
    {
        _first = first;
        _rest = rest;
    }

    /// <summary>How many columns it has; 0 for the default value, which is no key.</summary>
    public int Count => _first is null ? 0 : 1 + _rest.Length;

    /// <summary>The value of one column, in the order of the primary key in the model.</summary>
    /// <param name="column">From 0.</param>
    /// <exception cref="ArgumentOutOfRangeException">There is no such column.</exception>
    public object this[int column] => column >= 0 && column < Count
        ? column == 0 ? _first! : _rest[column - 1] // Not null: Count would be 0.
        : throw new ArgumentOutOfRangeException(nameof(column), column, $"This key has {Count} columns.");

    /// <summary>A key of one column of any type, or of several.</summary>
    /// <param name="first">Of the type of the first property of the primary key.</param>
    /// <param name="rest">The others, in the order of the primary key.</param>
    /// <exception cref="ArgumentNullException">A value is null.</exception>
    public static Key Of(object first, params object[] rest)
    {
        ArgumentNullException.ThrowIfNull(first);
        ArgumentNullException.ThrowIfNull(rest);
        foreach (object value in rest)
            ArgumentNullException.ThrowIfNull(value, nameof(rest));
        return new Key(first, rest);
    }

    /// <summary>A key of one column.</summary>
    /// <param name="value">Its value.</param>
    public static implicit operator Key(int value) => new(value);

    /// <summary>A key of one column.</summary>
    /// <param name="value">Its value.</param>
    public static implicit operator Key(long value) => new(value);

    /// <summary>A key of one column.</summary>
    /// <param name="value">Its value.</param>
    /// <exception cref="ArgumentNullException">It is null.</exception>
    public static implicit operator Key(string value) => Of(value);

    /// <summary>A key of one column.</summary>
    /// <param name="value">Its value.</param>
    public static implicit operator Key(Guid value) => new(value);

    /// <summary>True when both have the same values of the same types.</summary>
    /// <param name="left">One key.</param>
    /// <param name="right">Another key.</param>
    public static bool operator ==(Key left, Key right) => left.Equals(right);

    /// <summary>False when both have the same values of the same types.</summary>
    /// <param name="left">One key.</param>
    /// <param name="right">Another key.</param>
    public static bool operator !=(Key left, Key right) => !left.Equals(right);

    /// <inheritdoc/>
    public bool Equals(Key other) => Equals(_first, other._first) && (_rest ?? []).SequenceEqual(other._rest ?? []);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is Key other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(_first, Count);

    /// <summary>Its values, for an error text or a log.</summary>
    public override string ToString() => _first is null
        ? "none"
        : string.Join(", ", ((object[])[_first, .. _rest]).Select(value => Convert.ToString(value, CultureInfo.InvariantCulture)));
}
