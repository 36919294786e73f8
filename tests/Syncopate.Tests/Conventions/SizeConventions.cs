using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Xunit;

namespace Syncopate.Tests.Conventions;

public sealed class SizeConventions
{
    private const int FileLines = 400;
    private const int MethodLines = 70;
    private const int Parameters = 5;
    private const int FolderFiles = 25;

    private static readonly Convention OneConcept = Convention.OfEachFile(
        "STYLE 6: one concept a file: the type that it is named after, and what that one is made of or what derives from it.",
        file => file.TopLevelTypes.Any(type => SourceFile.NameOf(type) == file.FileName)
            ? file.TopLevelTypes.Except(Family(file))
                .Select(type => file.At(type, $"is {SourceFile.NameOf(type)}, which has nothing to do with {file.FileName}"))
            : file.TopLevelTypes.Take(1).Select(type => file.At(type, $"is {SourceFile.NameOf(type)} in {file.FileName}.cs")));

    private static readonly Convention SmallFolders = new(
        $"STYLE 3: a folder of more than {FolderFiles} files is two.",
        files => files.Where(file => file.IsIn("src/")).GroupBy(file => file.Path[..file.Path.LastIndexOf('/')])
            .Where(folder => folder.Count() > FolderFiles).Select(folder => new Finding(folder.Key, 0, $"{folder.Count()} files")));

    private static readonly Convention ShortFiles = Convention.OfEachFile(
        $"STYLE 6: a file has at most {FileLines} lines.",
        file => file.Lines.Count > FileLines ? [new Finding(file.Path, 0, $"{file.Lines.Count} lines")] : []);

    private static readonly Convention ShortMethods = Convention.OfEachFile(
        $"STYLE 6: a method has at most {MethodLines} lines; the statements of Program.cs are one method, its local functions each another.",
        file => file.Tree.DescendantNodes()
            .Where(node =>
                node is BaseMethodDeclarationSyntax or LocalFunctionStatementSyntax or AccessorDeclarationSyntax or PropertyDeclarationSyntax)
            .Select(node => (First: node, Last: node))
            .Concat(Statements(file))
            .Select(span => (span.First, Lines: LineAtEnd(span.Last) - LineAtStart(span.First) + 1))
            .Where(method => method.Lines > MethodLines)
            .Select(method => new Finding(file.Path, LineAtStart(method.First), $"{method.Lines} lines")));

    private static readonly Convention FewParameters = Convention.OfEachFile(
        $"STYLE 6: at most {Parameters} parameters. A record's are its properties; an override's and a foreign function's are given.",
        file => file.All<ParameterListSyntax>()
            .Where(list => list.Parameters.Count > Parameters && !IsGiven(list.Parent))
            .Select(list => file.At(list, $"{list.Parameters.Count} parameters")));

    [Fact]
    public void Every_file_holds_one_concept_and_is_named_after_it() => OneConcept.Holds();

    [Theory]
    [InlineData("namespace Syncopate; class Planted; class Second;")]
    [InlineData("namespace Syncopate; class Planted; delegate void Second();")]
    [InlineData("namespace Syncopate { enum Planted; } namespace Other { record Second; }")]
    [InlineData("namespace Syncopate; class NamedOtherwise;")]
    public void A_second_concept_or_another_name_is_reported(string code) =>
        Assert.Single(OneConcept.Find("src/Syncopate/Planted.cs", code));

    [Theory]
    [InlineData("namespace Syncopate; record Planted(Kind Kind); enum Kind;")]
    [InlineData("namespace Syncopate; abstract record Planted; record First : Planted; record Second : Planted;")]
    [InlineData("namespace Syncopate; class Planted; class Second { Third? next; } class Third : Planted;")]
    public void A_family_may_stand_in_one_file(string code) => Assert.Empty(OneConcept.Find("src/Syncopate/Planted.cs", code));

    [Fact]
    public void No_folder_has_more_files_than_a_screen_shows() => SmallFolders.Holds();

    [Fact]
    public void A_folder_with_one_file_too_many_is_reported() =>
        Assert.Single(
            SmallFolders.Find([.. Enumerable.Range(0, FolderFiles + 1).Select(i => new SourceFile($"src/Planted/Type{i}.cs", ""))]));

    [Fact]
    public void A_nested_type_is_not_a_second_type() =>
        Assert.Empty(OneConcept.Find("src/Syncopate/Planted.cs", "namespace Syncopate; class Planted { class Inner; }"));

    [Fact]
    public void No_file_is_longer_than_the_limit() => ShortFiles.Holds();

