using System.Net;
using System.Text.RegularExpressions;

namespace Syncopate.Site.Tests;

/// <summary>A form that changes something, as it stands on a page.</summary>
/// <param name="Page">Where it was found.</param>
/// <param name="Action">Where it is sent.</param>
/// <param name="Fields">In their order; of a group of checkboxes and of a choice, one value that can be chosen.</param>
internal sealed partial record PageForm(string Page, string Action, IReadOnlyList<(string Name, string Kind, string Value)> Fields)
{
    /// <summary>The form's own secret; the field may be missing.</summary>
    public const string TokenField = "form-token";

    /// <summary>Names of the fields into which a visitor writes what he likes.</summary>
    public IEnumerable<string> TextFields => Fields.Where(static entry => entry.Kind == "text").Select(static entry => entry.Name);

    /// <summary>The forms of a page that are sent by POST.</summary>
    public static IReadOnlyList<PageForm> AllOf(string page, string html) =>
        [.. Post().Matches(html).Select(form => new PageForm(page, form.Groups["action"].Value, [.. FieldsOf(form.Groups["body"].Value)]))];

    /// <summary>What a browser would send, with a sensible value in each field; a value given wins, for names that the
    /// form does not have too.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Filled(params (string Name, string Value)[] given)
    {
        HashSet<string> names = given.Select(static field => field.Name).ToHashSet(StringComparer.OrdinalIgnoreCase);
        return
        [
            .. Fields.Where(field => !names.Contains(field.Name)).Select(static field => KeyValuePair.Create(field.Name, field.Kind == "text" ? Sensible(field.Name) : field.Value)),
            .. given.Select(static field => KeyValuePair.Create(field.Name, field.Value)),
        ];
    }

    // A word in an address is short, and no two tags share one.
    private static string Sensible(string name) => name == "Slug" ? $"w-{Guid.NewGuid():n}" : "Something sensible";

    private static IEnumerable<(string Name, string Kind, string Value)> FieldsOf(string body)
    {
        foreach (Match input in Input().Matches(body))
        {
            Dictionary<string, string> attributes = Attribute().Matches(input.Value).DistinctBy(static match => match.Groups["name"].Value)
                .ToDictionary(static match => match.Groups["name"].Value, static match => WebUtility.HtmlDecode(match.Groups["value"].Value));
            if (attributes.TryGetValue("name", out string? name) && name != "fails")
                yield return (name, attributes.GetValueOrDefault("type", "text"), attributes.GetValueOrDefault("value", ""));
        }

        foreach (Match area in Area().Matches(body))
            yield return (area.Groups["name"].Value, "text", "");
        foreach (Match choice in Choice().Matches(body))
            yield return (choice.Groups["name"].Value, "select", choice.Groups["value"].Value);
    }

    [GeneratedRegex("<form method=\"post\" action=\"(?<action>[^\"]+)\"[^>]*>(?<body>.*?)</form>", RegexOptions.Singleline)]
    private static partial Regex Post();

    [GeneratedRegex("<input [^>]*>")]
    private static partial Regex Input();

    [GeneratedRegex("(?<name>[\\w-]+)=\"(?<value>[^\"]*)\"")]
    private static partial Regex Attribute();

    [GeneratedRegex("<textarea [^>]*name=\"(?<name>[^\"]+)\"")]
    private static partial Regex Area();

    [GeneratedRegex("<select [^>]*name=\"(?<name>[^\"]+)\".*?value=\"(?<value>[0-9]+)\"", RegexOptions.Singleline)]
    private static partial Regex Choice();
}
