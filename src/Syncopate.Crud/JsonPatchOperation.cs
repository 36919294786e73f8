using System.Text.Json.Nodes;

namespace Syncopate.Crud;

/// <summary>One step of a <see cref="JsonPatch"/>, as RFC 6902 writes it.</summary>
/// <param name="Op">"add", "replace", "remove" or "test".</param>
/// <param name="Path">A JSON pointer (RFC 6901) to a member of the DTO, as in "/title" or "/tags/0".</param>
/// <param name="Value">What is added, put in its place, or expected there; not used by "remove".</param>
public sealed record JsonPatchOperation(string Op, string Path, JsonNode? Value = null);
