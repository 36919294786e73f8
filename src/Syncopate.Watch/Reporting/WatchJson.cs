using System.Text.Json.Serialization;
using Syncopate.Texts;
using Syncopate.Watch.Starvation;

namespace Syncopate.Watch.Reporting;

/// <summary>How the records of a watch and its report look as JSON: camelCase, enums by name. A field that this version
/// does not know is passed over.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    Converters = [
        typeof(CamelCaseEnum<AdjustmentReason>), typeof(CamelCaseEnum<AsyncFindingKind>),
        typeof(CamelCaseEnum<AsyncTimelineSource>), typeof(CamelCaseEnum<AwaitOrder>),
        typeof(CamelCaseEnum<BlockingKind>), typeof(CamelCaseEnum<HolderEvidence>), typeof(CamelCaseEnum<RunOutcome>),
        typeof(CamelCaseEnum<StarvationCause>)],
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    MaxDepth = 64)]
[JsonSerializable(typeof(WatchRecord))]
[JsonSerializable(typeof(WatchReport))]
internal sealed partial class WatchJson : JsonSerializerContext;
