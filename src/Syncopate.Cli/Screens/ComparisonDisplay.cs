using Spectre.Console;
using Syncopate.Running;

namespace Syncopate.Cli.Screens;

/// <summary>Shows how a comparison goes on stderr: both targets and their ratio so far, on a live line where the
/// terminal can redraw, else one line per round.</summary>
internal sealed class ComparisonDisplay : IDisplay
{
    private readonly Terminal _terminal;
    private RoundStanding? _standing;
    private bool _lineIsOpen;

    public ComparisonDisplay(Terminal terminal) => _terminal = terminal;

    public void Report(RunProgress value)
    {
        _standing = value.Standing ?? _standing;
        bool isRound = value.Standing is not null;
        if (_terminal.Live)
            Redraw(Line(value), keep: !isRound && _standing is null);
        else if (isRound)
            _terminal.Error.WriteLine(Line(value));
        else if (_standing is null && !value.Finished && !value.Stage.StartsWith("round", StringComparison.Ordinal))
            _terminal.Error.WriteLine(Line(value));
    }

    public void Close()
    {
        if (_lineIsOpen)
            _terminal.Error.WriteLine();
        _lineIsOpen = false;
    }

    private void Redraw(string line, bool keep)
    {
        int width = Math.Max(20, _terminal.Error.Profile.Width - 1);
        _terminal.Error.Write(new ControlCode("\r\u001b[2K"));
        _terminal.Error.Write(new Text(line.Length > width ? line[..width] : line));
        _lineIsOpen = true;
        // What is said before the first round stays to be read.
        if (keep)
            Close();
    }

    private string Line(RunProgress value) => StandingLine.Of(value, _standing, ResultPrinter.Milliseconds);
}
