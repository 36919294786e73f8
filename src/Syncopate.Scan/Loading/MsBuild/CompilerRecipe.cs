using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Syncopate.Scan.Loading.Recipes;
using Syncopate.Scan.Loading.Targets;

namespace Syncopate.Scan.Loading.MsBuild;

/// <summary>A recipe from the words that MSBuild would give to the compiler.</summary>
internal static class CompilerRecipe
{
    /// <summary>The recipe of one project and framework.</summary>
    public static ProjectRecipe Of(EvaluatedProject told)
    {
        string folder = Path.GetDirectoryName(told.Path) ?? "";
        CSharpCommandLineArguments arguments = CSharpCommandLineParser.Default.Parse(told.Arguments, folder, sdkDirectory: null);
        List<FileReference> references = [.. arguments.MetadataReferences.Select(
            reference => new FileReference(ProjectPaths.Full(reference.Reference, folder), reference.Properties))];
        List<FileReference> files =
            [.. references.Where(reference => !SolutionFile.IsCSharp(told.BuiltBy.GetValueOrDefault(reference.Path, "")))];
        List<PackageName> packages =
            [.. told.Packages.Select(package => new PackageName(package.Name, package.Version)), .. OldPackages.Of(folder)];
        return new ProjectRecipe
        {
            Path = told.Path,
            Framework = told.Framework,
            AssemblyName = arguments.CompilationName ?? Path.GetFileNameWithoutExtension(told.Path),
            // Documentation is not looked at; references in it cost as much as those in code.
            ParseOptions = arguments.ParseOptions.WithDocumentationMode(DocumentationMode.None),
            CompilationOptions = arguments.CompilationOptions.WithStrongNameProvider(
                new DesktopStrongNameProvider(arguments.KeyFileSearchPaths)),
            Sources = [.. arguments.SourceFiles.Select(source => ProjectPaths.Full(source.Path, folder))],
            References = files,
            ProjectReferences = [.. told.BuiltBy.Values.Concat(told.Needs).Where(SolutionFile.IsCSharp).Distinct(ProjectPaths.Comparer)],
            Packages = packages,
            SharedFrameworks = told.SharedFrameworks,
            Analyzers = [.. arguments.AnalyzerReferences.Select(analyzer => ProjectPaths.Full(analyzer.FilePath, folder))],
            AdditionalFiles = [.. arguments.AdditionalFiles.Select(file => ProjectPaths.Full(file.Path, folder))],
            ConfigFiles = [.. arguments.AnalyzerConfigPaths.Select(path => ProjectPaths.Full(path, folder))],
            BuildFolder = told.BuildFolder,
            IsTest = told.IsTestProject || packages.Any(package => package.IsOfTests),
            IsRestored = IsWhole(told.AssetsFile) && files.All(file => File.Exists(file.Path)),
        };
    }

    /// <summary>A restore that failed leaves its file too, with the errors in it.</summary>
    private static bool IsWhole(string assetsFile) =>
        File.Exists(assetsFile) && !File.ReadLines(assetsFile).Any(line => line.Contains("\"level\": \"Error\"", StringComparison.Ordinal));
}
