using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Syncopate.Crud.Mapping;

/// <summary>Tells rows by the values of their key, also where there are many.</summary>
/// <param name="key">Its properties, in the order of the values. A row may have more values behind those.</param>
internal sealed class RowKeys(IReadOnlyList<IProperty> key) : IEqualityComparer<object?[]>
{
    /// <summary>What a row has of the key.</summary>
    /// <param name="row">Tracked.</param>
    public object?[] Of(EntityEntry row) => [.. key.Select(property => row.Property(property).CurrentValue)];

    /// <summary>Rows of the database, to be found by their keys.</summary>
    public HashSet<object?[]> Found(IEnumerable<object?[]> there) => new(there, this);

    /// <summary>Those of the rows whose key is not there.</summary>
    /// <param name="rows">Tracked.</param>
    /// <param name="there">Keys that the database has.</param>
    public List<EntityEntry> Missing(List<EntityEntry> rows, List<object?[]> there)
    {
        HashSet<object?[]> found = Found(there);
        return rows.FindAll(row => !found.Contains(Of(row)));
    }

    public bool Equals(object?[]? x, object?[]? y)
    {
        if (x is null || y is null)
            return ReferenceEquals(x, y);

        for (int i = 0; i < key.Count; i++)
            if (!key[i].GetKeyValueComparer().Equals(x[i], y[i]))
                return false;
        return true;
    }

    public int GetHashCode(object?[] obj)
    {
        HashCode hash = new();
        for (int i = 0; i < key.Count; i++)
            hash.Add(obj[i] is { } value ? key[i].GetKeyValueComparer().GetHashCode(value) : 0);
        return hash.ToHashCode();
    }
}
