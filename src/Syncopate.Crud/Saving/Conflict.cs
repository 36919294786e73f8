using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Syncopate.Crud.Reading;

namespace Syncopate.Crud.Saving;

/// <summary>Says that somebody else was faster, and what the row holds now.</summary>
internal static class Conflict
{
    /// <param name="exception">What EF Core found.</param>
    /// <param name="current">Null when the row is gone.</param>
    public static Refusal Of(DbUpdateConcurrencyException exception, PropertyValues? current)
    {
        var name = exception.Entries is [var entry, ..] ? EntityName.Of(entry.Metadata) : "row";
        return new Refusal(
            Outcome.Conflict,
            current is null ? $"Somebody else deleted the {name} in the meantime. Nothing was saved." : $"Somebody else changed the {name} in the meantime. Nothing was saved.")
        {
            Current = current?.Properties.ToDictionary(property => property.Name, property => current[property]),
            Cause = exception,
        };
    }
}
