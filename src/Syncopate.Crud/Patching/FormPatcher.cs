using System.Reflection;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Mapping;
using Syncopate.Crud.Refusing;

namespace Syncopate.Crud.Patching;

/// <summary>Applies a patch to a form, by way of its JSON: what a client may name is what the form's JSON shows, less
/// what is protected.</summary>
/// <param name="json">How the application writes its JSON.</param>
/// <param name="entity">Nobody may change its key, nor what it protects itself.</param>
internal sealed class FormPatcher<TForm>(JsonSerializerOptions json, IEntityType entity)
    where TForm : class
{
    private const int MostOperations = 200;

    private readonly JsonTypeInfo _form = json.GetTypeInfo(typeof(TForm));

    /// <summary>The form with the patch in it; a form that was not read stays the failure that it is.</summary>
    public Result<TForm> Apply(Result<TForm> read, JsonPatch patch)
    {
        if (!read.IsDone)
            return read;

        if (patch.Operations.Count > MostOperations)
            return Invalid("", $"A patch has {MostOperations} operations at most; there are {patch.Operations.Count}.").Of<TForm>();

        TForm form = read.Value;
        JsonObject document = JsonSerializer.SerializeToNode(form, _form) as JsonObject
            ?? throw new InvalidOperationException($"{typeof(TForm).Name} is no JSON object, so it cannot be patched.");
        foreach (JsonPatchOperation operation in patch.Operations)
            if (Step(document, operation, form) is { } refusal)
                return refusal.Of<TForm>();

        try
        {
            // Not null: the document is an object.
            return Result.Done((TForm)document.Deserialize(_form)!);
        }
        catch (JsonException e)
        {
            return (Invalid(MemberOf(e), "The patch gives a value that this cannot have.") with { Cause = e }).Of<TForm>();
        }
    }

    /// <summary>What a client may set and no projection reads: the names with commas between; empty when there is nothing.</summary>
    /// <param name="read">The members that the projection reads; null when that cannot be told.</param>
    public string Unread(IReadOnlyCollection<string>? read) => read is null
        ? ""
        : string.Join(", ", _form.Properties.Where(member => !read.Contains(NameOf(member)) && !IsProtected(member)).Select(NameOf));

    private Refusal? Step(JsonObject document, JsonPatchOperation? operation, TForm form)
    {
        // A model binder fills what a client left out with null, whatever the types say.
        if (operation is null or { Op: null } or { Path: null } || !Pointer.IsSound(operation.Value))
            return Invalid("", "An operation of a patch has 'op' and 'path', and a value that can be read.");

        string[] parts = Pointer.Parse(operation.Path);
        string shown = UserText.Shown(operation.Path);
        JsonPropertyInfo? member = parts is [var name, ..]
            ? _form.Properties.FirstOrDefault(property => property.Name == name)
            : null;
        if (member is null)
            return Invalid("", $"There is no '{shown}' to patch.");

        bool isTest = operation.Op == "test";
        if (!isTest && IsProtected(member))
            return Invalid(NameOf(member), $"'{shown}' cannot be changed.");

        switch (operation.Op)
        {
            case "test":
                return Pointer.Find(document, parts, out JsonNode? found) && JsonNode.DeepEquals(found, operation.Value)
                    ? null
                    : Conflict(shown, form);
            case "replace" when Pointer.Replace(document, parts, operation.Value?.DeepClone()):
            case "add" when Pointer.Add(document, parts, operation.Value?.DeepClone()):
            case "remove" when Pointer.Remove(document, parts):
                return null;
            case "replace" or "add" or "remove":
                return Invalid(NameOf(member), $"There is no '{shown}' to {operation.Op}.");
            default:
                return Invalid(
                    NameOf(member),
                    $"'{UserText.Shown(operation.Op)}' is no operation of a patch here; there are add, replace, remove and test.");
        }
    }

    private bool IsProtected(JsonPropertyInfo member) =>
        member.Set is null
        || entity.FindPrimaryKey()?.Properties.Any(key => key.Name == NameOf(member)) is true
        || member.AttributeProvider is { } own && WriteProtection.Covers(own)
        || entity.FindProperty(NameOf(member))?.PropertyInfo is { } written && WriteProtection.Covers(written);

    private Refusal Conflict(string path, TForm form)
    {
        IEnumerable<JsonPropertyInfo> readable = _form.Properties.Where(property => property.Get is not null);
        return new Refusal(Outcome.Conflict, $"'{path}' does not hold what the patch expects. Nothing was saved.")
        {
            Current = readable.ToDictionary(NameOf, property => property.Get?.Invoke(form)),
        };
    }

    private string MemberOf(JsonException e)
    {
        string? first = e.Path?.TrimStart('$', '.').Split('.', '[')[0];
        return _form.Properties.FirstOrDefault(property => property.Name == first) is { } member ? NameOf(member) : "";
    }

    private static string NameOf(JsonPropertyInfo member) =>
        (member.AttributeProvider as MemberInfo)?.Name ?? member.Name;

    private static Refusal Invalid(string path, string message) => new(Outcome.Invalid, "") { Errors = [new CrudError(path, message)] };
}
