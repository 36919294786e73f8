using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;

namespace Syncopate.Crud.Refusing;

/// <summary>What EF Core throws for before it asks the database, with a text for programmers, and a user can bring about: a row that is
/// taken out of a relation that it needs, rows that exchange values that must be unique, and rows that refer to each other. Only the text
/// distinguishes the exceptions.</summary>
internal static class GraphErrors
{
    // No name of a class has such a character.
    private const string Mark = "\u0001";

    /// <summary>Null for what is a programmer's mistake.</summary>
    /// <param name="context">Was looked through, or saved.</param>
    /// <param name="exception">Thrown by EF Core.</param>
    /// <param name="subject">The type of the entity that the call is about; null where that is not known.</param>
    public static CrudError? Of(DbContext context, InvalidOperationException exception, IEntityType? subject) =>
        IsCycle(exception.Message)
            ? new CrudError("", "What was changed cannot be saved at once, because " + Circle(exception.Message))
            : context.Model.GetEntityTypes()
                .SelectMany(type => type.GetForeignKeys(), (type, key) => (Type: type, Key: key))
                .Where(found => found.Key.IsRequired && IsOf(exception.Message, found.Key, found.Type))
                .Select(found => Needed(found.Key, found.Type, subject))
                .FirstOrDefault();

    private static bool IsCycle(string message) =>
        CoreStrings.CircularDependency(Mark).Split(Mark)[0] is { Length: > 0 } start
        && message.StartsWith(start, StringComparison.Ordinal);

    // As EF Core writes what each step of a circle goes by; a foreign key has another word.
    private static string Circle(string message) =>
        message.Contains("Index {", StringComparison.Ordinal) || message.Contains("UniqueConstraint {", StringComparison.Ordinal)
            ? "values that must be unique exchange places. Give one of them another value first."
            : "rows refer to each other in a circle. Leave out one of these references first.";

    private static bool IsOf(string message, IForeignKey key, IEntityType dependent)
    {
        (string principal, string name) = (key.PrincipalEntityType.DisplayName(), dependent.DisplayName());
        return message == CoreStrings.RelationshipConceptualNull(principal, name)
            || CoreStrings.RelationshipConceptualNullSensitive(principal, name, Mark).Split(Mark) is [var start, ..]
            && message.StartsWith(start, StringComparison.Ordinal);
    }

    /// <summary>By the list of the entity that a user edits, where it was taken out of that.</summary>
    private static CrudError Needed(IForeignKey key, IEntityType dependent, IEntityType? subject)
    {
        string path = subject is not null
            && key.PrincipalToDependent is { } list
            && key.PrincipalEntityType.IsAssignableFrom(subject)
                ? list.Name
                : MemberPath.Of(key);
        string principal = key.DependentToPrincipal is { } navigation
            ? EntityName.Words(navigation.Name)
            : EntityName.Of(key.PrincipalEntityType);
        return new CrudError(path, $"The {EntityName.Of(dependent)} cannot be without its {principal}.");
    }
}
