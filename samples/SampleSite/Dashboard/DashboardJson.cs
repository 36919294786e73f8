using System.Text.Json.Serialization;

namespace SampleSite.Dashboard;

/// <summary>Reads the feeds without reflection; an item that lacks a member or sends null for text is refused.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(List<Email>))]
[JsonSerializable(typeof(List<TaskItem>))]
[JsonSerializable(typeof(List<Bookmark>))]
[JsonSerializable(typeof(List<Note>))]
internal sealed partial class DashboardJson : JsonSerializerContext;
