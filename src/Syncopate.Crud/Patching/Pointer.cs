using System.Globalization;
using System.Text.Json.Nodes;
using Syncopate.Crud.Refusing;

namespace Syncopate.Crud.Patching;

/// <summary>JSON pointers, after RFC 6901, and what RFC 6902 does at their end.</summary>
internal static class Pointer
{
    // A form is a few levels deep. Values that are put into values again and again could be nested deeper than JSON can be written.
    private const int Deepest = 32;

    /// <summary>Its parts; empty for the whole document, for what is no pointer, and for what leads deeper than any form.</summary>
    public static string[] Parse(string pointer) => pointer.StartsWith('/') && pointer.AsSpan().Count('/') <= Deepest
        ? [.. pointer[1..].Split('/').Select(Unescaped)]
        : [];

    /// <summary>False for what JSON can say and no value can be: a text with half a character in it, an object that has
    /// a member twice.</summary>
    public static bool IsSound(JsonNode? value)
    {
        try
        {
            return value switch
            {
                null => true,
                JsonObject members => members.All(member => IsSound(member.Value)),
                JsonArray items => items.All(IsSound),
                // One that was not parsed would be written with another character in the place of the half one.
                JsonValue one when one.TryGetValue(out string? text) =>
                    !UnfitValues.IsBroken(text.Replace("\0", "", StringComparison.Ordinal)), // NUL is told by the member that gets it.
                _ => value.ToJsonString() is not null,
            };
        }
        catch (Exception e) when (e is InvalidOperationException or ArgumentException)
        {
            return false;
        }
    }

    public static bool Find(JsonNode document, string[] parts, out JsonNode? found)
    {
        found = document;
        foreach (string part in parts)
        {
            if (found is JsonObject members && members.TryGetPropertyValue(part, out JsonNode? member))
                found = member;
            else if (found is JsonArray items && Index(part, items.Count - 1) is { } index)
                found = items[index];
            else
                return false;
        }
        return true;
    }

    public static bool Replace(JsonNode document, string[] parts, JsonNode? value)
    {
        if (!Find(document, parts, out _) || !Find(document, parts[..^1], out JsonNode? parent))
            return false;

        if (parent is JsonArray items)
            items[int.Parse(parts[^1], CultureInfo.InvariantCulture)] = value;
        else if (parent is JsonObject members)
            members[parts[^1]] = value;
        return true;
    }

    /// <summary>Into a list it moves what follows; "-" is the place after the last.</summary>
    public static bool Add(JsonNode document, string[] parts, JsonNode? value)
    {
        if (!Find(document, parts[..^1], out JsonNode? parent))
            return false;

        switch (parent)
        {
            case JsonArray items when parts[^1] == "-":
                items.Add(value);
                return true;
            case JsonArray items when Index(parts[^1], items.Count) is { } index:
                items.Insert(index, value);
                return true;
            case JsonObject members:
                members[parts[^1]] = value;
                return true;
            default:
                return false;
        }
    }

    /// <summary>A member becomes null, which a member that needs a value then refuses; an item of a list goes.</summary>
    public static bool Remove(JsonNode document, string[] parts)
    {
        if (!Find(document, parts, out _) || !Find(document, parts[..^1], out JsonNode? parent))
            return false;

        if (parent is JsonArray items)
            items.RemoveAt(int.Parse(parts[^1], CultureInfo.InvariantCulture));
        else if (parent is JsonObject members)
            members[parts[^1]] = null;
        return true;
    }

    private static string Unescaped(string part) =>
        part.Replace("~1", "/", StringComparison.Ordinal).Replace("~0", "~", StringComparison.Ordinal);

    private static int? Index(string part, int last)
    {
        bool isNumber = int.TryParse(part, NumberStyles.None, CultureInfo.InvariantCulture, out int index);
        return isNumber && index <= last && (part == "0" || part[0] != '0') ? index : null;
    }
}
