using System.Globalization;
using System.Runtime.InteropServices;

namespace Syncopate.Running.Rounds;

/// <summary>Ctrl+C, SIGTERM, a terminal that is closed, and the caller's token: the first stops the work in order, a second signal leaves
/// at once. Servers and other processes that were started end with this one either way.</summary>
internal sealed class Interruption : IDisposable
{
    private readonly CancellationTokenSource _stop;
    private readonly PosixSignalRegistration _interrupt;
    private readonly PosixSignalRegistration _terminate;
    private readonly PosixSignalRegistration? _hangup;

    // Written by the thread of the signals, read after the work has stopped.
    private volatile int _exitCode = RunExit.Interrupted;
    private int _signals;

    /// <param name="say">Where the first signal is answered.</param>
    /// <param name="answer">What is said then.</param>
    /// <param name="cancellationToken">Of the caller.</param>
    public Interruption(
        Action<string> say,
        string answer = "Stopping. What was measured is kept. Press Ctrl+C again to stop at once.",
        CancellationToken cancellationToken = default)
    {
        _stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        _interrupt = PosixSignalRegistration.Create(
            PosixSignal.SIGINT, signal => Stop(signal, RunExit.Interrupted, say, answer));
        _terminate = PosixSignalRegistration.Create(
            PosixSignal.SIGTERM, signal => Stop(signal, RunExit.Terminated, say, answer));
        if (OperatingSystem.IsLinux() && !IsHangupIgnored())
            _hangup = PosixSignalRegistration.Create(PosixSignal.SIGHUP, HangUp);
    }

    /// <summary>Cancelled by the first signal.</summary>
    public CancellationToken Token => _stop.Token;

    /// <summary>130 after Ctrl+C, 143 after SIGTERM and after the terminal was closed.</summary>
    public int InterruptedExitCode => _exitCode;

    /// <summary>Runs what has nothing to report when it is stopped.</summary>
    /// <param name="run">Gives the exit code of a run that came to its end.</param>
    /// <returns>That, or the code of what stopped it.</returns>
    public async Task<int> RunAsync(Func<Task<int>> run)
    {
        ArgumentNullException.ThrowIfNull(run);
        try
        {
            return await run().ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (Token.IsCancellationRequested)
        {
            return InterruptedExitCode;
        }
    }

    public void Dispose()
    {
        _interrupt.Dispose();
        _terminate.Dispose();
        _hangup?.Dispose();
        _stop.Dispose();
    }

    /// <summary>Whether whoever started this process has it outlive its terminal, as <c>nohup</c> does. Only Linux says so.</summary>
    private static bool IsHangupIgnored()
    {
        const string Status = "/proc/self/status";
        const string Ignored = "SigIgn:";
        return File.Exists(Status)
            && File.ReadLines(Status).FirstOrDefault(line => line.StartsWith(Ignored, StringComparison.Ordinal)) is { } mask
            && ulong.TryParse(
                mask.AsSpan(Ignored.Length).Trim(), NumberStyles.HexNumber, CultureInfo.InvariantCulture, out ulong signals)
            && (signals & 1) != 0; // Signal 1.
    }

    // Nobody is there to be answered, and a shell repeats what the system has sent already.
    private void HangUp(PosixSignalContext signal)
    {
        signal.Cancel = true;
        _exitCode = RunExit.Terminated;
        _stop.Cancel();
    }

    private void Stop(PosixSignalContext signal, int exitCode, Action<string> say, string answer)
    {
        signal.Cancel = true;
        _exitCode = exitCode;
        if (Interlocked.Increment(ref _signals) > 1)
            Environment.Exit(exitCode);
        say(answer);
        _stop.Cancel();
    }
}
