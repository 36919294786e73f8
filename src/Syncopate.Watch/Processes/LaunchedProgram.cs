using System.ComponentModel;
using System.Diagnostics;
using System.Net.Sockets;
using Microsoft.Diagnostics.NETCore.Client;
using Syncopate.Running;
using Syncopate.Running.Machines;
using Syncopate.Running.Servers;

namespace Syncopate.Watch.Processes;

/// <summary>A program that the tool started to watch it from its first instruction: its runtime waits, before any code
/// of the program, until <see cref="Resume"/>. Disposing it ends the program and all that it started.</summary>
internal sealed class LaunchedProgram : IAsyncDisposable
{
    // Makes a runtime wait at its own diagnostic socket, where it can be watched and let go by its identifier.
    private const string Suspend = "DOTNET_DefaultDiagnosticPortSuspend";

    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Check = TimeSpan.FromMilliseconds(20);

    private readonly Process _process;
    private readonly ServerLog _log;

    private LaunchedProgram(Process process, ServerLog log)
    {
        _process = process;
        _log = log;
    }

    /// <summary>Its identifier.</summary>
    public int ProcessId => _process.Id;

    /// <summary>Starts the program and returns once its runtime waits to be watched.</summary>
    /// <param name="words">The program and its arguments.</param>
    /// <param name="logPath">File that receives what it writes.</param>
    /// <param name="cancellationToken">Gives up, and ends the program.</param>
    /// <exception cref="TargetFailedException">It cannot be started, ended at once, or is no .NET program.</exception>
    public static async Task<LaunchedProgram> StartAsync(
        IReadOnlyList<string> words, string logPath, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(words);
        // As a group of its own it ends with the tool even when that is killed.
        IReadOnlyList<string> line = ProcessGroup.IsSupported ? ProcessGroup.Words(words[0], words.Skip(1)) : words;
        ProcessStartInfo start = new(line[0], line.Skip(1))
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
        };
        start.Environment[Suspend] = "1";
        LaunchedProgram program = new(new Process { StartInfo = start }, new ServerLog(logPath));
        try
        {
            program.Start(words);
            await program.WaitForRuntimeAsync(words, logPath, cancellationToken).ConfigureAwait(false);
            return program;
        }
        catch
        {
            await program.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Lets the program begin.</summary>
    /// <exception cref="TargetFailedException">It has ended.</exception>
    public void Resume()
    {
        try
        {
            DiagnosticsClient client = new(_process.Id);
            // Processes that it starts inherit its environment, and nobody would let those go.
            client.SetEnvironmentVariable(Suspend, "0");
            client.ResumeRuntime();
        }
        catch (Exception e) when (e is DiagnosticsClientException or IOException or SocketException)
        {
            throw WatchRefusal.Of(_process.Id);
        }
    }

    /// <summary>Ends the program.</summary>
    public async ValueTask DisposeAsync()
    {
        try
        {
            if (ProcessGroup.IsSupported)
                ProcessGroup.Kill(_process.Id);
            else
                _process.Kill(entireProcessTree: true);
            await _process.WaitForExitAsync().ConfigureAwait(false);
        }
        catch (Exception e) when (e is InvalidOperationException or Win32Exception)
        {
            // It never started, or has just ended.
        }

        _process.Dispose();
        lock (_log)
            _log.Dispose();
    }

    private void Start(IReadOnlyList<string> words)
    {
        _process.OutputDataReceived += (_, line) => Keep(line.Data);
        _process.ErrorDataReceived += (_, line) => Keep(line.Data);
        try
        {
            _process.Start();
        }
        catch (Win32Exception e)
        {
            throw new TargetFailedException($"Cannot start '{words[0]}': {e.Message}. Check that the program exists and may be run.");
        }

        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
    }

    // Its two streams are read by two threads.
    private void Keep(string? line)
    {
        lock (_log)
        {
            if (line is not null)
                _log.Write(line);
        }
    }

    private async Task WaitForRuntimeAsync(IReadOnlyList<string> words, string logPath, CancellationToken cancellationToken)
    {
        long started = TimeProvider.System.GetTimestamp();
        while (!RunningProcesses.IsPublished(_process.Id))
        {
            if (_process.HasExited)
            {
                throw new TargetFailedException($"'{string.Join(' ', words)}' ended before it could be watched: "
                    + FormattableString.Invariant($"exit code {_process.ExitCode}. What it wrote is in {logPath}."));
            }

            if (TimeProvider.System.GetElapsedTime(started) > Timeout)
            {
                throw new TargetFailedException($"'{string.Join(' ', words)}' runs, but showed no .NET runtime "
                    + FormattableString.Invariant($"within {Timeout.TotalSeconds} s. ")
                    + "Is it a .NET program, and not a script that starts one?");
            }

            await Task.Delay(Check, TimeProvider.System, cancellationToken).ConfigureAwait(false);
        }
    }
}
