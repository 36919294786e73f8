using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Xunit;

namespace Syncopate.Tests.Conventions;

public sealed class TypeConventions
{
    private static readonly string[] Generators = ["GeneratedRegex", "LibraryImport", "LoggerMessage", "ProjectsFrom"];

    /// <summary>Types whose content changes although the field is readonly. An array is not listed: tables of constants need one.</summary>
    private static readonly string[] MutableTypes =
    [
        "List", "Dictionary", "HashSet", "Queue", "Stack", "SortedDictionary", "SortedSet", "StringBuilder", "BlockingCollection",
        "ConcurrentDictionary", "ConcurrentQueue", "ConcurrentBag", "ConcurrentStack", "ThreadLocal", "AsyncLocal", "Random",
    ];

    private static readonly Convention Sealed = Convention.OfEachFile(
        "STYLE 7: a class is sealed, static or abstract. CA1852 sees internal classes only.",
        file => file.All<TypeDeclarationSyntax>()
            .Where(type =>
                type is ClassDeclarationSyntax or RecordDeclarationSyntax { ClassOrStructKeyword.RawKind: not (int)SyntaxKind.StructKeyword })
            .Where(type => !Has(type, SyntaxKind.SealedKeyword, SyntaxKind.StaticKeyword, SyntaxKind.AbstractKeyword))
            .Where(type => type.Identifier.Text != "AwaitBench") // BenchmarkDotNet derives from the classes that it measures.
            .Select(type => file.At(type.Identifier, type.Identifier.Text)),
        new Exemption("tests/Syncopate.Crud.Tests/Changing/OwnedValueTests.cs", "a row of a base type, saved over one of a derived type"));

    private static readonly Convention TwoImplementations = new(
        "STYLE 8: an interface has two implementations today, in the product itself. Else it is a class or a delegate.",
        files =>
        {
            Dictionary<string, int> bases = files.Where(file => file.IsIn("src/", "samples/"))
                .SelectMany(file => file.All<BaseTypeSyntax>())
                .CountBy(type => type.Type is NameSyntax name ? LastName(name) : "")
                .ToDictionary();
            return
                from file in files
                from type in file.All<InterfaceDeclarationSyntax>()
                where bases.GetValueOrDefault(type.Identifier.Text) < 2
                select file.At(type.Identifier, type.Identifier.Text);
        },
        new Exemption("src/Syncopate.Crud/I", "the library calls what its users implement"),
        new Exemption("src/Syncopate.Watch/IWatchedProcess.cs", "the second is a test's, of which the moments are known"),
        new Exemption("src/Syncopate.Cluster/Agents/I", "the second is the simulation's, whose load and disk take virtual time"),
        new Exemption("src/Syncopate.Crud/Actions/I", "the library calls what its users implement"));

    private static readonly Convention NoMutableStatics = Convention.OfEachFile(
        "STYLE 10: no mutable statics.",
        file => file.All<FieldDeclarationSyntax>()
            .Where(field => Has(field, SyntaxKind.StaticKeyword))
            .Where(field => !Has(field, SyntaxKind.ReadOnlyKeyword) || IsMutable(field.Declaration.Type))
            .Select(field => file.At(field, field.Declaration.ToString()))
            .Concat(file.All<PropertyDeclarationSyntax>()
                .Where(property => Has(property, SyntaxKind.StaticKeyword) && IsStored(property))
                .Where(property => HasSetter(property) || IsMutable(property.Type))
                .Select(property => file.At(property, property.Identifier.Text))));

    private static readonly Convention NoRegions = Convention.OfEachFile(
        "STYLE 10: no regions.", file => Directives(file, SyntaxKind.RegionDirectiveTrivia));

    private static readonly Convention NullableEverywhere = Convention.OfEachFile(
        "STYLE 10: the nullable context is the project's, never a file's.", file => Directives(file, SyntaxKind.NullableDirectiveTrivia));

    private static readonly Convention PartialForGenerators = Convention.OfEachFile(
        "STYLE 10: partial only where a generator writes the other part.",
        file => file.All<TypeDeclarationSyntax>()
            .Where(type => Has(type, SyntaxKind.PartialKeyword) && !IsGenerated(type))
            .Select(type => file.At(type.Identifier, type.Identifier.Text)));

    private static readonly Convention ForgivingWithReason = Convention.OfEachFile(
        "STYLE 10: `!` only with a reason, in a comment on its line or the one before.",
        file => file.All<PostfixUnaryExpressionSyntax>()
            .Where(node => node.IsKind(SyntaxKind.SuppressNullableWarningExpression) && !file.HasReasonAt(node.GetLocation()))
            .Select(node => file.At(node, node.ToString())),
        new Exemption("tests/", "a null there is a red test, which is what a check would give"));

    [Fact]
    public void Every_class_is_sealed_static_or_abstract() => Sealed.Holds();

    [Theory]
    [InlineData("public class Open;")]
    [InlineData("internal class Open;")]
    [InlineData("public record Open(int X);")]
    [InlineData("public record class Open(int X);")]
    [InlineData("sealed class Outer { class Open; }")]
    public void An_open_class_is_reported(string code) => Assert.Single(Sealed.Find("src/Syncopate/Open.cs", code));

    [Fact]
    public void A_closed_type_is_not_reported() => Assert.Empty(Sealed.Find(
        "src/Syncopate/Closed.cs", "sealed class A; static class B; abstract class C; struct D; record struct E; enum F; interface G;"));

    [Fact]
    public void Every_interface_has_two_implementations() => TwoImplementations.Holds();

