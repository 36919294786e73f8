using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Syncopate.Crud.Generator;
using Xunit;

namespace Syncopate.Crud.Tests.Generation;

/// <summary>Code, compiled as a strict project compiles it, with the generator and its analyzer at work.</summary>
internal sealed class Generated
{
    private static readonly CSharpParseOptions Parsing = new(LanguageVersion.Latest, DocumentationMode.Diagnose);

    // Everything that this test project references, the library itself included.
    private static readonly ImmutableArray<MetadataReference> References =
    [
        .. ((string?)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES") ?? "").Split(Path.PathSeparator)
            .Select(file => MetadataReference.CreateFromFile(file)),
    ];

    // The SDK switches these two off everywhere: a package built for an older framework is no mistake.
    private static readonly KeyValuePair<string, ReportDiagnostic>[] OffInEveryProject =
        [new("CS1701", ReportDiagnostic.Suppress), new("CS1702", ReportDiagnostic.Suppress)];

    private const string Usings =
        "global using System; global using System.Collections.Generic; global using System.ComponentModel.DataAnnotations; "
        + "global using Syncopate.Crud; global using Microsoft.EntityFrameworkCore;";

    public Generated(string code) : this([code, Usings])
    {
    }

    /// <param name="files">The text of each, with the usings that all share in one of them.</param>
    /// <param name="program">The name of the program that they are; null when they are none.</param>
    public Generated(IReadOnlyList<string> files, string? program = null)
    {
        Before = CSharpCompilation.Create(program ?? "Planted", files.Select(Parse), References,
            new CSharpCompilationOptions(
                program is null ? OutputKind.DynamicallyLinkedLibrary : OutputKind.ConsoleApplication,
                nullableContextOptions: NullableContextOptions.Enable,
                generalDiagnosticOption: ReportDiagnostic.Error,
                specificDiagnosticOptions: program is null
                    ? OffInEveryProject
                    : [.. OffInEveryProject, new("CS1591", ReportDiagnostic.Suppress)]));
        Driver = CSharpGeneratorDriver.Create(
            [new ProjectionGenerator().AsSourceGenerator()], parseOptions: Parsing,
            driverOptions: new GeneratorDriverOptions(IncrementalGeneratorOutputKind.None, trackIncrementalGeneratorSteps: true))
            .RunGeneratorsAndUpdateCompilation(Before, out Compilation after, out _, TestContext.Current.CancellationToken);
        After = after;
    }

    public CSharpCompilation Before { get; }

    public GeneratorDriver Driver { get; }

    public Compilation After { get; }

    /// <summary>The generated files' text, one after the other.</summary>
    public string Text => string.Join("\n", Driver.GetRunResult().GeneratedTrees.Select(tree => tree.ToString()));

    /// <summary>What the compiler says to the whole, warnings as errors; that planted code has no documentation is not counted.</summary>
    public IReadOnlyList<string> Complaints => [.. After.GetDiagnostics(TestContext.Current.CancellationToken)
        .Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error)
        .Where(diagnostic => diagnostic.Id != "CS1591" || diagnostic.Location.SourceTree?.FilePath != "")
        .Select(diagnostic => diagnostic.ToString())];

    /// <summary>What the analyzer says, as "id word", where the word is the text at the place it points to.</summary>
    public async Task<IReadOnlyList<string>> FindingsAsync() =>
    [
        .. (await DiagnosticsAsync())
            .Select(diagnostic => $"{diagnostic.Id} {TextAt(diagnostic.Location)}")
            .Order(StringComparer.Ordinal),
    ];

    public async Task<IReadOnlyList<Diagnostic>> DiagnosticsAsync() => await After
        .WithAnalyzers([new ProjectionAnalyzer()]).GetAnalyzerDiagnosticsAsync(TestContext.Current.CancellationToken);

    public static SyntaxTree Parse(string code) =>
        CSharpSyntaxTree.ParseText(code, Parsing, cancellationToken: TestContext.Current.CancellationToken);

    private static string? TextAt(Location location) =>
        location.SourceTree?.GetText(TestContext.Current.CancellationToken).ToString(location.SourceSpan);
}
