namespace Syncopate.EndToEnd.Tests;

/// <summary>Where the build put the programs that these tests start as processes.</summary>
internal static class Built
{
    // bin/<project>/<configuration>/ holds every project's output, this one's included; tests/coverage has a bin of its own.
    private static readonly DirectoryInfo Own = new(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory));

    /// <summary>Full path of the folder that holds README.md and the solution.</summary>
    public static string RepositoryRoot { get; } = RootAbove(Own);

    /// <summary>Full path of a program's dll, built in the configuration of the tests themselves; to be started with
    /// <c>dotnet</c>.</summary>
    /// <param name="project">Name of a project that the tests' own project lists as a program it starts.</param>
    /// <exception cref="FileNotFoundException">The program was not built.</exception>
    public static string Dll(string project)
    {
        string dll = Path.Combine(Own.Parent!.Parent!.FullName, project, Own.Name, project + ".dll");
        return File.Exists(dll)
            ? dll
            : throw new FileNotFoundException($"{project} was not built: build the tests, which build what they start.", dll);
    }

    private static string RootAbove(DirectoryInfo folder) => File.Exists(Path.Combine(folder.FullName, "Syncopate.slnx"))
        ? folder.FullName
        : RootAbove(folder.Parent ?? throw new DirectoryNotFoundException($"No Syncopate.slnx above {Own}."));
}
