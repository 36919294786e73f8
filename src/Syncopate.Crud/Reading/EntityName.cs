using System.ComponentModel;
using System.Reflection;
using System.Text.RegularExpressions;

namespace Syncopate.Crud.Reading;

/// <summary>What a user calls an entity or one of its members: its <see cref="DisplayNameAttribute"/>, or its name in small words.</summary>
internal static partial class EntityName
{
    public static string Of(MemberInfo member) =>
        member.GetCustomAttribute<DisplayNameAttribute>()?.DisplayName is { Length: > 0 } name ? name : Words(member.Name);

    /// <summary>"BlogPost" becomes "blog post".</summary>
    public static string Words(string name) => string.Join(' ', Word().Matches(name).Select(match => match.Value.ToLowerInvariant()));

    [GeneratedRegex("[A-Z]+(?![a-z])|[A-Z]?[^A-Z]+")]
    private static partial Regex Word();
}
