using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;

namespace Syncopate.Running.Comparing;

/// <summary>Runs a program that prepares something, such as a compiler, to its end.</summary>
internal static class ToolRun
{
    private const int KeptLines = 12;

    /// <summary>What it wrote, both streams line by line.</summary>
    /// <param name="folder">Its working folder.</param>
    /// <param name="words">The program, then its arguments.</param>
    /// <param name="cancellationToken">Ends it and all that it has started.</param>
    /// <exception cref="TargetFailedException">It cannot be started, or its exit code is not 0; with its last words.</exception>
    public static async Task<IReadOnlyList<string>> RunAsync(
        string folder, IReadOnlyList<string> words, CancellationToken cancellationToken)
    {
        (int exitCode, IReadOnlyList<string> lines) = await TryAsync(folder, words, cancellationToken).ConfigureAwait(false);
        return exitCode == 0
            ? lines
            : throw new TargetFailedException(string.Create(
                CultureInfo.InvariantCulture,
                $"'{string.Join(' ', words)}' in {folder} ended with exit code {exitCode}. "
                    + $"Its last lines: {string.Join(" | ", lines.Distinct(StringComparer.Ordinal).TakeLast(KeptLines))}"));
    }

    /// <summary>The same, for a program whose exit code is an answer.</summary>
    public static async Task<(int ExitCode, IReadOnlyList<string> Lines)> TryAsync(
        string folder, IReadOnlyList<string> words, CancellationToken cancellationToken)
    {
        List<string> lines = new();
        using Process process = new()
        {
            StartInfo = new ProcessStartInfo(words[0], words.Skip(1))
            {
                WorkingDirectory = folder,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
                UseShellExecute = false,
            },
        };
        process.OutputDataReceived += (_, e) => Keep(lines, e.Data);
        process.ErrorDataReceived += (_, e) => Keep(lines, e.Data);
        try
        {
            process.Start();
        }
        catch (Win32Exception e)
        {
            throw new TargetFailedException($"Cannot run '{words[0]}': {e.Message.TrimEnd('.')}. It is needed to build what is compared.");
        }

        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        try
        {
            await process.WaitForExitAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw;
        }

        lock (lines)
            return (process.ExitCode, [.. lines]);
    }

    private static void Keep(List<string> lines, string? line)
    {
        if (string.IsNullOrWhiteSpace(line))
            return;
        lock (lines)
            lines.Add(line.Trim());
    }
}
