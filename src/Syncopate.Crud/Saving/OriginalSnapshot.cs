using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Saving;

/// <summary>What EF Core takes for stored of one entity, before a save that may be rolled back.</summary>
internal sealed class OriginalSnapshot
{
    private readonly EntityEntry _entry;
    private readonly PropertyValues _values;

    // Complex values that may be null. EF Core tells nobody of those inside others: one that was taken off there is written again.
    private readonly (string Name, object? Value)[] _nullable;

    /// <param name="entry">Not new.</param>
    public OriginalSnapshot(EntityEntry entry)
    {
        _entry = entry;
        PropertyValues now = entry.OriginalValues;
        _values = now.Clone();
        _nullable = [.. MemberEntries.Nullable(entry.Metadata).Select(member => (member.Name, now[member.Name]))];
    }

    /// <summary>Where EF Core took what was saved for stored.</summary>
    public void Restore()
    {
        if (_entry.State != EntityState.Unchanged)
            return;

        PropertyValues now = _entry.OriginalValues;
        foreach (var (name, value) in _nullable)
            now[name] = value;
        now.SetValues(_values);

        // EF Core passes over the columns of a complex value that was null.
        foreach (IProperty column in _nullable.Length == 0 ? [] : _values.Properties)
            if (!column.GetValueComparer().Equals(now[column], _values[column]))
                now[column] = _values[column];
    }
}
