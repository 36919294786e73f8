using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Syncopate.Scan.Loading.Recipes;

/// <summary>What a compilation is made of, however it was found out.</summary>
internal sealed record ProjectRecipe
{
    /// <summary>The full path of the project file.</summary>
    public required string Path { get; init; }

    /// <summary>Such as <c>net10.0</c>; empty when the project does not say.</summary>
    public required string Framework { get; init; }

    /// <summary>The name of what it builds, which others name in InternalsVisibleTo.</summary>
    public required string AssemblyName { get; init; }

    /// <summary>How its sources are parsed.</summary>
    public required CSharpParseOptions ParseOptions { get; init; }

    /// <summary>How they are compiled.</summary>
    public required CSharpCompilationOptions CompilationOptions { get; init; }

    /// <summary>Full paths of its sources.</summary>
    public required IReadOnlyList<string> Sources { get; init; }

    /// <summary>Sources that no file holds, such as the usings that an SDK implies.</summary>
    public IReadOnlyList<string> ImpliedSources { get; init; } = [];

    /// <summary>Files that it refers to, without those that other projects build.</summary>
    public IReadOnlyList<FileReference> References { get; init; } = [];

    /// <summary>Some of its packages are nowhere, and signatures of our own may stand for them.</summary>
    public bool NeedsStubs { get; init; }

    /// <summary>Full paths of the projects it refers to, those they refer to not among them.</summary>
    public IReadOnlyList<string> ProjectReferences { get; init; } = [];

    /// <summary>The packages it names.</summary>
    public IReadOnlyList<PackageName> Packages { get; init; } = [];

    /// <summary>Frameworks beyond that of every program, such as <c>Microsoft.AspNetCore.App</c>.</summary>
    public IReadOnlyList<string> SharedFrameworks { get; init; } = [];

    /// <summary>Full paths of the assemblies that may hold generators.</summary>
    public IReadOnlyList<string> Analyzers { get; init; } = [];

    /// <summary>Full paths of the other files that generators read, such as Razor pages.</summary>
    public IReadOnlyList<string> AdditionalFiles { get; init; } = [];

    /// <summary>Full paths of the .editorconfig files and their like that hold for it.</summary>
    public IReadOnlyList<string> ConfigFiles { get; init; } = [];

    /// <summary>The folder that the build writes into, whose sources nobody wrote; null when nothing was built.</summary>
    public string? BuildFolder { get; init; }

    /// <summary>It refers to a framework of tests, or says so.</summary>
    public bool IsTest { get; init; }

    /// <summary>All its packages lie where the build looks for them.</summary>
    public bool IsRestored { get; init; }

    /// <summary>Without folder and ending.</summary>
    public string Name => System.IO.Path.GetFileNameWithoutExtension(Path);

    /// <summary>The folder that the project file lies in.</summary>
    public string Folder => System.IO.Path.GetDirectoryName(Path) ?? Path;
}

/// <summary>A file that a project refers to.</summary>
/// <param name="Path">Its full path.</param>
/// <param name="Properties">The alias, or whether its types are embedded.</param>
internal sealed record FileReference(string Path, MetadataReferenceProperties Properties);

/// <summary>A package that a project names.</summary>
/// <param name="Name">Such as <c>Dapper</c>.</param>
/// <param name="Version">As written; empty when it is not known.</param>
internal sealed record PackageName(string Name, string Version)
{
    private static readonly string[] TestPackages = ["xunit", "nunit", "mstest", "tunit", "microsoft.net.test.sdk"];

    /// <summary>True for a framework of tests, or a part of one.</summary>
    public bool IsOfTests => TestPackages.Any(start =>
        Name.StartsWith(start, StringComparison.OrdinalIgnoreCase) && (Name.Length == start.Length || Name[start.Length] == '.'));
}
