using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Xunit;

namespace Syncopate.Tests.Conventions;

public sealed partial class CommentConventions
{
    private static readonly Convention NumberedTodos = Convention.OfEachFile(
        "STYLE 17: no bare TODO; it names its issue (`TODO #123`).", file => Comments(file, BareTodo()));

    private static readonly Convention NoDeadCode = Convention.OfEachFile(
        "STYLE 17: no commented-out code; the history keeps it.", file => Comments(file, DeadCode()));

    private static readonly Convention NoBanners = Convention.OfEachFile(
        "STYLE 17: no banners, no licence headers.", file => Comments(file, Banner()));

    private static readonly Convention SuppressedWithReason = Convention.OfEachFile(
        "Breaking a rule needs a comment that says why, on the line of the suppression or the one before.",
        file => file.Tree.DescendantTrivia()
            .Where(trivia =>
                trivia.IsKind(SyntaxKind.PragmaWarningDirectiveTrivia) && trivia.ToString().Contains("disable", StringComparison.Ordinal))
            .Where(trivia => !file.HasReasonAt(trivia.GetLocation()) && !trivia.ToString().Contains("//", StringComparison.Ordinal))
            .Select(trivia => file.At(trivia, trivia.ToString().Trim()))
            .Concat(file.All<AttributeSyntax>()
                .Where(attribute => attribute.Name.ToString() is "SuppressMessage" or "UnconditionalSuppressMessage")
                .Where(attribute => !attribute.ToString().Contains("Justification", StringComparison.Ordinal))
                .Select(attribute => file.At(attribute, attribute.ToString()))));

    private static readonly Convention Summaries = Convention.OfEachFile(
        "STYLE 18: a type of the product says what it is. CS1591 sees what is public only.",
        file => !file.IsIn("src/") ? [] : file.All<BaseTypeDeclarationSyntax>()
            .Where(type => type.Parent is BaseNamespaceDeclarationSyntax or CompilationUnitSyntax)
            .Where(type => !type.Modifiers.Any(SyntaxKind.PartialKeyword))
            .Where(type => type.GetLeadingTrivia().ToFullString() is var said
                && !said.Contains("<summary>", StringComparison.Ordinal) && !said.Contains("<inheritdoc", StringComparison.Ordinal))
            .Select(type => file.At(type.Identifier, type.Identifier.Text)));

    [Fact]
    public void Every_type_has_a_summary() => Summaries.Holds();

    [Theory]
    [InlineData("internal sealed class C;", 1)]
    [InlineData("// A class.\ninternal enum C;", 1)]
    [InlineData("/// <summary>A class.</summary>\ninternal sealed class C;", 0)]
    public void A_type_without_a_summary_is_reported(string code, int findings) =>
        Assert.Equal(findings, Summaries.Find("src/Syncopate/C.cs", code).Count);

    [Fact]
    public void Every_todo_names_its_issue() => NumberedTodos.Holds();

    [Theory]
    [InlineData("// TODO: later")]
    [InlineData("/* FIXME */")]
    [InlineData("/// <summary>TODO write this.</summary>")]
    public void A_bare_todo_is_reported(string comment) => Assert.Single(NumberedTodos.Find("src/Syncopate/C.cs", comment + "\nclass C;"));

    [Fact]
    public void A_numbered_todo_is_not_reported() =>
        Assert.Empty(NumberedTodos.Find("src/Syncopate/C.cs", "// TODO #12: later.\nclass C;"));

    [Fact]
    public void No_code_is_commented_out() => NoDeadCode.Holds();

    [Theory]
    [InlineData("// Console.WriteLine();")]
    [InlineData("// if (x) {")]
    [InlineData("// }")]
    [InlineData("/* return 1; */")]
    public void Commented_out_code_is_reported(string comment) =>
        Assert.Single(NoDeadCode.Find("src/Syncopate/C.cs", comment + "\nclass C;"));

    [Fact]
    public void A_sentence_is_not_taken_for_code() =>
        Assert.Empty(NoDeadCode.Find("src/Syncopate/C.cs", "// A return here would lose the record; see `Append()`.\nclass C;"));

    [Fact]
    public void There_are_no_banners() => NoBanners.Holds();

    [Theory]
    [InlineData("// ==========")]
    [InlineData("// ---- Fields ----")]
    [InlineData("// Copyright (c) the authors.")]
    public void A_banner_is_reported(string comment) => Assert.Single(NoBanners.Find("src/Syncopate/C.cs", comment + "\nclass C;"));

    [Fact]
    public void Every_suppression_has_a_reason() => SuppressedWithReason.Holds();

    [Theory]
    [InlineData("class C { void M() {\n\n#pragma warning disable CA1031\n} }")]
    [InlineData("[SuppressMessage(\"a\", \"b\")] class C;")]
    public void A_suppression_without_a_reason_is_reported(string code) =>
        Assert.Single(SuppressedWithReason.Find("src/Syncopate/C.cs", code));

    [Theory]
    [InlineData("class C { void M() {\n// The hook must not end its host.\n#pragma warning disable CA1031\n} }")]
    [InlineData("class C { void M() {\n#pragma warning disable CA1031 // The hook must not end its host.\n} }")]
    [InlineData("[SuppressMessage(\"a\", \"b\", Justification = \"A specimen.\")] class C;")]
    public void A_suppression_with_a_reason_is_not_reported(string code) =>
        Assert.Empty(SuppressedWithReason.Find("src/Syncopate/C.cs", code));

    [GeneratedRegex(@"\b(TODO|FIXME|HACK|XXX)\b(?! #\d)")]
    private static partial Regex BareTodo();

    [GeneratedRegex(@"^(//|/\*)\s*([^`]*[;{]|}[;)]*)\s*(\*/)?$")]
    private static partial Regex DeadCode();

    [GeneratedRegex(@"={4}|-{4}|\*{4}|#{4}|/{4}|(?i:\bcopyright\b|\blicensed under\b)")]
    private static partial Regex Banner();

    private static IEnumerable<Finding> Comments(SourceFile file, Regex pattern) =>
        file.Comments.Concat(file.DocumentationComments)
            .Where(comment => pattern.IsMatch(comment.ToString()))
            .Select(comment => file.At(comment, comment.ToString()));
}
