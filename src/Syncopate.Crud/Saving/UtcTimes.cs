using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Saving;

/// <summary>Turns the times that a user gave with an offset into UTC, where the provider of PostgreSQL takes no other.</summary>
internal sealed class UtcTimes
{
    private readonly Dictionary<IEntityType, IProperty[]> _columns;

    private UtcTimes(IModel model) => _columns = model.GetEntityTypes()
        .Select(type => (Type: type, Columns: type.GetFlattenedProperties().Where(TimeColumns.LosesOffset).ToArray()))
        .Where(found => found.Columns.Length > 0)
        .ToDictionary(found => found.Type, found => found.Columns);

    public static void Set(DbContext context)
    {
        UtcTimes times = PerModel<UtcTimes>.Of(context.Model, static model => new UtcTimes(model));
        if (times._columns.Count == 0)
            return;

        foreach (EntityEntry entry in TrackedEntries.Changed(context))
            foreach (IProperty column in times._columns.GetValueOrDefault(entry.Metadata, []))
                if (entry.State is EntityState.Added or EntityState.Modified
                    && entry.CurrentValues[column] is DateTimeOffset time && time.Offset != TimeSpan.Zero)
                    entry.CurrentValues[column] = time.ToUniversalTime();
    }
}
