using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Xunit;

namespace Syncopate.Tests.Conventions;

/// <summary>
/// CA1305 sees ToString, Format, Parse and builders, but not a plain interpolated string, which formats with the culture of the thread.
/// Our programs run with the invariant culture; Syncopate.Agent.dll runs inside servers that have one of their own.
/// </summary>
public sealed class CultureConventions
{
    private static readonly Convention InvariantText = new(
        "STYLE 24: a fraction or a date in an interpolated string needs string.Create(CultureInfo.InvariantCulture, $\"...\").",
        files =>
        {
            BoundFiles product = ReferenceEquals(files, Repository.Sources) ? BoundFiles.Product : new BoundFiles(files);
            return
                from file in product.Files
                let texts = file.All<InterpolatedStringExpressionSyntax>().Where(text =>
                    text.Contents.Any(part => part is InterpolationSyntax)).ToList()
                where texts.Count > 0
                let model = product.ModelOf(file)
                from text in texts
                where model.GetTypeInfo(text).ConvertedType?.SpecialType == SpecialType.System_String
                from hole in text.Contents.OfType<InterpolationSyntax>()
                where DependsOnCulture(model.GetTypeInfo(hole.Expression).Type)
                select file.At(hole, hole.ToString());
        });

    [Fact]
    public void No_interpolated_text_depends_on_the_culture() => InvariantText.Holds();

    [Theory]
    [InlineData("string M(double d) => $\"{d}\";")]
    [InlineData("string M(double? d) => $\"{d:F1}\";")]
    [InlineData("void M(TimeSpan t) => Console.WriteLine($\"{t.TotalSeconds}\");")]
    [InlineData("string M(DateTimeOffset d) => $\"{d}\";")]
    public void Text_that_depends_on_the_culture_is_reported(string member) =>
        Assert.Single(InvariantText.Find("src/Syncopate/C.cs", $"class C {{ {member} }}"));

    [Theory]
    [InlineData("string M(double d) => string.Create(System.Globalization.CultureInfo.InvariantCulture, $\"{d}\");")]
    [InlineData("string M(double d) => FormattableString.Invariant($\"{d}\");")]
    [InlineData("string M(int n, string s) => $\"{n} {s}\";")]
    public void Invariant_text_is_not_reported(string member) =>
        Assert.Empty(InvariantText.Find("src/Syncopate/C.cs", $"class C {{ {member} }}"));

    private static bool DependsOnCulture(ITypeSymbol? type) => type switch
    {
        INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T } optional => DependsOnCulture(
            optional.TypeArguments[0]),
        { SpecialType: SpecialType.System_Double or SpecialType.System_Single or SpecialType.System_Decimal or SpecialType.System_DateTime } => true,
        { Name: nameof(DateTimeOffset), ContainingNamespace.Name: nameof(System) } => true,
        _ => false,
    };
}
