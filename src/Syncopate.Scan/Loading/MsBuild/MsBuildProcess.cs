using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Text;
using Syncopate.Scan.Loading.Sdks;

namespace Syncopate.Scan.Loading.MsBuild;

/// <summary>One run of MSBuild, with an end: at its limit, or when nobody waits any more, it is killed with all it has started.</summary>
internal static class MsBuildProcess
{
    private const int MostCharacters = 1_000_000; // A project that writes without end must not fill the memory.

    // Whoever started us may have set them for an MSBuild of its own.
    private static readonly string[] OthersVariables =
        ["MSBuildSDKsPath", "MSBuildExtensionsPath", "MSBUILD_EXE_PATH", "MSBuildLoadMicrosoftTargetsReadOnly"];

    /// <summary>Runs it to the end and gives what it wrote, warnings and errors in English.</summary>
    /// <param name="sdk">Whose MSBuild.</param>
    /// <param name="words">What follows <c>dotnet</c>.</param>
    /// <param name="folder">Where it runs: one without a global.json, which might ask for an SDK that is not here.</param>
    /// <param name="options">The limit and its clock.</param>
    /// <param name="token">Ends it.</param>
    /// <exception cref="TimeoutException">The limit was reached.</exception>
    /// <exception cref="ScanFailedException">It could not be started.</exception>
    public static async Task<string> RunAsync(
        DotnetSdk sdk, IReadOnlyList<string> words, string folder, LoadLimit options, CancellationToken token)
    {
        using CancellationTokenSource limit = new(options.Limit, options.Time);
        using CancellationTokenSource either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, token);
        using Process process = new() { StartInfo = Command(sdk, words, folder, options.IsOffline) };
        StringBuilder written = new();
        process.OutputDataReceived += (_, e) => Keep(written, e.Data);
        process.ErrorDataReceived += (_, e) => Keep(written, e.Data);
        Start(process);
        try
        {
            await process.WaitForExitAsync(either.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (limit.IsCancellationRequested && !token.IsCancellationRequested)
        {
            throw new TimeoutException(string.Create(CultureInfo.InvariantCulture,
                $"MSBuild had not read the projects after {options.Limit.TotalSeconds:0.#} s"));
        }
        finally
        {
            if (!process.HasExited)
            {
                process.Kill(entireProcessTree: true);
                await process.WaitForExitAsync(CancellationToken.None).ConfigureAwait(false);
            }
        }

        lock (written)
            return written.ToString();
    }

    private static ProcessStartInfo Command(DotnetSdk sdk, IReadOnlyList<string> words, string folder, bool isOffline)
    {
        ProcessStartInfo command = new(sdk.Host, words)
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
            UseShellExecute = false,
        };
        foreach (string name in OthersVariables)
            command.Environment.Remove(name);
        command.Environment["DOTNET_CLI_UI_LANGUAGE"] = "en";
        command.Environment["DOTNET_CLI_TELEMETRY_OPTOUT"] = "1";
        command.Environment["DOTNET_CLI_USE_MSBUILD_SERVER"] = "0";
        command.Environment["DOTNET_NOLOGO"] = "1";
        if (isOffline)
            command.Environment["MSBUILDDISABLENUGETSDKRESOLVER"] = "1";
        return command;
    }

    private static void Start(Process process)
    {
        try
        {
            process.Start();
        }
        catch (Win32Exception e)
        {
            throw new ScanFailedException(
                $"Cannot start '{process.StartInfo.FileName}' to read the projects: {e.Message.TrimEnd('.')}. "
                + "Use --no-msbuild to read them as text.");
        }

        process.StandardInput.Close();
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
    }

    private static void Keep(StringBuilder written, string? line)
    {
        lock (written)
        {
            if (line is not null && written.Length < MostCharacters)
                written.AppendLine(line);
        }
    }
}

/// <summary>What MSBuild may take.</summary>
/// <param name="Limit">How long; above 0.</param>
/// <param name="Time">The clock.</param>
/// <param name="IsOffline">True lets it look for no SDK in package sources, where it would wait long for one that is not there.</param>
internal sealed record LoadLimit(TimeSpan Limit, TimeProvider Time, bool IsOffline);
