using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Xunit;

namespace Syncopate.Tests.Conventions;

/// <summary>Statements have one form, whoever wrote them.</summary>
public sealed class StatementConventions
{
    private const string Unbound = "types of the generator, or of the framework's own imports: not named yet";

    private static readonly Convention NamedTypes = Convention.OfEachFile(
        "STYLE: a variable names its type; var is for what has no name, for parts of a tuple and for patterns.",
        file => file.All<IdentifierNameSyntax>().Where(name => name.IsVar && CouldBeNamed(name)).Select(name =>
            file.At(name, name.Parent!.ToString())),
        new Exemption("samples/", Unbound),
        new Exemption("tests/Syncopate.Crud.Tests/Changing/", Unbound),
        new Exemption("tests/Syncopate.Crud.Tests/Computed/ComputedListTests.cs", Unbound),
        new Exemption("tests/Syncopate.Crud.Tests/Generation/GeneratedProjectionTests.cs", Unbound),
        new Exemption("tests/Syncopate.Crud.Tests/Reading/", Unbound));

    private static readonly Convention OwnLines = Convention.OfEachFile(
        "STYLE: what a condition or a loop governs stands on a line of its own.",
        file => file.All<StatementSyntax>()
            .Where(governed => governed is not BlockSyntax and not EmptyStatementSyntax)
            .Where(governed => Head(governed) is { } head && Line(head) == Line(governed.GetFirstToken()))
            .Select(governed => file.At(governed, governed.ToString())));

    [Fact]
    public void Variables_name_their_types() => NamedTypes.Holds();

    [Theory]
    [InlineData("class C { void M() { var x = 1; } }")]
    [InlineData("class C { void M() { foreach (var x in All) ; } }")]
    [InlineData("class C { void M() { Try(out var x); } }")]
    [InlineData("class C { void M() { using var x = Open(); } }")]
    public void A_variable_without_a_type_is_reported(string code) => Assert.Single(NamedTypes.Find("src/Syncopate/C.cs", code));

    [Theory]
    [InlineData("class C { void M() { var (x, y) = Pair; } }")]
    [InlineData("class C { void M() { var x = new { A = 1 }; } }")]
    [InlineData("class C { bool M() => this is var x; }")]
    [InlineData("class C { void M() { string var = \"\"; } }")]
    public void What_has_no_name_is_not_reported(string code) => Assert.Empty(NamedTypes.Find("src/Syncopate/C.cs", code));

    [Fact]
    public void What_is_governed_stands_on_a_line_of_its_own() => OwnLines.Holds();

    [Theory]
    [InlineData("class C { void M() {\n if (true) return;\n } }", 1)]
    [InlineData("class C { void M() {\n foreach (int x in All) Use(x);\n } }", 1)]
    [InlineData("class C { void M() {\n if (true)\n return;\n else return;\n } }", 1)]
    [InlineData("class C { void M() {\n if (true)\n return;\n else if (false)\n return;\n } }", 0)]
    [InlineData("class C { void M() {\n while (Next()) ;\n } }", 0)]
    [InlineData("class C { void M() {\n if (true) { return; }\n } }", 0)]
    public void What_stands_on_the_line_of_its_condition_is_reported(string code, int findings) =>
        Assert.Equal(findings, OwnLines.Find("src/Syncopate/C.cs", code).Count);

    /// <summary>The last token before what a condition or a loop governs; null for a statement that none governs.</summary>
    private static SyntaxToken? Head(StatementSyntax governed) => governed.Parent switch
    {
        IfStatementSyntax parent when parent.Statement == governed => parent.CloseParenToken,
        ElseClauseSyntax parent when governed is not IfStatementSyntax => parent.ElseKeyword,
        CommonForEachStatementSyntax parent => parent.CloseParenToken,
        ForStatementSyntax parent => parent.CloseParenToken,
        WhileStatementSyntax parent => parent.CloseParenToken,
        _ => null,
    };

    private static int Line(SyntaxToken token) => token.GetLocation().GetLineSpan().EndLinePosition.Line;

    private static bool CouldBeNamed(IdentifierNameSyntax name) => name.Parent switch
    {
        VariableDeclarationSyntax declared => !declared.DescendantNodes().OfType<AnonymousObjectCreationExpressionSyntax>().Any(),
        ForEachStatementSyntax => true,
        DeclarationExpressionSyntax { Designation: SingleVariableDesignationSyntax } => true,
        _ => false,
    };
}
