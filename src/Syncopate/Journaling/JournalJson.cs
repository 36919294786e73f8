using System.Text.Json.Serialization;
using Syncopate.Texts;

namespace Syncopate.Journaling;

/// <summary>How records look as JSON: camelCase names and enums by name. A field that this version does not know is
/// passed over, and one that it needs must be there:
/// so a new field is optional, or comes with a new <see cref="JournalReader.Schema"/>.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    Converters = [
        typeof(CamelCaseEnum<BlockingKind>), typeof(CamelCaseEnum<Form>), typeof(CamelCaseEnum<HolderEvidence>),
        typeof(CamelCaseEnum<Replicate>), typeof(CamelCaseEnum<RunOutcome>),
        typeof(CamelCaseEnum<SlotKind>), typeof(CamelCaseEnum<UseCase>)],
    AllowDuplicateProperties = false,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    MaxDepth = 64)]
[JsonSerializable(typeof(JournalRecord))]
[JsonSerializable(typeof(JournalRecordName))]
internal sealed partial class JournalJson : JsonSerializerContext;
