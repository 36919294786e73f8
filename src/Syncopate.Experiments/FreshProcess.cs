using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Syncopate.Running;

namespace Syncopate.Experiments;

/// <summary>Runs a program that times something in its own new process and writes one line of JSON about it.</summary>
internal static class FreshProcess
{
    private const int KeptCharacters = 300;

    /// <summary>One run, from start to end.</summary>
    /// <param name="words">The program and its arguments.</param>
    /// <param name="environment">Variables added to the tool's own.</param>
    /// <param name="cancellationToken">Ends the process.</param>
    /// <exception cref="TargetFailedException">It cannot be started, its exit code is not 0, or its line says nothing.</exception>
    public static async Task<T> RunAsync<T>(
        IReadOnlyList<string> words, IReadOnlyDictionary<string, string> environment, CancellationToken cancellationToken)
        where T : class
    {
        using Process process = new() { StartInfo = Start(words, environment) };
        Launch(process, words);
        try
        {
            Task<string> errors = process.StandardError.ReadToEndAsync(cancellationToken);
            string line = await process.StandardOutput.ReadToEndAsync(cancellationToken);
            string said = await errors;
            await process.WaitForExitAsync(cancellationToken);
            return process.ExitCode == 0 ? Read<T>(line, words) : throw new TargetFailedException(
                $"'{string.Join(' ', words)}' ended with exit code {process.ExitCode.ToString(CultureInfo.InvariantCulture)}: "
                    + $"{(said.Length == 0 ? "it wrote no error" : Head(said))}.");
        }
        finally
        {
            if (!process.HasExited)
                process.Kill(entireProcessTree: true);
        }
    }

    private static ProcessStartInfo Start(IReadOnlyList<string> words, IReadOnlyDictionary<string, string> environment)
    {
        ProcessStartInfo start = new(words[0], words.Skip(1))
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        foreach ((string name, string value) in environment)
            start.Environment[name] = value;
        return start;
    }

    private static void Launch(Process process, IReadOnlyList<string> words)
    {
        try
        {
            process.Start();
        }
        catch (Win32Exception e)
        {
            throw new TargetFailedException(
                $"Cannot start '{words[0]}': {e.Message.TrimEnd('.')}. Check that the .NET SDK is on the PATH.");
        }
    }

    private static T Read<T>(string line, IReadOnlyList<string> words)
        where T : class
    {
        try
        {
            return JsonSerializer.Deserialize<T>(line, JsonSerializerOptions.Web)
                ?? throw new TargetFailedException($"'{string.Join(' ', words)}' answered null.");
        }
        catch (JsonException e)
        {
            throw new TargetFailedException(
                $"'{string.Join(' ', words)}' wrote no JSON that can be read ({e.Message.TrimEnd('.')}), but: {Head(line)}");
        }
    }

    private static string Head(string text) => text[..Math.Min(text.Length, KeptCharacters)].Trim();
}
