using System.Runtime.InteropServices;
using Spectre.Console;
using Syncopate.Cli.Lines;

namespace Syncopate.Cli.Screens;

/// <summary>Ctrl+C and SIGTERM: the first stops the work in order, the second leaves at once. Servers end with the
/// process either way.</summary>
internal sealed class Interruption : IDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly PosixSignalRegistration _interrupt;
    private readonly PosixSignalRegistration _terminate;

    // Written by the signal thread, read by the command after its work has stopped.
    private volatile int _exitCode = ExitCode.Interrupted;
    private int _signals;

    public Interruption(Terminal terminal)
    {
        _interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, signal => Stop(signal, ExitCode.Interrupted, terminal));
        _terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, signal => Stop(signal, ExitCode.Terminated, terminal));
    }

    /// <summary>Cancelled by the first signal.</summary>
    public CancellationToken Token => _stop.Token;

    /// <summary>130 after Ctrl+C, 143 after SIGTERM.</summary>
    public int InterruptedExitCode => _exitCode;

    private void Stop(PosixSignalContext signal, int exitCode, Terminal terminal)
    {
        signal.Cancel = true;
        _exitCode = exitCode;
        if (Interlocked.Increment(ref _signals) > 1)
            Environment.Exit(exitCode);
        terminal.Error.WriteLine("Stopping. What was measured is kept. Once more leaves at once.");
        _stop.Cancel();
    }

    public void Dispose()
    {
        _interrupt.Dispose();
        _terminate.Dispose();
        _stop.Dispose();
    }
}
