using System.Text.Json.Serialization;

namespace Syncopate.Planning;

/// <summary>Serialization code of <see cref="PlanDocument"/>, made at build time.</summary>
[JsonSerializable(typeof(PlanDocument))]
internal sealed partial class PlanJsonContext : JsonSerializerContext;
