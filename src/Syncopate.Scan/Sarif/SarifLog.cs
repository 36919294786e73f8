using System.Text.Json.Serialization;

namespace Syncopate.Scan.Sarif;

// The part of SARIF 2.1.0 (OASIS, errata 01) that a scan writes; names as there. Null members are not written.

/// <summary>A log file (3.13).</summary>
internal sealed record SarifLog([property: JsonPropertyName("$schema")] string Schema, string Version, IReadOnlyList<SarifRun> Runs);

/// <summary>One run of the tool (3.14).</summary>
internal sealed record SarifRun
{
    public required SarifTool Tool { get; init; }
    public required IReadOnlyList<SarifInvocation> Invocations { get; init; }
    public required IReadOnlyDictionary<string, SarifArtifactLocation> OriginalUriBaseIds { get; init; }
    public required string ColumnKind { get; init; }
    public required IReadOnlyList<SarifResult> Results { get; init; }
    public required SarifRunProperties Properties { get; init; }
}

/// <summary>The tool (3.18).</summary>
internal sealed record SarifTool(SarifDriver Driver);

/// <summary>The tool's own part of itself (3.19).</summary>
internal sealed record SarifDriver(string Name, string Version, string SemanticVersion, IReadOnlyList<SarifRule> Rules);

/// <summary>A rule (3.49).</summary>
internal sealed record SarifRule
{
    public required string Id { get; init; }
    public required string Name { get; init; }
    public required SarifText ShortDescription { get; init; }
    public required string HelpUri { get; init; }
    public SarifHelp? Help { get; init; }
    public required SarifConfiguration DefaultConfiguration { get; init; }
    public required SarifRuleProperties Properties { get; init; }
}

/// <summary>What a viewer shows of a rule (3.12).</summary>
internal sealed record SarifHelp(string Text, string Markdown);

/// <summary>How a rule weighs (3.50).</summary>
internal sealed record SarifConfiguration(string Level);

/// <summary>The class of a rule in labels and marks, and words to filter by.</summary>
internal sealed record SarifRuleProperties(string Class, IReadOnlyList<string> Tags);

/// <summary>A message (3.11) or a text (3.12).</summary>
internal sealed record SarifText(string Text);

/// <summary>How the tool ran (3.20).</summary>
internal sealed record SarifInvocation(bool ExecutionSuccessful, IReadOnlyList<SarifNotification> ToolExecutionNotifications);

/// <summary>What could not be read (3.58).</summary>
internal sealed record SarifNotification(string Level, SarifText Message);

/// <summary>How much was read and understood.</summary>
internal sealed record SarifRunProperties(int Projects, int Files, int Lines, int Calls, int ResolvedCalls);
