using System.Runtime.InteropServices;

namespace Syncopate.Running.Rounds;

/// <summary>Ctrl+C, SIGTERM and the caller's token: the first stops the work in order, the second leaves at
/// once. Servers and other processes that were started end with this one either way.</summary>
internal sealed class Interruption : IDisposable
{
    private const int Interrupted = 130;
    private const int Terminated = 143;

    private readonly CancellationTokenSource _stop;
    private readonly PosixSignalRegistration _interrupt;
    private readonly PosixSignalRegistration _terminate;

    // Written by the thread of the signals, read after the work has stopped.
    private volatile int _exitCode = Interrupted;
    private int _signals;

    /// <param name="say">Where the first signal is answered.</param>
    /// <param name="answer">What is said then.</param>
    /// <param name="cancellationToken">Of the caller.</param>
    public Interruption(
        Action<string> say,
        string answer = "Stopping. What was measured is kept. Once more leaves at once.",
        CancellationToken cancellationToken = default)
    {
        _stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        _interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, signal => Stop(signal, Interrupted, say, answer));
        _terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, signal => Stop(signal, Terminated, say, answer));
    }

    /// <summary>Cancelled by the first signal.</summary>
    public CancellationToken Token => _stop.Token;

    /// <summary>130 after Ctrl+C, 143 after SIGTERM.</summary>
    public int InterruptedExitCode => _exitCode;

    public void Dispose()
    {
        _interrupt.Dispose();
        _terminate.Dispose();
        _stop.Dispose();
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
