using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Syncopate.Scan.Loading;

namespace Syncopate.Scan.Fixing;

/// <summary>
/// Which projects may change: in a project that is not restored calls are not seen whole, so neither it nor what it refers to,
/// directly or by others, may get other signatures.
/// </summary>
internal static class RestoredProjects
{
    private const string First = "Run 'dotnet restore' first.";

    /// <summary>The projects that stay, with the reason, a sentence.</summary>
    /// <param name="projects">All of the solution.</param>
    public static IReadOnlyDictionary<CSharpCompilation, string> Others(IReadOnlyList<LoadedProject> projects)
    {
        Dictionary<CSharpCompilation, string> closed = [];
        LoadedProject[] unrestored = [.. projects.Where(project => !project.IsRestored)];
        foreach (LoadedProject project in unrestored)
            closed.TryAdd(project.Compilation, $"{project.Name} is not restored, so its calls are not all known. {First}");
        foreach (LoadedProject project in unrestored)
            Close(project.Compilation, $"{project.Name}, which refers to this code, is not restored, and may call it unseen. {First}", closed);
        return closed;
    }

    private static void Close(CSharpCompilation user, string why, Dictionary<CSharpCompilation, string> closed)
    {
        foreach (CompilationReference reference in user.References.OfType<CompilationReference>())
            if (reference.Compilation is CSharpCompilation used && closed.TryAdd(used, why))
                Close(used, why, closed);
    }
}
