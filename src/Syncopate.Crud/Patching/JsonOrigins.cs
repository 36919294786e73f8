using System.Collections;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;

namespace Syncopate.Crud.Patching;

/// <summary>Which objects of a form the parts of its JSON come from. What a patch does not replace stays the same object, with
/// all that JSON does not carry of it; of one that it changes, the members that differ are set.</summary>
internal sealed class JsonOrigins
{
    // By the node itself: operations move nodes of a list about, and put new ones in their places.
    private readonly Dictionary<JsonNode, Origin> _items = new(ReferenceEqualityComparer.Instance);

    // By the path of the member that the patch names.
    private readonly Dictionary<string, Origin> _members = new(StringComparer.Ordinal);

    public void Add(string path, JsonTypeInfo type, object? value, JsonNode? node) =>
        _members[path] = Of(type, value, node);

    public Origin? Find(string path) => _members.GetValueOrDefault(path);

    /// <summary>The value that the patched JSON means.</summary>
    /// <param name="type">Of the value.</param>
    /// <param name="origin">What was there before.</param>
    /// <param name="node">Its JSON now.</param>
    /// <param name="read">Makes a value of JSON alone; throws whatever a type of the application does.</param>
    public object? Value(JsonTypeInfo type, Origin origin, JsonNode? node, Func<object?> read)
    {
        // What JSON has no word for was null in it already.
        if (JsonNode.DeepEquals(origin.Before, node) && (node is not null || origin.Value is null))
            return origin.Value;
        if (IsObject(type)
            && origin is { Value: { } value, Before: JsonObject before }
            && node is JsonObject after
            && Changed(type, before, after) is { } changed)
            return Set(changed, value, (before, after), read);

        object? made = read();
        if (ItemsOf(type, made, node) is { } found && !found.List.IsReadOnly)
            for (int i = 0; i < found.Items.Count; i++)
                if (found.Items[i] is { } item && _items.TryGetValue(item, out Origin? known))
                {
                    object? fresh = found.List[i];
                    found.List[i] = Value(found.Element, known, item, () => fresh);
                }
        return made;
    }

    /// <summary>Takes down where a value and the items of the lists in it come from.</summary>
    /// <param name="type">Of the value.</param>
    /// <param name="value">As in the form.</param>
    /// <param name="node">Its JSON, in the document that will be patched.</param>
    private Origin Of(JsonTypeInfo type, object? value, JsonNode? node)
    {
        if (IsObject(type) && value is not null && node is JsonObject members)
            foreach (JsonPropertyInfo member in type.Properties)
                if (member is { Get: { } get, CustomConverter: null }
                    && members.TryGetPropertyValue(member.Name, out JsonNode? inner))
                    Of(member.Options.GetTypeInfo(member.PropertyType), get(value), inner);

        if (ItemsOf(type, value, node) is { } found)
            for (int i = 0; i < found.Items.Count; i++)
                if (found.Items[i] is { } item)
                    _items[item] = Of(found.Element, found.List[i], item);
        return new Origin(value, node?.DeepClone());
    }

    private object Set(
        List<JsonPropertyInfo> changed, object value, (JsonObject Before, JsonObject After) json, Func<object?> read)
    {
        object? made = null;
        foreach (JsonPropertyInfo member in changed)
        {
            object? now = member.Get?.Invoke(value);
            if (json.After.TryGetPropertyValue(member.Name, out JsonNode? node))
            {
                json.Before.TryGetPropertyValue(member.Name, out JsonNode? before);
                object? Read() => JsonMember.Of(member).Value(node);
                now = member.CustomConverter is null
                    ? Value(member.Options.GetTypeInfo(member.PropertyType), new Origin(now, before), node, Read)
                    : Read();
            }
            else if ((made ??= read()) is { } whole)
                now = member.Get?.Invoke(whole); // An object that was put in its place has no such member.
            member.Set?.Invoke(value, now);
        }
        return value;
    }

    /// <summary>Null where one that differs cannot be set by itself.</summary>
    private static List<JsonPropertyInfo>? Changed(JsonTypeInfo type, JsonObject before, JsonObject after)
    {
        List<JsonPropertyInfo> changed = [];
        if (after.Any(member => type.Properties.All(known => known.Name != member.Key)))
            return null; // Written in other letters, or kept beside the members.

        foreach (JsonPropertyInfo member in type.Properties)
        {
            bool was = before.TryGetPropertyValue(member.Name, out JsonNode? old);
            bool isThere = after.TryGetPropertyValue(member.Name, out JsonNode? now);
            if (was == isThere && JsonNode.DeepEquals(old, now))
                continue;
            if (member.Get is null || member.Set is null || member.IsExtensionData)
                return null;
            changed.Add(member);
        }
        return changed;
    }

    /// <summary>A list of objects, and its JSON; null for everything else.</summary>
    private static (JsonTypeInfo Element, IList List, JsonArray Items)? ItemsOf(
        JsonTypeInfo type, object? value, JsonNode? node) =>
        type is { Kind: JsonTypeInfoKind.Enumerable, ElementType: { } element }
        && value is IList list
        && node is JsonArray items
        && items.Count == list.Count
        && type.Options.GetTypeInfo(element) is var known && IsObject(known)
            ? (known, list, items)
            : null;

    /// <summary>One whose members are those of its type: which others a derived one has, only its JSON tells.</summary>
    private static bool IsObject(JsonTypeInfo type) =>
        type is { Kind: JsonTypeInfoKind.Object, PolymorphismOptions: null };

    /// <param name="Value">As in the form.</param>
    /// <param name="Before">Its JSON before the patch.</param>
    internal sealed record Origin(object? Value, JsonNode? Before);
}