    [Fact]
    public void A_file_over_the_limit_is_reported_and_one_at_the_limit_is_not()
    {
        Assert.Empty(ShortFiles.Find("src/Syncopate/Planted.cs", new string('\n', FileLines - 1) + "class Planted;\n"));
        Assert.Single(ShortFiles.Find("src/Syncopate/Planted.cs", new string('\n', FileLines) + "class Planted;\n"));
    }

    [Fact]
    public void No_method_is_longer_than_the_limit() => ShortMethods.Holds();

    [Theory]
    [InlineData("class C {{ void M() {{{0}}} }}")]
    [InlineData("class C {{ C() {{{0}}} }}")]
    [InlineData("class C {{ int P {{ get {{{0}}} }} int Q; }}", 2)]
    [InlineData("class C {{ void M() {{ void Inner() {{{0}}} }} }}", 2)]
    [InlineData("First();{0}Last(); void Local() {{ }}")]
    public void A_method_over_the_limit_is_reported_and_one_at_the_limit_is_not(string shape, int times = 1)
    {
        Assert.Empty(ShortMethods.Find("src/Syncopate/C.cs", Fill(shape, MethodLines)));
        Assert.Equal(times, ShortMethods.Find("src/Syncopate/C.cs", Fill(shape, MethodLines + 1)).Count);
    }

    [Fact]
    public void No_parameter_list_is_longer_than_the_limit() => FewParameters.Holds();

    [Theory]
    [InlineData("class C { void M(int a, int b, int c, int d, int e, int f) { } }")]
    [InlineData("class C(int a, int b, int c, int d, int e, int f);")]
    [InlineData("delegate void D(int a, int b, int c, int d, int e, int f);")]
    public void A_sixth_parameter_is_reported(string code) => Assert.Single(FewParameters.Find("src/Syncopate/C.cs", code));

    [Theory]
    [InlineData("record R(int A, int B, int C, int D, int E, int F);")]
    [InlineData("class C { public override void M(int a, int b, int c, int d, int e, int f) { } }")]
    [InlineData("class C { static extern int M(int a, int b, int c, int d, int e, int f); }")]
    [InlineData("class C { [LibraryImport(\"libc\")] static partial int M(int a, int b, int c, int d, int e, int f); }")]
    public void A_record_an_override_and_a_foreign_function_may_have_more(string code) =>
        Assert.Empty(FewParameters.Find("src/Syncopate/C.cs", code));

    /// <summary>The type that the file is named after, and all that it names, in code or in its description, that name
    /// it, and so on.</summary>
    private static List<MemberDeclarationSyntax> Family(SourceFile file)
    {
        List<MemberDeclarationSyntax> family = [file.TopLevelTypes.First(type => SourceFile.NameOf(type) == file.FileName)];
        for (int known = 0; known < family.Count; known++)
        {
            family.AddRange(
                file.TopLevelTypes.Except(family).Where(type =>
                    Names(type, family[known]) || Names(family[known], type)).ToList());
        }

        return family;
    }

    private static bool Names(MemberDeclarationSyntax type, MemberDeclarationSyntax other) =>
        type.DescendantNodes(descendIntoTrivia: true).OfType<SimpleNameSyntax>().Any(name =>
            name.Identifier.Text == SourceFile.NameOf(other));

    private static string Fill(string shape, int lines) => string.Format(CultureInfo.InvariantCulture, shape, new string('\n', lines - 1));

    private static IEnumerable<(SyntaxNode First, SyntaxNode Last)> Statements(SourceFile file) =>
        file.Tree.Members.OfType<GlobalStatementSyntax>().Where(member => member.Statement is not LocalFunctionStatementSyntax).ToList()
            is { Count: > 0 } statements ? [(statements[0], statements[^1])] : [];

    /// <summary>Attributes, like the comment above them, are not counted: they describe the method.</summary>
    private static int LineAtStart(SyntaxNode node) => node.ChildNodesAndTokens()
        .First(child => !child.IsKind(SyntaxKind.AttributeList)).GetLocation()!.GetLineSpan().StartLinePosition.Line + 1;

    private static int LineAtEnd(SyntaxNode node) => node.GetLocation().GetLineSpan().EndLinePosition.Line + 1;

    private static bool IsGiven(SyntaxNode? owner) => owner is RecordDeclarationSyntax
        || owner is MethodDeclarationSyntax method
            && (method.Modifiers.Any(SyntaxKind.OverrideKeyword) || method.Modifiers.Any(SyntaxKind.ExternKeyword)
                || method.AttributeLists.SelectMany(list => list.Attributes).Any(attribute =>
                    attribute.Name.ToString() == "LibraryImport"));
}
