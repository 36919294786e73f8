using Spectre.Console;

namespace Syncopate.Cli.Screens;

/// <summary>Shows on stderr how far a scan is, once it takes longer than a second: on a line that changes, or where the terminal cannot, on
/// a new line every few seconds. Called from any thread.</summary>
/// <param name="terminal">Whose line it is.</param>
/// <param name="clock">The time.</param>
internal sealed class ScanProgress(Terminal terminal, TimeProvider clock) : IDisposable
{
    private static readonly TimeSpan ShowAfter = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan PauseOfLines = TimeSpan.FromSeconds(5);

    private readonly long _started = clock.GetTimestamp();
    private readonly Lock _lock = new();

    // Both guarded by the lock.
    private TimeSpan? _shown;
    private bool _isDone;

    /// <summary>Shows a step, such as <c>reading 12 of 40 projects</c>.</summary>
    public void Report(string step)
    {
        lock (_lock)
        {
            TimeSpan elapsed = clock.GetElapsedTime(_started);
            if (_isDone || elapsed < ShowAfter || elapsed - _shown < (terminal.Live ? Pause : PauseOfLines))
                return;
            _shown = elapsed;
            if (terminal.Live)
            {
                terminal.Error.Write(new ControlCode("\r\u001b[2K"));
                terminal.Error.Write(new Text(Terminal.Printable(step)));
            }
            else
            {
                terminal.Error.WriteLine(Terminal.Printable(step));
            }
        }
    }

    public void Dispose()
    {
        lock (_lock)
        {
            _isDone = true;
            if (_shown is not null && terminal.Live)
                terminal.Error.Write(new ControlCode("\r\u001b[2K"));
        }
    }
}
