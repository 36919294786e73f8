using System.Collections;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace Syncopate.Crud.Tests.Trials;

/// <summary>All that a context knows, as text: what two moments are compared by.</summary>
internal static class ContextImage
{
    public static IReadOnlyList<string> Of(DbContext context)
    {
        bool detects = context.ChangeTracker.AutoDetectChangesEnabled;
        context.ChangeTracker.AutoDetectChangesEnabled = false;
        List<string> lines = [.. context.ChangeTracker.Entries().Select(Line).Order(StringComparer.Ordinal)];
        context.ChangeTracker.AutoDetectChangesEnabled = detects;
        return lines;
    }

    private static string Line(EntityEntry entry)
    {
        IEnumerable<string> values = entry.CurrentValues.Properties.Select(
            property => $"{property.DeclaringType.ShortName()}.{property.Name}={Text(entry.CurrentValues[property])}");
        IEnumerable<string> originals = entry.State == EntityState.Added
            ? []
            : entry.OriginalValues.Properties.Select(property => Text(entry.OriginalValues[property]));
        IEnumerable<string> modified = entry.Properties
            .Where(property => property.IsModified || property.IsTemporary).Select(property => property.Metadata.Name)
            .Concat(entry.ComplexProperties.Where(value => value.IsModified).Select(value => value.Metadata.Name));
        IEnumerable<string> missing = entry.Metadata.GetFlattenedComplexProperties()
            .Where(value => value.GetGetter().GetClrValueUsingContainingEntity(entry.Entity) is null)
            .Select(value => $"no {value.Name}");
        IEnumerable<string> related = entry.Navigations.Where(navigation => !navigation.Metadata.IsShadowProperty())
            .Select(navigation => $"{navigation.Metadata.Name}{(navigation.IsLoaded ? "!" : "")}"
                + $"={Related(entry.Context, navigation.CurrentValue)}");
        return $"{entry.Metadata.ShortName()} {entry.State} {string.Join(' ', values)} "
            + $"({string.Join(' ', originals)}) [{string.Join(' ', modified)}] {string.Join(' ', missing.Concat(related))}";
    }

    private static string Related(DbContext context, object? value) => value switch
    {
        null => "none",
        IEnumerable many => $"[{string.Join(' ', many.Cast<object>().Select(one => Name(context, one)))}]",
        _ => Name(context, value),
    };

    private static string Name(DbContext context, object one)
    {
        EntityEntry entry = context.Entry(one);
        IEnumerable<string> values = entry.CurrentValues.Properties.Select(property => Text(entry.CurrentValues[property]));
        return entry.Metadata.IsOwned()
            ? $"{one.GetType().Name} {string.Join(' ', values)}"
            : $"{one.GetType().Name} {entry.Property("Id").CurrentValue} {entry.State}";
    }

    private static string Text(object? value) => value is IEnumerable<int> numbers
        ? $"[{string.Join(',', numbers)}]"
        : $"{value ?? "none"}";
}
