using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Xunit;

namespace Syncopate.Tests.Conventions;

/// <summary>A value that is new in an enum has no words until somebody gives it some: with a text as default it would be described as one
/// of the others, in a report that nobody checks.</summary>
public sealed class SwitchConventions
{
    private static readonly Convention NoWordsForOthers = new(
        "A switch over an enum of the product that gives texts names each value, and throws for any other.",
        Defaults,
        new Exemption("src/Syncopate.Watch/Reporting/WatchText.cs", "the numbers are the runtime's, and a newer one may have more"));

    [Fact]
    public void No_text_is_said_of_a_value_that_has_none() => NoWordsForOthers.Holds();

    [Theory]
    [InlineData("string Of(Kind kind) => kind switch { Kind.A => \"a\", _ => \"b\" };", 1)]
    [InlineData("string Of(Kind kind) => kind switch { Kind.A => \"a\", _ => $\"b {kind}\" };", 1)]
    [InlineData("string Of(Kind kind) => kind switch { Kind.A => \"a\", var other => $\"b {other}\" };", 1)]
    [InlineData("object Of(Case all) => all switch { { Kind: Kind.A or Kind.B } => \"a\", _ => (1, \"b\") };", 1)]
    [InlineData("string Of(Kind kind) => kind switch { N.Kind.A => \"a\", _ => Text(\"b\") };", 1)]
    [InlineData("string Of(Kind kind) { switch (kind) { case Kind.A: return \"a\"; default: return \"b\"; } }", 1)]
    [InlineData("void Of(Kind kind) { switch (kind) { case Kind.A or Kind.B: break; default: Say(\"b\"); break; } }", 1)]
    [InlineData("string Of(Kind kind) { switch (kind) { case Kind.A: return \"a\"; default: throw new E(\"b\"); } }", 0)]
    [InlineData("int Of(Kind kind) { switch (kind) { case Kind.A: return 1; default: return 2; } }", 0)]
    [InlineData("string Of(int count) { switch (count) { case 1: return \"one\"; default: return \"many\"; } }", 0)]
    [InlineData("string Of(Kind kind) => kind switch { Kind.A => \"a\", _ when Is => \"b\", Kind.B => \"c\" };", 0)]
    [InlineData("string Of(Kind kind) => kind switch { Kind.A => \"a\", _ => throw new E(\"b\") };", 0)]
    [InlineData("int Of(Kind kind) => kind switch { Kind.A => 1, _ => 2 };", 0)]
    [InlineData("string Of(int count) => count switch { 1 => \"one\", _ => \"many\" };", 0)]
    [InlineData("string Of(object kind) => kind switch { Other.A => \"a\", _ => \"b\" };", 0)]
    public void A_text_for_all_others_is_reported(string member, int findings) => Assert.Equal(
        findings, NoWordsForOthers.Find("src/Syncopate/Planted.cs", $"enum Kind {{ A, B }} class C {{ {member} }}").Count);

    private static IEnumerable<Finding> Defaults(IReadOnlyList<SourceFile> files)
    {
        SourceFile[] product = [.. files.Where(file => file.IsIn("src/"))];
        HashSet<string> enums =
        [
            .. product.SelectMany(file => file.All<EnumDeclarationSyntax>()).Select(type => type.Identifier.Text),
        ];
        return
            from file in product
            from found in Arms(file, enums).Concat(Sections(file, enums))
            select file.At(found, found.ToString());
    }

    private static IEnumerable<SyntaxNode> Arms(SourceFile file, HashSet<string> enums) => file
        .All<SwitchExpressionSyntax>()
        .Where(made => made.Arms.Any(arm => IsOneOf(enums, arm.Pattern)))
        .SelectMany(made => made.Arms)
        .Where(arm => arm is { Pattern: DiscardPatternSyntax or VarPatternSyntax, WhenClause: null }
            && IsText(arm.Expression));

    private static IEnumerable<SyntaxNode> Sections(SourceFile file, HashSet<string> enums) => file
        .All<SwitchStatementSyntax>()
        .Where(made => made.Sections.SelectMany(section => section.Labels).Any(label => IsOneOf(enums, label)))
        .SelectMany(made => made.Sections)
        .Where(section => section.Labels.Any(label => label is DefaultSwitchLabelSyntax)
            && section.Statements.Any(statement => IsText(statement)));

    private static bool IsOneOf(HashSet<string> enums, SwitchLabelSyntax label) => label switch
    {
        CaseSwitchLabelSyntax one => IsValue(enums, one.Value),
        CasePatternSwitchLabelSyntax several => IsOneOf(enums, several.Pattern),
        _ => false,
    };

    private static bool IsOneOf(HashSet<string> enums, PatternSyntax pattern) => pattern.DescendantNodesAndSelf()
        .OfType<ConstantPatternSyntax>()
        .Any(constant => IsValue(enums, constant.Expression));

    private static bool IsValue(HashSet<string> enums, ExpressionSyntax value) =>
        value is MemberAccessExpressionSyntax member
        && member.Expression switch
        {
            IdentifierNameSyntax type => enums.Contains(type.Identifier.Text),
            MemberAccessExpressionSyntax type => enums.Contains(type.Name.Identifier.Text),
            _ => false,
        };

    private static bool IsText(SyntaxNode made) => made is not (ThrowExpressionSyntax or ThrowStatementSyntax)
        && made.DescendantNodesAndSelf().Any(node =>
            node is InterpolatedStringExpressionSyntax || node.IsKind(SyntaxKind.StringLiteralExpression));
}
