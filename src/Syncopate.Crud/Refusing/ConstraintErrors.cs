using System.Data.Common;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Refusing;

/// <summary>Says in a user's words which rule of the database was broken, by the names in EF Core's model.</summary>
/// <param name="context">Whose model it is.</param>
/// <param name="messages">What the application says instead, by the constraint's name.</param>
internal sealed class ConstraintErrors(DbContext context, IReadOnlyDictionary<string, string> messages)
{
    private readonly IRelationalModel _tables = context.Model.GetRelationalModel();

    /// <param name="failure">Of a kind that is a user's mistake.</param>
    /// <param name="entries">What was being saved when it failed; may be empty.</param>
    /// <param name="deleted">The entity that a command deletes without entries; null otherwise.</param>
    public IReadOnlyList<CrudError> Of(
        DatabaseFailure failure, IReadOnlyList<EntityEntry> entries, IEntityType? deleted = null)
    {
        if (failure.Cause is not DbException cause || failure.Kind == FailureKind.Unfit)
            return UnfitValues.In(entries);

        BrokenConstraint broken = BrokenConstraint.Of(cause);
        return failure.Kind switch
        {
            FailureKind.Unique => [Unique(broken)],
            FailureKind.ForeignKey => [ForeignKey(broken, entries, deleted)],
            FailureKind.NotNull => [Column(broken, "must not be empty")],
            FailureKind.Check => [Check(broken)],
            FailureKind.Raised => [Raised(broken)],
            _ => TooLong(broken, entries),
        };
    }

    /// <summary>Also said without asking the database, when the rows that refer to it are at hand.</summary>
    public CrudError StillReferenced(IReadOnlyList<IForeignKey> foreignKeys, IEntityType deleted)
    {
        string by = string.Join(" or ", foreignKeys.Select(Dependents).Distinct());
        string refer = foreignKeys.All(IsOne) ? "refers" : "refer";
        string name = EntityName.Of(deleted.ClrType);
        string message = $"This {name} cannot be deleted, because {(by.Length > 0 ? by : "something else")} still {refer} to it.";
        return new CrudError("", Overridden(foreignKeys.Select(key => key.GetConstraintName())) ?? message);
    }

    /// <summary>Said without asking the database, when the context has another row with this key.</summary>
    public CrudError Taken(IKey key) => Taken(key.DeclaringEntityType, key.Properties, key.GetName());

    /// <summary>The same of a list that one entity owns: its items are told apart by what they have themselves of the key.</summary>
    public CrudError TakenInList(IKey key)
    {
        IProperty[] properties = OwnedKeys.Of(key.DeclaringEntityType);
        string members = string.Join(" and ", properties.Select(EntityName.Of));
        return new CrudError(
            MemberPath.Of(properties[0]),
            Overridden([key.GetName()])
                ?? $"There is already a {EntityName.Of(key.DeclaringEntityType.ClrType)} with this {members}.");
    }

    private CrudError Taken(IEntityType type, IReadOnlyList<IProperty> properties, string? constraint)
    {
        string members = string.Join(" and ", properties.Select(EntityName.Of));
        return new CrudError(
            MemberPath.Of(properties[0]),
            Overridden([constraint]) ?? $"There is already a {EntityName.Of(type)} with this {members}.");
    }

    private CrudError Unique(BrokenConstraint broken)
    {
        var (name, columns) = _tables.Tables
            .SelectMany(table => table.UniqueConstraints.Select(key => (table, key.Name, key.Columns))
                .Concat(table.Indexes.Select(index => (table, index.Name, index.Columns))))
            .Where(rule => broken.Name is { } known
                ? rule.Name == known
                : rule.table.Name == broken.Table && rule.Columns.Select(column => column.Name).ToHashSet().SetEquals(broken.Columns))
            .Select(rule => (rule.Name, rule.Columns))
            .FirstOrDefault();
        IProperty[] properties = [.. (columns ?? []).Select(Property).OfType<IProperty>()];
        if (properties is not [var first, ..])
            return new CrudError("", Overridden([name ?? broken.Name]) ?? "There is already one like this.");

        IEntityType type = (IEntityType)first.DeclaringType.ContainingEntityType;
        return type.IsPropertyBag
            ? new CrudError("", Overridden([name]) ?? "This was already chosen by somebody else in the meantime.")
            : Taken(type, properties, name);
    }

