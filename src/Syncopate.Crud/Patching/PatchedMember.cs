using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;
using Syncopate.Crud.Changing;

namespace Syncopate.Crud.Patching;

/// <summary>A member that a patch names, of the form or of an object inside it: as deep as the pointer leads through
/// objects whose members can be set one by one. Lists and structs are read and set as a whole.</summary>
/// <param name="Owner">What has the member.</param>
/// <param name="Member">How it is written as JSON.</param>
/// <param name="Path">The names that lead to it from the form, its own the last.</param>
internal sealed record PatchedMember(object Owner, JsonPropertyInfo Member, string[] Path)
{
    public bool IsWritten { get; init; }

    /// <summary>Said of a member inside the form: nothing takes a new value of it into the entity.</summary>
    public bool IsProtected =>
        WrittenMembers.Forbids(Path.Length > 1 ? WrittenMembers.Of(Owner.GetType()) : null, Member.AttributeProvider);

    /// <summary>Its path as one text, by which members are told apart.</summary>
    public string Place => string.Join('/', Path);

    private JsonTypeInfo Type => Member.Options.GetTypeInfo(Member.PropertyType);

    /// <summary>Null when the form has no such member.</summary>
    public static PatchedMember? Find(object form, JsonTypeInfo type, string[] parts)
    {
        PatchedMember? found = null;
        object? owner = form;
        for (int i = 0; i < parts.Length && owner is not null; i++)
        {
            JsonPropertyInfo? member = type.Properties.FirstOrDefault(property => property.Name == parts[i] && !property.IsExtensionData);
            if (member is null || found is not null && member is { Get: null } or { Set: null })
                break;

            found = new PatchedMember(owner, member, parts[..(i + 1)]);
            if (member is not { Get: { } get, CustomConverter: null } || member.PropertyType.IsValueType || i + 1 == parts.Length)
                break;
            type = member.Options.GetTypeInfo(member.PropertyType);
            owner = type is { Kind: JsonTypeInfoKind.Object } ? get(owner) : null;
        }
        return found;
    }

    /// <summary>The JSON of these members, each in its place; nothing else is in it.</summary>
    /// <param name="members">Those that a patch names.</param>
    /// <param name="origins">Takes down where it comes from.</param>
    public static JsonObject Document(IEnumerable<PatchedMember> members, JsonOrigins origins)
    {
        JsonObject document = [];
        foreach (PatchedMember member in members.OrderBy(member => member.Path.Length))
        {
            JsonObject? parent = document;
            foreach (string name in member.Path[..^1])
            {
                if (parent is not null && !parent.ContainsKey(name))
                    parent[name] = new JsonObject();
                parent = parent?[name] as JsonObject;
            }
            if (parent is null)
                continue;
            JsonNode? json = JsonMember.Of(member.Member).Read(member.Owner);
            parent[member.Path[^1]] = json;
            if (member.Member.CustomConverter is null)
                origins.Add(member.Place, member.Type, member.Member.Get?.Invoke(member.Owner), json);
        }
        return document;
    }

    public bool IsInside(PatchedMember other) =>
        other.Path.Length < Path.Length && other.Path.AsSpan().SequenceEqual(Path.AsSpan(0, other.Path.Length));

    /// <summary>Throws whatever a type of the application does when the member cannot have the value that the document has
    /// for it.</summary>
    public void Write(JsonObject document, JsonOrigins origins)
    {
        if (!Pointer.Find(document, Path, out JsonNode? value))
            return;

        object? Read() => JsonMember.Of(Member).Value(value);
        object? now = origins.Find(Place) is { } origin ? origins.Value(Type, origin, value, Read) : Read();
        Member.Set?.Invoke(Owner, now);
    }
}
