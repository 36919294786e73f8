using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Syncopate.Crud;

/// <summary>Changes to single members of a DTO, after RFC 6902. In a request body it is an array: bind a list of
/// operations, or <see cref="Parse"/> the text.</summary>
/// <param name="Operations">Applied in this order, all or none.</param>
public sealed record JsonPatch(IReadOnlyList<JsonPatchOperation> Operations)
{
    /// <summary>Reads a patch; text that is none is <see cref="Outcome.Invalid"/>, for a user wrote it.</summary>
    /// <param name="json">A JSON array.</param>
    public static Result<JsonPatch> Parse(string json)
    {
        try
        {
            List<JsonPatchOperation>? operations = JsonSerializer.Deserialize<List<JsonPatchOperation>>(json, JsonSerializerOptions.Web);
            return operations is null || operations.Exists(operation => operation is null or { Op: null } or { Path: null })
                ? Malformed()
                : Result.Done(new JsonPatch(operations));
        }
        catch (Exception e) when (e is JsonException or ArgumentException { InnerException: EncoderFallbackException })
        {
            // The second is a text with half a character in it.
            return Malformed();
        }
    }

    private static Result<JsonPatch> Malformed() =>
        Result.Invalid<JsonPatch>(new CrudError("", "A patch is a JSON array of operations, each with 'op' and 'path'."));
}

/// <summary>One step of a <see cref="JsonPatch"/>, as RFC 6902 writes it.</summary>
/// <param name="Op">"add", "replace", "remove" or "test".</param>
/// <param name="Path">A JSON pointer (RFC 6901) to a member of the DTO, as in "/title" or "/tags/0".</param>
/// <param name="Value">What is added, put in its place, or expected there; not used by "remove".</param>
public sealed record JsonPatchOperation(string Op, string Path, JsonNode? Value = null);
