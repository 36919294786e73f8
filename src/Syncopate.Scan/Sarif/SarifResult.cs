namespace Syncopate.Scan.Sarif;

/// <summary>A finding (3.27).</summary>
internal sealed record SarifResult
{
    public required string RuleId { get; init; }
    public required int RuleIndex { get; init; }
    public required string Level { get; init; }
    public required SarifText Message { get; init; }
    public required IReadOnlyList<SarifLocation> Locations { get; init; }
    public required IReadOnlyDictionary<string, string> PartialFingerprints { get; init; }
    public IReadOnlyList<SarifCodeFlow>? CodeFlows { get; init; }
    public IReadOnlyList<SarifLocation>? RelatedLocations { get; init; }
    public IReadOnlyList<SarifFix>? Fixes { get; init; }
    public required IReadOnlyList<SarifSuppression> Suppressions { get; init; }
    public string? BaselineState { get; init; }
    public required SarifResultProperties Properties { get; init; }
}

/// <summary>What SARIF has no member for: entries, the twin, what to think of, and what a watched process showed.</summary>
internal sealed record SarifResultProperties(string Project, IReadOnlyList<string> Entries, string? Instead, IReadOnlyList<string> Cautions,
    SeenBlocking? Seen, bool? NotSeen);

/// <summary>A place (3.28). Its id is the number that messages may refer to.</summary>
internal sealed record SarifLocation
{
    public int? Id { get; init; }
    public required SarifPhysicalLocation PhysicalLocation { get; init; }
    public IReadOnlyList<SarifLogicalLocation>? LogicalLocations { get; init; }
    public SarifText? Message { get; init; }
}

/// <summary>A place in a file (3.29).</summary>
internal sealed record SarifPhysicalLocation(SarifArtifactLocation ArtifactLocation, SarifRegion Region);

/// <summary>A file (3.4).</summary>
internal sealed record SarifArtifactLocation(string Uri, string? UriBaseId = null);

/// <summary>A region of a file (3.30): columns count from 1, the end column is the one behind the last character, as in
/// <see cref="Place"/>.</summary>
internal sealed record SarifRegion(int StartLine, int StartColumn, int EndLine, int EndColumn, SarifText? Snippet = null);

/// <summary>A member of the program (3.33).</summary>
internal sealed record SarifLogicalLocation(string FullyQualifiedName, string Kind);

/// <summary>A way through the code (3.36).</summary>
internal sealed record SarifCodeFlow(IReadOnlyList<SarifThreadFlow> ThreadFlows);

/// <summary>The way on one thread (3.37).</summary>
internal sealed record SarifThreadFlow(IReadOnlyList<SarifThreadFlowLocation> Locations);

/// <summary>A step of it (3.38).</summary>
internal sealed record SarifThreadFlowLocation(SarifLocation Location, int NestingLevel);

/// <summary>A change that fixes a finding (3.55).</summary>
internal sealed record SarifFix(SarifText Description, IReadOnlyList<SarifArtifactChange> ArtifactChanges);

/// <summary>The change of one file (3.56).</summary>
internal sealed record SarifArtifactChange(SarifArtifactLocation ArtifactLocation, IReadOnlyList<SarifReplacement> Replacements);

/// <summary>The change of one region (3.57).</summary>
internal sealed record SarifReplacement(SarifRegion DeletedRegion, SarifText InsertedContent);

/// <summary>What silences a finding (3.35).</summary>
internal sealed record SarifSuppression(string Kind, string? Justification);
