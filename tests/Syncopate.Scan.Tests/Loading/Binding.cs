using Microsoft.CodeAnalysis;
using Syncopate.Scan.Loading;

namespace Syncopate.Scan.Tests.Loading;

/// <summary>Asks what the compiler makes of a project.</summary>
internal static class Binding
{
    public static IReadOnlyList<string> Errors(this LoadedProject project) =>
        [.. project.Compilation.GetDiagnostics().Where(found => found.Severity == DiagnosticSeverity.Error).Select(
            found => found.ToString())];

    public static LoadedProject Project(this LoadedSolution solution, string name) =>
        solution.Projects.Single(project => project.Name == name);
}
