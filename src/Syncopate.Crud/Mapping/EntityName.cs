using System.ComponentModel.DataAnnotations;
using System.Reflection;
using System.Text.RegularExpressions;
using Microsoft.EntityFrameworkCore.Metadata;

namespace Syncopate.Crud.Mapping;

/// <summary>What a user calls an entity or one of its members: its <see cref="DisplayAttribute"/> or
/// <see cref="System.ComponentModel.DisplayNameAttribute"/>, or its name in small words.</summary>
internal static partial class EntityName
{
    public static string Of(MemberInfo member) => DisplayedName.Of(member).Text;

    /// <summary>An entity by the one that a user edits, if it is owned. The rows between two entities have a class of
    /// EF Core's, whose name says nothing.</summary>
    public static string Of(IEntityType entity) =>
        MemberPath.Root(entity) is var root && root.HasSharedClrType && root.IsPropertyBag ? "relation" : Of(root.ClrType);

    /// <summary>A property in the middle of a sentence.</summary>
    public static string Of(IReadOnlyProperty property) =>
        property.PropertyInfo is { } member ? Of(member) : Words(property.Name);

    /// <summary>A property at the beginning of a sentence.</summary>
    public static string Capitalised(IReadOnlyProperty property) => Capitalised(Of(property));

    /// <summary>A member of a form at the beginning of a sentence.</summary>
    public static string Capitalised(MemberInfo member) => Capitalised(Of(member));

    /// <summary>"BlogPost" becomes "blog post".</summary>
    public static string Words(string name) =>
        string.Join(' ', Word().Matches(name).Select(match => match.Value.ToLowerInvariant()));

    private static string Capitalised(string words) => words is [var first, .. var rest] ? char.ToUpperInvariant(first) + rest : "";

    [GeneratedRegex("[A-Z]+(?![a-z])|[A-Z]?[^A-Z]+")]
    private static partial Regex Word();
}
