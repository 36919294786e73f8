using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Syncopate.Scan.Loading;

/// <summary>A solution as the compiler sees it.</summary>
/// <param name="Root">The folder that places are relative to: that of the solution, the project, or the folder itself.</param>
/// <param name="Projects">One for each project, its newest framework; a project stands behind those it refers to.</param>
/// <param name="Notices">What could not be loaded, a sentence each.</param>
internal sealed record LoadedSolution(string Root, IReadOnlyList<LoadedProject> Projects, IReadOnlyList<string> Notices);

/// <summary>A project as the compiler sees it.</summary>
/// <param name="Name">Without folder and extension.</param>
/// <param name="Path">The full path of the project file.</param>
/// <param name="Framework">Such as <c>net10.0</c>.</param>
/// <param name="Compilation">Its sources and references; other projects of the solution are references to their compilations.</param>
/// <param name="IsTest">It refers to a framework of tests; scanned only when asked.</param>
/// <param name="IsRestored">All packages it names were found.</param>
internal sealed record LoadedProject(
    string Name, string Path, string Framework, CSharpCompilation Compilation, bool IsTest, bool IsRestored)
{
    /// <summary>Trees that nobody wrote by hand: of source generators, of the build, marked as generated; nothing in
    /// them is reported.</summary>
    public IReadOnlySet<SyntaxTree> Generated { get; init; } = new HashSet<SyntaxTree>();

    /// <summary>False for a project that is here only because one that was asked for refers to it.</summary>
    public bool IsAsked { get; init; } = true;
}
