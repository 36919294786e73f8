namespace Syncopate.Running.Servers;

/// <summary>This very program, to be started once more.</summary>
internal static class ThisProgram
{
    /// <summary>The words that start it, before its arguments: a program with a host of its own is the process itself, one that
    /// <c>dotnet</c> runs is <c>dotnet</c> and its library. Null where the system does not report what this process runs.</summary>
    /// <param name="library">Finds the file of the library; asked only where <c>dotnet</c> runs it.</param>
    public static string[]? Words(Func<string> library)
    {
        ArgumentNullException.ThrowIfNull(library);
        if (Environment.ProcessPath is not { } program)
            return null;
        return IsDotnet(program) ? [program, library()] : [program];
    }

    /// <summary>Whether a file is <c>dotnet</c> itself, by its whole name: a program of somebody's own may be called "DotNet.Bench",
    /// and outside of Windows that is no name with an extension.</summary>
    internal static bool IsDotnet(string program) => OperatingSystem.IsWindows()
        ? Path.GetFileName(program).ToUpperInvariant() is "DOTNET" or "DOTNET.EXE"
        : Path.GetFileName(program) == "dotnet";
}
