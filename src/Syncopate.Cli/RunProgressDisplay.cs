using System.Globalization;
using Spectre.Console;
using Syncopate.Measuring;

namespace Syncopate.Cli;

/// <summary>Shows how a run goes on stderr: a live line where the terminal can redraw, else one line for each experiment that starts and ends.
/// What is left comes from planned durations, not from the speed so far. Called by one run at a time, from its own thread of work.</summary>
internal sealed class RunProgressDisplay : IDisplay
{
    private const int BarWidth = 24;

    private readonly Terminal _terminal;
    private readonly IReadOnlyList<string> _ids;
    private readonly RunClock _clock;
    private readonly Dictionary<string, TimeSpan> _startedAt = new(StringComparer.Ordinal);
    private bool _lineIsOpen;

    public RunProgressDisplay(Terminal terminal, IReadOnlyList<string> ids, RunClock clock)
    {
        _terminal = terminal;
        _ids = ids;
        _clock = clock;
    }

    public void Report(RunProgress value)
    {
        if (value.Standing is not null)
            return; // Several experiments in a row are told by their stages.
        bool isNew = _startedAt.TryAdd(value.Experiment, _clock.Elapsed);
        if (_terminal.Live)
            Redraw(value);
        else if (isNew || value.Finished)
            _terminal.Error.WriteLine(Line(value));
    }

    public void Close()
    {
        if (_lineIsOpen)
            _terminal.Error.WriteLine();
        _lineIsOpen = false;
    }

    private void Redraw(RunProgress value)
    {
        string line = Line(value);
        int width = Math.Max(20, _terminal.Error.Profile.Width - 1);
        _terminal.Error.Write(new ControlCode("\r\u001b[2K"));
        _terminal.Error.Write(new Text(line.Length > width ? line[..width] : line));
        _lineIsOpen = !value.Finished;
        if (value.Finished)
            _terminal.Error.WriteLine();
    }

    private string Line(RunProgress value)
    {
        int number = _ids.TakeWhile(id => id != value.Experiment).Count() + 1;
        string bar = _terminal.Live ? Bar(value.Share) + " " : "";
        if (value.Finished)
        {
            double seconds = (_clock.Elapsed - _startedAt[value.Experiment]).TotalSeconds;
            return string.Create(CultureInfo.InvariantCulture, $"{number}/{_ids.Count} {value.Experiment,-13}{bar}done in {seconds:0.0} s");
        }

        return string.Create(
            CultureInfo.InvariantCulture,
            $"{number}/{_ids.Count} {value.Experiment,-13}{bar}{value.Stage}. At most {value.Left.TotalSeconds:0} s left; Ctrl+C keeps what is done.");
    }

    private static string Bar(double share)
    {
        int full = (int)(BarWidth * Math.Clamp(share, 0, 1));
        return new string('━', full) + new string('─', BarWidth - full);
    }
}