    private CrudError ForeignKey(BrokenConstraint broken, IReadOnlyList<EntityEntry> entries, IEntityType? deleted)
    {
        List<IForeignKey> named = _tables.Tables.SelectMany(table => table.ForeignKeyConstraints)
            .Where(key => key.Name == broken.Name).SelectMany(key => key.MappedForeignKeys).Take(1).ToList();

        // What is saved together may be more than what failed: rows that a deletion takes out of a relation, above all.
        deleted ??= entries.FirstOrDefault(entry => entry.State == EntityState.Deleted
            && named.TrueForAll(key => key.PrincipalEntityType.IsAssignableFrom(entry.Metadata)))?.Metadata;
        if (deleted is not null)
            return StillReferenced(named.Count > 0 ? named : [.. deleted.GetReferencingForeignKeys().Where(Restricts)], deleted);

        List<IForeignKey> candidates = named.Count > 0 ? named : [.. Candidates(entries is [var first, ..] ? first : null)];
        string message = candidates.Count > 0
            ? $"The {string.Join(" or the ", candidates.Select(Principal).Distinct())} that was chosen does not exist."
            : "Something that was chosen does not exist.";
        return new CrudError(
            candidates is [var only] ? MemberPath.Of(only) : "",
            Overridden(candidates.Select(key => key.GetConstraintName())) ?? message);
    }

    /// <summary>SQLite does not say which foreign key: those that were set now and lead to a row that the context has not seen.</summary>
    private static IEnumerable<IForeignKey> Candidates(EntityEntry? entry) => entry is null ? [] : entry.Metadata.GetForeignKeys()
        .Where(key => key.Properties.Any(property => entry.State == EntityState.Added || entry.Property(property).IsModified))
        .Where(key => key.Properties.All(property => entry.Property(property).CurrentValue is not null))
        .Where(key => key.DependentToPrincipal is not { } navigation || entry.Navigation(navigation).CurrentValue is null);

    private CrudError Column(BrokenConstraint broken, string problem)
    {
        ITable? table = _tables.Tables.FirstOrDefault(candidate => candidate.Name == broken.Table);
        IColumn? column = broken.Columns is [var name] ? table?.FindColumn(name) : null;
        IProperty? property = column is null ? null : Property(column);
        return property is null
            ? new CrudError("", $"Something {problem}.")
            : new CrudError(MemberPath.Of(property), $"{EntityName.Capitalised(property)} {problem}.");
    }

    private CrudError Check(BrokenConstraint broken)
    {
        // Raised by a trigger with the state of a check.
        if (broken.Name is null)
            return Raised(broken);

        // Only the model of the design time keeps checks.
        ICheckConstraint? check = context.GetService<IDesignTimeModel>().Model.GetEntityTypes()
            .SelectMany(type => type.GetCheckConstraints()).FirstOrDefault(check => check.Name == broken.Name || check.Sql == broken.Name);
        IReadOnlyProperty[] properties =
        [
            .. check?.EntityType.GetProperties().Where(property => Mentions(check.Sql, property.GetColumnName())) ?? [],
        ];
        string? text = Overridden([check?.Name ?? broken.Name]);
        return properties is [var only]
            ? new CrudError(only.Name, text ?? $"{EntityName.Capitalised(only)} has a value that is not allowed.")
            : new CrudError("", text ?? $"What was entered breaks the rule '{check?.Name ?? broken.Name}'.");
    }

    /// <summary>The words of a trigger are for programmers, unless the application has its own for them.</summary>
    private CrudError Raised(BrokenConstraint broken) =>
        new("", Overridden([broken.Name, broken.Text]) ?? "A rule of the database does not allow this.");

    private CrudError[] TooLong(BrokenConstraint broken, IReadOnlyList<EntityEntry> entries)
    {
        IEnumerable<CrudError> tooLong =
            from entry in entries
            from property in entry.Metadata.GetFlattenedProperties()
            where property.GetMaxLength() is { } limit && entry.CurrentValues[property] is string text && text.Length > limit
            select new CrudError(
                MemberPath.Of(property),
                $"{EntityName.Capitalised(property)} is too long; at most {property.GetMaxLength()} characters are allowed.");
        return [.. tooLong.DefaultIfEmpty(Column(broken, "is too long"))];
    }

    private string? Overridden(IEnumerable<string?> names) =>
        names.Select(name => name is null ? null : messages.GetValueOrDefault(name)).FirstOrDefault(message => message is not null);

    private static IProperty? Property(IColumn column) =>
        column.PropertyMappings.Select(mapping => mapping.Property).FirstOrDefault();

    private static bool Restricts(IForeignKey key) =>
        !key.IsOwnership && key.DeleteBehavior is not (DeleteBehavior.Cascade or DeleteBehavior.SetNull);

    private static string Principal(IForeignKey key) =>
        key.DependentToPrincipal is { } navigation ? EntityName.Words(navigation.Name) : EntityName.Of(key.PrincipalEntityType.ClrType);

    private static string Dependents(IForeignKey key) =>
        IsOne(key) ? $"a {EntityName.Of(key.DeclaringEntityType.ClrType)}" : EntityName.Words(key.PrincipalToDependent?.Name ?? "");

    private static bool IsOne(IForeignKey key) => key.PrincipalToDependent is not { IsCollection: true };

    private static bool Mentions(string sql, string column) =>
        sql.Contains($"\"{column}\"", StringComparison.Ordinal)
            || sql.Contains($"[{column}]", StringComparison.Ordinal)
            || sql.Split([' ', '(', ')', ',', '<', '>', '='], StringSplitOptions.None).Contains(column);
}
