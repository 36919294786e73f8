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
        bool isHost = Path.GetFileNameWithoutExtension(program).Equals("dotnet", StringComparison.OrdinalIgnoreCase);
        return isHost ? [program, library()] : [program];
    }
}
