using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Syncopate.Analyzers.Diagnosing;
using Syncopate.Analyzers.CodeFixes;
using Xunit;

namespace Syncopate.Scan.Tests.Rewriting;

/// <summary>What an editor does: the diagnostics of the analyzer, one fix, all fixes of a rule.</summary>
public sealed class CodeFixTests
{
    private const string Code = """
        using System.IO;
        using System.Threading.Tasks;

        class C
        {
            async Task<int> FirstAsync() => File.ReadAllText("a").Length + File.ReadAllText("b").Length;

            async Task SecondAsync()
            {
                await Task.Yield();
                lock (this)
                    File.WriteAllText("a", File.ReadAllText("b"));
                File.WriteAllText("a", File.ReadAllText("b"));
            }
        }
        """;

    [Fact]
    public async Task One_fix_changes_one_place()
    {
        Document document = Document();
        ImmutableArray<Diagnostic> found = await FoundAsync(document.Project);

        List<CodeAction> offered = await OfferedAsync(document, found.First(diagnostic => diagnostic.Id == "SYNC2002"));

        CodeAction action = Assert.Single(offered);
        Assert.Equal("Await ReadAllTextAsync()", action.Title);
        Assert.Contains("(await File.ReadAllTextAsync(\"a\")).Length + File.ReadAllText(\"b\").Length", await AppliedAsync(action, document.Id), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Nothing_is_offered_inside_a_lock()
    {
        Document document = Document();
        ImmutableArray<Diagnostic> found = await FoundAsync(document.Project);
        Diagnostic[] locked = [.. found.Where(diagnostic => diagnostic.Location.GetLineSpan().StartLinePosition.Line == 11)];

        Assert.NotEmpty(locked);
        foreach (Diagnostic diagnostic in locked)
            Assert.Empty(await OfferedAsync(document, diagnostic));
    }

    [Theory]
    [InlineData(FixAllScope.Document)]
    [InlineData(FixAllScope.Project)]
    [InlineData(FixAllScope.Solution)]
    public async Task All_fixes_of_a_rule_are_one_change(FixAllScope scope)
    {
        Document document = Document();
        FixAllContext context = new(
            document, new AwaitFixProvider(), scope, "SYNC2002", ["SYNC2002"], new Diagnostics(await FoundAsync(document.Project)), TestContext.Current.CancellationToken);

        CodeAction? action = await new AwaitFixProvider().GetFixAllProvider().GetFixAsync(context);

        string text = await AppliedAsync(action!, document.Id);
        Assert.Contains("(await File.ReadAllTextAsync(\"a\")).Length + (await File.ReadAllTextAsync(\"b\")).Length", text, StringComparison.Ordinal);
        Assert.Contains("        await File.WriteAllTextAsync(\"a\", await File.ReadAllTextAsync(\"b\"));", text, StringComparison.Ordinal);
        Assert.Contains("            File.WriteAllText(\"a\", File.ReadAllText(\"b\"));", text, StringComparison.Ordinal);
    }

    private static Document Document()
    {
        // The workspace lives as long as the solution it gave.
        AdhocWorkspace workspace = new();
        ProjectInfo project = ProjectInfo.Create(
            ProjectId.CreateNewId(), VersionStamp.Default, "Project", "Project", LanguageNames.CSharp,
            compilationOptions: new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary),
            metadataReferences: Specimen.References);
        return workspace.AddProject(project).AddDocument("Code.cs", Code);
    }

    private static async Task<ImmutableArray<Diagnostic>> FoundAsync(Project project)
    {
        Compilation? compilation = await project.GetCompilationAsync(TestContext.Current.CancellationToken);
        return await compilation!.WithAnalyzers([new SyncopateAnalyzer()]).GetAnalyzerDiagnosticsAsync(TestContext.Current.CancellationToken);
    }

    private static async Task<List<CodeAction>> OfferedAsync(Document document, Diagnostic diagnostic)
    {
        List<CodeAction> offered = [];
        await new AwaitFixProvider().RegisterCodeFixesAsync(new CodeFixContext(document, diagnostic, (action, _) => offered.Add(action), TestContext.Current.CancellationToken));
        return offered;
    }

    private static async Task<string> AppliedAsync(CodeAction action, DocumentId document)
    {
        ImmutableArray<CodeActionOperation> operations = await action.GetOperationsAsync(TestContext.Current.CancellationToken);
        ApplyChangesOperation changes = Assert.IsType<ApplyChangesOperation>(Assert.Single(operations));
        return (await changes.ChangedSolution.GetDocument(document)!.GetTextAsync(TestContext.Current.CancellationToken)).ToString();
    }

    private sealed class Diagnostics(ImmutableArray<Diagnostic> found) : FixAllContext.DiagnosticProvider
    {
        public override Task<IEnumerable<Diagnostic>> GetDocumentDiagnosticsAsync(Document document, CancellationToken cancellationToken) => Task.FromResult<IEnumerable<Diagnostic>>(found);

        public override Task<IEnumerable<Diagnostic>> GetProjectDiagnosticsAsync(Project project, CancellationToken cancellationToken) => Task.FromResult<IEnumerable<Diagnostic>>([]);

        public override Task<IEnumerable<Diagnostic>> GetAllDiagnosticsAsync(Project project, CancellationToken cancellationToken) => Task.FromResult<IEnumerable<Diagnostic>>(found);
    }
}
