using System.Diagnostics;

namespace Syncopate.ClusterBench;

/// <summary>Programs of the system.</summary>
internal static class Shell
{
    /// <summary>Runs a command to its end.</summary>
    /// <param name="words">The program and its arguments, divided by blanks.</param>
    /// <exception cref="InvalidOperationException">It failed; the message has what it said.</exception>
    public static void Run(string words)
    {
        (int code, string said) = Try(words);
        if (code != 0)
        {
            throw new InvalidOperationException($"'{words}' ended with {code}: {said.Trim()}. This bench makes network "
                + "namespaces: run it as root.");
        }
    }

    /// <summary>Runs a command to its end, and lets it fail.</summary>
    public static (int Code, string Said) Try(string words)
    {
        string[] line = words.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        ProcessStartInfo start = new(line[0], line[1..]) { RedirectStandardError = true, RedirectStandardOutput = true };
        using Process process = Process.Start(start) ?? throw new InvalidOperationException($"'{line[0]}' cannot be started.");
        string said = process.StandardOutput.ReadToEnd() + process.StandardError.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, said);
    }
}
