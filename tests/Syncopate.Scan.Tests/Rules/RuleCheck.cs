using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Syncopate.Analyzers;
using Syncopate.Scan.Tests.Rewriting;
using Xunit;

namespace Syncopate.Scan.Tests.Rules;

/// <summary>Puts a case into every frame and compares what is reported with its marks, on every way the product runs the rules.</summary>
internal static class RuleCheck
{
    /// <summary>Statements of async code.</summary>
    /// <param name="rule">The only rule that is looked at.</param>
    /// <param name="statements">With marks; <c>~</c> where ConfigureAwait(false) may stand.</param>
    /// <param name="atTop">What is expected of the same statements as the program itself: null for the same, else the marks of notes.</param>
    /// <param name="hasValues">False where tasks cannot be replaced by value tasks.</param>
    public static async Task StatementsAsync(DiagnosticDescriptor rule, string statements, TopLevel atTop = TopLevel.Same, bool hasValues = true)
    {
        await RunAsync(rule, statements, [.. Frame.OfStatements.Where(frame => hasValues || !frame.IsOfValues)], atTop);
        if (atTop != TopLevel.None)
            await RunAsync(rule, statements, [Frame.Top], atTop);
    }

    /// <summary>Whole types.</summary>
    public static Task TypesAsync(DiagnosticDescriptor rule, string types, bool hasValues = false) =>
        RunAsync(rule, types, [.. Frame.OfTypes.Where(frame => hasValues || !frame.IsOfValues)], TopLevel.None);

    /// <summary>A program.</summary>
    public static Task ProgramAsync(DiagnosticDescriptor rule, string source) => RunAsync(rule, source, [new Frame("Program", "using static Tasks;\nBODY\n")], TopLevel.Same);

    private static async Task RunAsync(DiagnosticDescriptor rule, string marked, IReadOnlyList<Frame> frames, TopLevel atTop)
    {
        (Frame Frame, MarkedText Code)[] all = [.. frames.Select(frame => (frame, MarkedText.Read(frame.With(marked))))];
        CSharpCompilation compilation = Specimen.Compile("Case", [.. Known.Files(), .. all.Select(one => Specimen.Parse(one.Code.Text, one.Frame.Name + ".cs"))]);
        string[] expected = [.. all.SelectMany(one => Expected(one.Frame, one.Code, atTop)).Order(StringComparer.Ordinal)];

        // SYNC2005 is the scan's alone.
        if (rule != ScanRules.Chain)
            Assert.Equal(expected, Of(rule, RuleScan.Files(compilation)));
        Assert.Equal(expected, Of(rule, RuleScan.Solution(compilation), compilation));
        ImmutableArray<Diagnostic> diagnosed = await RuleScan.AnalyzerAsync(compilation);
        Assert.DoesNotContain(diagnosed, diagnostic => diagnostic.Id == "AD0001");
        if (rule != ScanRules.Chain)
            Assert.Equal(expected.Where(place => rule.DefaultSeverity == DiagnosticSeverity.Info || !place.EndsWith("note", StringComparison.Ordinal)), Of(rule, diagnosed));
    }

    private static IEnumerable<string> Expected(Frame frame, MarkedText code, TopLevel atTop)
    {
        if (frame.IsSilent || (frame.IsTop && atTop == TopLevel.Silent))
            return [];
        return code.Marks.Select(mark => Say(frame.Name + ".cs", LineOf(code.Text, mark.Start), mark.IsNote || (frame.IsTop && atTop == TopLevel.Note)));
    }

    private static (int Line, int Column) LineOf(string text, int position)
    {
        FileLinePositionSpan span = Specimen.Parse(text, "Text.cs").GetLineSpan(new Microsoft.CodeAnalysis.Text.TextSpan(position, 0));
        return (span.StartLinePosition.Line + 1, span.StartLinePosition.Character + 1);
    }

    private static string Say(string file, (int Line, int Column) place, bool isNote) =>
        FormattableString.Invariant($"{file}({place.Line},{place.Column}){(isNote ? " note" : "")}");

    private static string[] Of(DiagnosticDescriptor rule, IEnumerable<Sighting> found) =>
    [
        .. found.Where(one => one.Rule == rule).Select(one => Say(one.Node.SyntaxTree.FilePath, LineOf(one.Node.SyntaxTree.ToString(), one.Location.SourceSpan.Start),
            one.IsNote && rule.DefaultSeverity != DiagnosticSeverity.Info)).Order(StringComparer.Ordinal),
    ];

    private static string[] Of(DiagnosticDescriptor rule, ScanResult result, CSharpCompilation compilation) =>
    [
        .. result.Findings.Where(one => one.Rule == rule.Id).Select(one => Say(
            compilation.SyntaxTrees.Single(tree => tree.FilePath == Path.GetFileName(one.Place.File)).FilePath, (one.Place.Line, one.Place.Column),
            one.Level == FindingLevel.Note && rule.DefaultSeverity != DiagnosticSeverity.Info)).Order(StringComparer.Ordinal),
    ];

    private static string[] Of(DiagnosticDescriptor rule, IEnumerable<Diagnostic> found) =>
    [
        .. found.Where(one => one.Id == rule.Id).Select(one => Say(one.Location.SourceTree!.FilePath, LineOf(one.Location.SourceTree.ToString(), one.Location.SourceSpan.Start), false))
            .Order(StringComparer.Ordinal),
    ];
}

/// <summary>What is expected of the statements of a case where they are the program itself.</summary>
internal enum TopLevel
{
    /// <summary>The same.</summary>
    Same,

    /// <summary>A note each: it runs once.</summary>
    Note,

    /// <summary>Nothing.</summary>
    Silent,

    /// <summary>They cannot stand there.</summary>
    None,
}
