using System.Globalization;
using Spectre.Console;

namespace Syncopate.Cli.Screens;

/// <summary>Shows on stderr how far the simulations of a plan are, once they take longer than a second; nothing where
/// the terminal cannot redraw a line.
/// Called by one simulation at a time.</summary>
/// <param name="terminal">Whose line it is.</param>
/// <param name="clock">The time.</param>
internal sealed class PlanProgress(Terminal terminal, TimeProvider clock) : IProgress<double>, IDisposable
{
    private static readonly TimeSpan ShowAfter = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    private readonly long _started = clock.GetTimestamp();
    private TimeSpan _shown;

    public void Report(double value)
    {
        TimeSpan elapsed = clock.GetElapsedTime(_started);
        if (!terminal.Live || elapsed < ShowAfter || elapsed - _shown < Pause)
            return;
        _shown = elapsed;
        terminal.Error.Write(new ControlCode("\r\u001b[2K"));
        terminal.Error.Write(new Text(string.Create(CultureInfo.InvariantCulture, $"Simulating: {100 * value:0}%")));
    }

    public void Dispose()
    {
        if (_shown > TimeSpan.Zero)
            terminal.Error.Write(new ControlCode("\r\u001b[2K"));
    }
}
