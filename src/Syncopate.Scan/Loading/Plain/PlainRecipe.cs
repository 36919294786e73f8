using System.Globalization;
using System.Xml.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Syncopate.Scan.Loading.Recipes;
using Syncopate.Scan.Loading.Targets;

namespace Syncopate.Scan.Loading.Plain;

/// <summary>A recipe from the text of a project, without MSBuild: nothing of the repository runs.</summary>
internal static class PlainRecipe
{
    private const string AspNetCore = "Microsoft.AspNetCore.App";
    private static readonly string[] WebSdks = ["Microsoft.NET.Sdk.Web", "Microsoft.NET.Sdk.Razor", "Microsoft.NET.Sdk.BlazorWebAssembly"];

    /// <summary>The recipe of a project; its references to files are still to be found.</summary>
    /// <exception cref="System.Xml.XmlException">It is no XML.</exception>
    /// <exception cref="IOException">It cannot be read.</exception>
    public static ProjectRecipe Of(string path)
    {
        ProjectText project = ProjectText.Read(path);
        string framework = Framework(project);
        List<PackageName> packages = Packages(project);
        string assembly = project.Property("AssemblyName");
        IReadOnlyList<string> sources = GlobSources.Of(project);
        return new ProjectRecipe
        {
            Path = path,
            Framework = framework,
            AssemblyName = assembly.Length > 0 ? assembly : Path.GetFileNameWithoutExtension(path),
            ParseOptions = ParseOptions(project, framework),
            CompilationOptions = Options(project.Says("Nullable", "enable"), IsProgram(project)),
            Sources = sources,
            ConfigFiles = ConfigFiles.Of(sources),
            ImpliedSources = [ImpliedUsings.Of(project)],
            ProjectReferences =
            [
                .. project.Items("ProjectReference")
                    .Select(reference => ProjectPaths.Full(reference, project.Folder))
                    .Where(SolutionFile.IsCSharp),
            ],
            References = [.. Hinted(project)],
            Packages = packages,
            SharedFrameworks = project.Sdks.Any(sdk => WebSdks.Contains(sdk.Name))
                ? [AspNetCore]
                : [.. project.Items("FrameworkReference")],
            IsTest = project.Says("IsTestProject", "true") || packages.Concat(project.Sdks).Any(package => package.IsOfTests),
        };
    }

    /// <summary>The recipe of sources without a project.</summary>
    public static ProjectRecipe OfFolder(string folder) => OfFolder(folder, [.. SourceFolders.Files(folder, ".cs")]);

    private static ProjectRecipe OfFolder(string folder, IReadOnlyList<string> sources) => new()
    {
        Path = Path.Combine(folder, $"{Path.GetFileName(folder)}.csproj"),
        Framework = "",
        AssemblyName = Path.GetFileName(folder),
        ParseOptions = new CSharpParseOptions(LanguageVersion.Latest, DocumentationMode.None),
        CompilationOptions = Options(isNullable: false, isProgram: false),
        Sources = sources,
        ConfigFiles = ConfigFiles.Of(sources),
        SharedFrameworks = [AspNetCore],
    };

    private static CSharpCompilationOptions Options(bool isNullable, bool isProgram) => new(
        isProgram ? OutputKind.ConsoleApplication : OutputKind.DynamicallyLinkedLibrary,
        allowUnsafe: true,
        nullableContextOptions: isNullable ? NullableContextOptions.Enable : NullableContextOptions.Disable);

    private static bool IsProgram(ProjectText project) => project.Property("OutputType").Length > 0
        ? project.Says("OutputType", "Exe", "WinExe")
        : project.Sdks.Any(sdk => sdk.Name is "Microsoft.NET.Sdk.Web" or "Microsoft.NET.Sdk.Worker");

    private static string Framework(ProjectText project)
    {
        string one = project.Property("TargetFramework");
        string old = project.Property("TargetFrameworkVersion");
        IEnumerable<string> named = (one.Length > 0 ? one : project.Property("TargetFrameworks"))
            .Split(';', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        string? newest = named.OrderByDescending(NewestFramework.Rank).FirstOrDefault();
        return newest ?? (old.Length > 0 ? $"net{old.TrimStart('v').Replace(".", "", StringComparison.Ordinal)}" : "");
    }

    private static CSharpParseOptions ParseOptions(ProjectText project, string framework)
    {
        bool isKnown = LanguageVersionFacts.TryParse(project.Property("LangVersion"), out LanguageVersion version)
            && version != LanguageVersion.Default;
        return new CSharpParseOptions(isKnown ? version : LanguageVersion.Latest, DocumentationMode.None,
            SourceCodeKind.Regular, Symbols(project, framework));
    }

    private static IEnumerable<string> Symbols(ProjectText project, string framework)
    {
        IEnumerable<string> own = project.Property("DefineConstants").Split(
            [';', ','], StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        double rank = NewestFramework.Rank(framework);
        if (rank < 3000)
            return [.. own, "DEBUG", "TRACE", .. OldSymbols(rank)];
        int major = (int)(rank - 3000);
        IEnumerable<string> least = Enumerable.Range(5, Math.Max(0, major - 4)).Select(
            number => string.Create(CultureInfo.InvariantCulture, $"NET{number}_0_OR_GREATER"));
        return [.. own, "DEBUG", "TRACE", "NET", "NETCOREAPP", string.Create(CultureInfo.InvariantCulture, $"NET{major}_0"), .. least];
    }

    // "netcoreapp3.1" is 2003.1 and "netstandard2.1" is 1002.1.
    private static IReadOnlyList<string> OldSymbols(double rank)
    {
        string number = (rank % 1000).ToString("0.0", CultureInfo.InvariantCulture).Replace('.', '_');
        return rank switch
        {
            0 => [],
            < 1000 => ["NETFRAMEWORK"],
            < 2000 => ["NETSTANDARD", $"NETSTANDARD{number}"],
            _ => ["NETCOREAPP", $"NETCOREAPP{number}"],
        };
    }

    /// <summary>Assemblies that the project names by their place.</summary>
    private static IEnumerable<FileReference> Hinted(ProjectText project) => project.Elements("Reference")
        .Select(item => project.Metadata(item, "HintPath"))
        .Where(hint => hint.Length > 0)
        .Select(hint => new FileReference(ProjectPaths.Full(hint, project.Folder), MetadataReferenceProperties.Assembly));

    private static List<PackageName> Packages(ProjectText project)
    {
        Dictionary<string, string> central = new(StringComparer.OrdinalIgnoreCase);
        foreach (XElement item in project.Elements("PackageVersion"))
            central[project.Metadata(item, "Include")] = project.Metadata(item, "Version");
        IEnumerable<PackageName> named = project.Elements("PackageReference").Concat(project.Elements("GlobalPackageReference"))
            .Select(item => new PackageName(project.Metadata(item, "Include"), Version(project, item, central)))
            .Where(package => package.Name.Length > 0);
        return [.. named, .. OldPackages.Of(project.Folder)];
    }

    private static string Version(ProjectText project, XElement item, Dictionary<string, string> central) =>
        new[] { project.Metadata(item, "VersionOverride"), project.Metadata(item, "Version") }
            .FirstOrDefault(version => version.Length > 0, central.GetValueOrDefault(project.Metadata(item, "Include"), ""));
}