    [Fact]
    public void An_interface_with_one_implementation_and_a_fake_is_reported()
    {
        SourceFile declaration = new("src/Syncopate/IClock.cs", "interface IClock;");
        SourceFile one = new("src/Syncopate/Clock.cs", "class Clock : IClock;");
        SourceFile two = new("src/Syncopate/Watch.cs", "class Watch : Base, Syncopate.IClock;");
        SourceFile fake = new("tests/Syncopate.Tests/FakeClock.cs", "class FakeClock : IClock;");

        Assert.Single(TwoImplementations.Find([declaration, one, fake]));
        Assert.Empty(TwoImplementations.Find([declaration, one, two]));
    }

    [Fact]
    public void No_static_can_change() => NoMutableStatics.Holds();

    [Theory]
    [InlineData("static int _count;")]
    [InlineData("[ThreadStatic] static int _count;")]
    [InlineData("static readonly List<int> Seen = [];")]
    [InlineData("static readonly System.Collections.Concurrent.ConcurrentDictionary<int, int> Seen = new();")]
    [InlineData("static int Count { get; set; }")]
    [InlineData("static Dictionary<int, int> Seen { get; } = [];")]
    public void A_static_that_can_change_is_reported(string member) =>
        Assert.Single(NoMutableStatics.Find("src/Syncopate/C.cs", $"class C {{ {member} }}"));

    [Theory]
    [InlineData("const int Limit = 3;")]
    [InlineData("static readonly int[] Table = [1];")]
    [InlineData("static int Limit { get; } = 3;")]
    [InlineData("static List<int> Fresh => [];")]
    [InlineData("static int Level { get => Native.Level(); set => Native.SetLevel(value); }")]
    [InlineData("static List<int> Fresh() => [];")]
    public void A_static_that_cannot_change_is_not_reported(string member) =>
        Assert.Empty(NoMutableStatics.Find("src/Syncopate/C.cs", $"class C {{ {member} }}"));

    [Fact]
    public void There_are_no_regions() => NoRegions.Holds();

    [Fact]
    public void A_region_is_reported() => Assert.Single(NoRegions.Find("src/Syncopate/C.cs", "class C {\n#region Fields\n#endregion\n}"));

    [Fact]
    public void No_file_changes_its_nullable_context() => NullableEverywhere.Holds();

    [Fact]
    public void A_file_that_disables_nullable_is_reported() =>
        Assert.Single(NullableEverywhere.Find("src/Syncopate/C.cs", "#nullable disable\nclass C;"));

    [Fact]
    public void Partial_types_have_a_generated_part() => PartialForGenerators.Holds();

    [Fact]
    public void A_partial_type_without_a_generator_is_reported() =>
        Assert.Single(PartialForGenerators.Find("src/Syncopate/C.cs", "partial class C { void M() { } }"));

    [Theory]
    [InlineData("partial class C { [GeneratedRegex(\"x\")] private static partial Regex X(); }")]
    [InlineData("partial class C { partial class Inner { [LibraryImport(\"libc\")] static partial int X(); } }")]
    [InlineData("[JsonSerializable(typeof(int))] partial class C : JsonSerializerContext;")]
    [InlineData("[ProjectsFrom<Post>] partial record C(string Title);")]
    public void A_partial_type_with_a_generator_is_not_reported(string code) =>
        Assert.Empty(PartialForGenerators.Find("src/Syncopate/C.cs", code));

    [Fact]
    public void Every_forgiving_operator_has_a_reason() => ForgivingWithReason.Holds();

    [Fact]
    public void A_forgiving_operator_without_a_reason_is_reported()
    {
        Assert.Single(ForgivingWithReason.Find("src/Syncopate/C.cs", "class C { int M(string? s) => s!.Length; }"));
        Assert.Empty(
            ForgivingWithReason.Find("src/Syncopate/C.cs", "class C {\n// Checked by the caller.\nint M(string? s) => s!.Length; }"));
    }

    private static bool Has(MemberDeclarationSyntax member, params IEnumerable<SyntaxKind> modifiers) =>
        modifiers.Any(modifier => member.Modifiers.Any(modifier));

    private static string LastName(NameSyntax name) => name switch
    {
        SimpleNameSyntax simple => simple.Identifier.Text,
        QualifiedNameSyntax qualified => qualified.Right.Identifier.Text,
        AliasQualifiedNameSyntax alias => alias.Name.Identifier.Text,
        _ => "",
    };

    private static bool IsMutable(TypeSyntax type) => type is NameSyntax name && MutableTypes.Contains(LastName(name));

    /// <summary>True for a property that keeps its value itself: an auto-property, not one that computes.</summary>
    private static bool IsStored(PropertyDeclarationSyntax property) =>
        property.AccessorList is { } accessors && accessors.Accessors.Any(accessor => accessor is { Body: null, ExpressionBody: null });

    private static bool HasSetter(PropertyDeclarationSyntax property) =>
        property.AccessorList is { } accessors && accessors.Accessors.Any(accessor => accessor.IsKind(SyntaxKind.SetAccessorDeclaration));

    private static bool IsGenerated(TypeDeclarationSyntax type) =>
        type.BaseList?.Types.Any(parent => parent.ToString() == "JsonSerializerContext") is true
        || type.DescendantNodes().OfType<AttributeSyntax>().Any(attribute => Generators.Contains(LastName(attribute.Name)));

    private static IEnumerable<Finding> Directives(SourceFile file, SyntaxKind kind) =>
        file.Tree.DescendantTrivia().Where(trivia => trivia.IsKind(kind)).Select(trivia => file.At(trivia, trivia.ToString().Trim()));
}
