using Microsoft.CodeAnalysis.CSharp.Syntax;
using Xunit;

namespace Syncopate.Tests.Conventions;

/// <summary>Code looks as if one hand had written it.</summary>
public sealed class HandConventions
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

    private static bool CouldBeNamed(IdentifierNameSyntax name) => name.Parent switch
    {
        VariableDeclarationSyntax declared => !declared.DescendantNodes().OfType<AnonymousObjectCreationExpressionSyntax>().Any(),
        ForEachStatementSyntax => true,
        DeclarationExpressionSyntax { Designation: SingleVariableDesignationSyntax } => true,
        _ => false,
    };
}
