namespace Syncopate.EndToEnd.Tests;

/// <summary>Where the build put the programs that these tests start as processes.</summary>
internal static class Built
{
    /// <summary>Full path of a program's dll, built in the configuration of the tests themselves; to be started with <c>dotnet</c>.</summary>
    /// <param name="project">Name of a project that Syncopate.EndToEnd.Tests.csproj lists as a program it starts.</param>
    /// <exception cref="FileNotFoundException">The program was not built.</exception>
    public static string Dll(string project)
    {
        // artifacts/bin/<project>/<configuration>/ holds every project's output, this one's included.
        var own = new DirectoryInfo(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory));
        var dll = Path.Combine(own.Parent!.Parent!.FullName, project, own.Name, project + ".dll");
        return File.Exists(dll)
            ? dll
            : throw new FileNotFoundException($"{project} was not built: build Syncopate.EndToEnd.Tests, which builds what it starts.", dll);
    }
}
