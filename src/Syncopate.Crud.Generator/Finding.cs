using Microsoft.CodeAnalysis;

namespace Syncopate.Crud.Generator;

/// <summary>Something that the author of a DTO should fix.</summary>
/// <param name="rule">Which of the <see cref="Rules"/> it breaks.</param>
/// <param name="at">The member or the type it is about.</param>
/// <param name="words">What fills the rule's message.</param>
internal sealed class Finding(DiagnosticDescriptor rule, ISymbol at, params string[] words)
{
    public DiagnosticDescriptor Rule => rule;

    public ISymbol At => at;

    public object[] Words => words;
}

/// <summary>What <see cref="ProjectionAnalyzer"/> reports, each on the member or type that it is about.</summary>
internal static class Rules
{
    private const string Category = "Syncopate.Crud";

    public static readonly DiagnosticDescriptor NotPartial = new(
        "SYNC1001", "A projected type and the types around it must be partial",
        "'{0}' must be partial: its projection is written in another part of it",
        Category, DiagnosticSeverity.Error, isEnabledByDefault: true);

    public static readonly DiagnosticDescriptor Unmatched = new(
        "SYNC1002", "A member is found nowhere in the entity",
        "'{0}' is found nowhere in '{1}': rename it after a member or a path such as BloggerName for Blogger.Name, "
        + "or mark it [NotProjected]",
        Category, DiagnosticSeverity.Warning, isEnabledByDefault: true);

    public static readonly DiagnosticDescriptor OtherType = new(
        "SYNC1003", "A member has another type than in the entity",
        "'{0}' is '{1}' here and '{2}' in the entity: give it a type that this converts to implicitly, or one with [ProjectsFrom<{2}>]",
        Category, DiagnosticSeverity.Warning, isEnabledByDefault: true);

    public static readonly DiagnosticDescriptor MayBeNull = new(
        "SYNC1004", "A member that cannot be null is read from what may be null",
        "'{0}' cannot be null, but '{1}' may be: make its type nullable", Category, DiagnosticSeverity.Warning, isEnabledByDefault: true);

    public static readonly DiagnosticDescriptor NotCopied = new(
        "SYNC1005", "A member is read but not copied back",
        "'{0}' is read but not copied back: {1}. Fix that, write it by hand in IWritesTo or an [UpdatesBy] method, "
        + "or say that it is only shown, by init or [NotCopiedBack].",
        Category, DiagnosticSeverity.Warning, isEnabledByDefault: true);

    public static readonly DiagnosticDescriptor Cycle = new(
        "SYNC1006", "A nested projection contains itself",
        "'{0}' leads back to '{1}', which would be read without end: mark it [NotProjected], or give it a type without the way back",
        Category, DiagnosticSeverity.Warning, isEnabledByDefault: true);

    public static readonly DiagnosticDescriptor NoConstructor = new(
        "SYNC1007", "A projected type has no constructor that a projection can call",
        "'{0}' has no constructor without parameters and none whose parameters are all found in '{1}'",
        Category, DiagnosticSeverity.Error, isEnabledByDefault: true);
}
