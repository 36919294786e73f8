using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;

namespace Syncopate.Scan.Loading.Compiling;

/// <summary>What .editorconfig files and the build pass to generators and rules, as the compiler reads them.</summary>
internal sealed class ConfigOptions : AnalyzerConfigOptionsProvider
{
    private readonly AnalyzerConfigSet _files;

    /// <param name="paths">Of the files; those that cannot be read say nothing.</param>
    public ConfigOptions(IReadOnlyList<string> paths)
    {
        _files = AnalyzerConfigSet.Create(paths.Where(File.Exists)
            .Select(path => AnalyzerConfig.Parse(SourceText.From(File.ReadAllText(path)), path))
            .ToImmutableArray());
        GlobalOptions = new Options(_files.GlobalConfigOptions.AnalyzerOptions);
        Severities = new TreeSeverities(_files);
    }

    /// <inheritdoc/>
    public override AnalyzerConfigOptions GlobalOptions { get; }

    /// <summary>The severities that they give to rules.</summary>
    public SyntaxTreeOptionsProvider Severities { get; }

    /// <inheritdoc/>
    public override AnalyzerConfigOptions GetOptions(SyntaxTree tree) => Of(tree.FilePath);

    /// <inheritdoc/>
    public override AnalyzerConfigOptions GetOptions(AdditionalText textFile) => Of(textFile.Path);

    private Options Of(string path) =>
        new(path.Length == 0 ? ImmutableDictionary<string, string>.Empty : _files.GetOptionsForSourcePath(path).AnalyzerOptions);

    private sealed class Options(ImmutableDictionary<string, string> values) : AnalyzerConfigOptions
    {
        // The compiler's own dictionaries compare keys without regard to case.
        public override bool TryGetValue(string key, [NotNullWhen(true)] out string? value) => values.TryGetValue(key, out value);
    }

    private sealed class TreeSeverities(AnalyzerConfigSet files) : SyntaxTreeOptionsProvider
    {
        public override GeneratedKind IsGenerated(SyntaxTree tree, CancellationToken cancellationToken) => GeneratedKind.Unknown;

        public override bool TryGetDiagnosticValue(
            SyntaxTree tree, string diagnosticId, CancellationToken cancellationToken, out ReportDiagnostic severity)
        {
            severity = ReportDiagnostic.Default;
            return tree.FilePath.Length > 0
                && files.GetOptionsForSourcePath(tree.FilePath).TreeOptions.TryGetValue(diagnosticId, out severity);
        }

        public override bool TryGetGlobalDiagnosticValue(
            string diagnosticId, CancellationToken cancellationToken, out ReportDiagnostic severity) =>
            files.GlobalConfigOptions.TreeOptions.TryGetValue(diagnosticId, out severity);
    }
}
