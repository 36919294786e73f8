using System.Text.Json;
using System.Text.Json.Serialization;
using Syncopate.Reporting;
using Syncopate.Texts;

namespace Syncopate.Scan.Reporting;

/// <summary>A scan for programs.</summary>
internal static class ScanJson
{
    /// <summary>The scan as indented JSON; lines end with a line feed, the last one too.</summary>
    public static string Write(ScanResult result, ReportTool tool) => Write(ScanDocument.Of(result, tool));

    /// <summary>The document as such JSON.</summary>
    public static string Write(ScanDocument document) => JsonSerializer.Serialize(document, ScanJsonContext.Default.ScanDocument) + "\n";
}

/// <summary>What <c>--json</c> prints: the result, and the version of its form.</summary>
internal sealed record ScanDocument
{
    /// <summary>Version of the format; 1.</summary>
    public required int Schema { get; init; }

    /// <summary>Who made it.</summary>
    public required ReportTool Tool { get; init; }

    /// <summary>As in <see cref="ScanResult.Target"/>.</summary>
    public required string Target { get; init; }

    /// <summary>As in <see cref="ScanResult.Root"/>.</summary>
    public required string Root { get; init; }

    /// <summary>How many findings count: neither silenced in the source nor known from the baseline.</summary>
    public required int Counted { get; init; }

    /// <summary>As in <see cref="ScanResult.Findings"/>.</summary>
    public required IReadOnlyList<Finding> Findings { get; init; }

    /// <summary>As in <see cref="ScanResult.Entries"/>.</summary>
    public required IReadOnlyList<ScanEntry> Entries { get; init; }

    /// <summary>As in <see cref="ScanResult.Unknown"/>.</summary>
    public required IReadOnlyList<UnknownPlace> Unknown { get; init; }

    /// <summary>As in <see cref="ScanResult.Evidence"/>.</summary>
    public required ScanEvidence? Evidence { get; init; }

    /// <summary>As in <see cref="ScanResult.Notices"/>.</summary>
    public required IReadOnlyList<string> Notices { get; init; }

    /// <summary>As in <see cref="ScanResult.Size"/>.</summary>
    public required ScanDocumentSize Size { get; init; }

    /// <summary>The document of a result.</summary>
    public static ScanDocument Of(ScanResult result, ReportTool tool) => new()
    {
        Schema = 1,
        Tool = tool,
        Target = result.Target,
        Root = result.Root,
        Counted = result.Counted().Count(),
        Findings = result.Findings,
        Entries = result.Entries,
        Unknown = result.Unknown,
        Evidence = result.Evidence,
        Notices = result.Notices,
        Size = new(result.Size.Projects, result.Size.Files, result.Size.Lines, result.Size.Calls, result.Size.ResolvedCalls,
            result.Size.Elapsed.TotalSeconds, result.Size.CpuTime.TotalSeconds),
    };
}

/// <summary>As <see cref="ScanSize"/>, with the times as numbers.</summary>
internal sealed record ScanDocumentSize(int Projects, int Files, int Lines, int Calls, int ResolvedCalls, double ElapsedSeconds,
    double CpuSeconds);

/// <summary>How a scan looks as JSON: camelCase names, and enums by name.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, Converters = [typeof(CamelCaseEnum<FindingLevel>)],
    WriteIndented = true, NewLine = "\n")]
[JsonSerializable(typeof(ScanDocument))]
internal sealed partial class ScanJsonContext : JsonSerializerContext;
