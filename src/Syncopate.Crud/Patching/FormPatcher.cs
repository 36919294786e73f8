using System.Reflection;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;
using Microsoft.EntityFrameworkCore.Metadata;
using Syncopate.Crud.Changing;
using Syncopate.Crud.Mapping;
using Syncopate.Crud.Refusing;

namespace Syncopate.Crud.Patching;

/// <summary>Applies a patch to a form, by way of the JSON of the members that it names: what a client may name is what
/// the form's JSON shows, less what is protected. All other members keep their values, also those that JSON does not
/// carry.</summary>
/// <param name="json">How the application writes its JSON.</param>
/// <param name="entity">Nobody may change its key, nor what it protects itself.</param>
/// <param name="written">What the form takes into the entity; the rest is only shown. Null where that cannot be determined.</param>
internal sealed class FormPatcher<TForm>(JsonSerializerOptions json, IEntityType entity, IReadOnlySet<string>? written)
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
        List<PatchedMember> named = [];
        foreach (JsonPatchOperation operation in patch.Operations)
            if (operation is { Path: { } path } && PatchedMember.Find(form, _form, Pointer.Parse(path)) is { } member)
                named.Add(member with { IsWritten = operation.Op != "test" });
        JsonOrigins origins = new();
        JsonObject document = PatchedMember.Document(named, origins);
        foreach (JsonPatchOperation operation in patch.Operations)
            if (Step(document, operation, form) is { } refusal)
                return refusal.Of<TForm>();

        // Of a member and one inside it the whole one is written.
        List<PatchedMember> changed = named.FindAll(member => member.IsWritten);
        IEnumerable<PatchedMember> outermost = changed.Where(member => !changed.Exists(member.IsInside));
        foreach (PatchedMember member in outermost.DistinctBy(member => member.Place))
            try
            {
                member.Write(document, origins);
            }
            catch (Exception e) when (UnfitValues.IsOfConverter(e) && e is not NotSupportedException)
            {
                string name = Top(member.Path) is { } top ? NameOf(top) : "";
                return (Invalid(name, "The patch gives a value that this cannot have.") with { Cause = e }).Of<TForm>();
            }
        return Result.Done(form);
    }

    /// <summary>What a client may set and no projection reads: the names with commas between; empty when there is nothing.</summary>
    /// <param name="read">The members that the projection reads; null when that cannot be determined.</param>
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
        if (Top(parts) is not { } member)
            return Invalid("", $"There is no '{shown}' to patch.");

        bool isTest = operation.Op == "test";
        if (!isTest && (IsProtected(member) || PatchedMember.Find(form, _form, parts) is { IsProtected: true }))
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
        || WrittenMembers.Forbids(written, member.AttributeProvider)
        || entity.FindPrimaryKey()?.Properties.Any(key => key.Name == NameOf(member)) is true
        || entity.FindProperty(NameOf(member))?.PropertyInfo is { } stored && WriteProtection.Covers(stored);

    private Refusal Conflict(string path, TForm form)
    {
        IEnumerable<JsonPropertyInfo> readable = _form.Properties.Where(property => property.Get is not null);
        return new Refusal(Outcome.Conflict, $"'{path}' does not hold what the patch expects. Nothing was saved.")
        {
            Current = readable.ToDictionary(NameOf, property => property.Get?.Invoke(form)),
        };
    }

    private JsonPropertyInfo? Top(string[] parts) => parts is [var name, ..]
        ? _form.Properties.FirstOrDefault(property => property.Name == name && !property.IsExtensionData)
        : null;

    private static string NameOf(JsonPropertyInfo member) =>
        (member.AttributeProvider as MemberInfo)?.Name ?? member.Name;

    private static Refusal Invalid(string path, string message) => new(Outcome.Invalid, "") { Errors = [new CrudError(path, message)] };
}
