using System.Globalization;
using Spectre.Console;
using Syncopate.Running;

namespace Syncopate.Cli.Screens;

/// <summary>Shows how a run goes on stderr: a heading for each question, a row for each of its rounds, its verdict as
/// soon as it falls; and, where the terminal can redraw, a last line with what happens now. Rounds that are over in less than a second
/// share a row. Called by one run at a time, from its own thread of work.</summary>
internal sealed class RunProgressDisplay : IDisplay
{
    private const int BarWidth = 24;
    private const double NearlyAll = 0.9;

    // Rounds shorter than this share a row, which comes with their verdict and at the latest after the other.
    private static readonly TimeSpan ShortRound = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan LongestSilence = TimeSpan.FromSeconds(10);

    private readonly Terminal _terminal;
    private readonly IReadOnlyList<string> _ids;
    private readonly RunClock _clock;
    private readonly Dictionary<string, TimeSpan> _startedAt = new(StringComparer.Ordinal);
    private string _shown = "";
    private bool _lineIsOpen;
    private RoundStanding? _untold;
    private int? _told;
    private TimeSpan _toldAt;

    public RunProgressDisplay(Terminal terminal, IReadOnlyList<string> ids, RunClock clock)
    {
        _terminal = terminal;
        _ids = ids;
        _clock = clock;
    }

    public void Report(RunProgress value)
    {
        if (value.Finished && !_startedAt.ContainsKey(value.Experiment))
            return; // It was never begun; the report says so.
        if (value.Experiment != _shown)
            PrintHeading(value);
        if (value.Standing is { } standing && value.Cell is null)
            Take(standing);
        if (value.Standing is { Decided: { } decision } decided)
        {
            PrintRow();
            PrintVerdict(value, decided, decision);
        }

        if (value.Finished)
            PrintRow();
        if (value.Finished && value.Experiment == _shown)
            PrintLine($"     done in {Seconds(_clock.Elapsed - _startedAt[value.Experiment])}");
        else if (value.Standing is null && !value.Finished && _terminal.Live)
            Redraw(value);
    }

    public void Close()
    {
        if (_lineIsOpen)
            _terminal.Error.Write(new ControlCode("\r\u001b[2K"));
        _lineIsOpen = false;
    }

    private void PrintHeading(RunProgress value)
    {
        PrintRow();
        _startedAt.TryAdd(value.Experiment, _clock.Elapsed);
        (_shown, _told, _toldAt) = (value.Experiment, null, _clock.Elapsed);
        int number = _ids.TakeWhile(id => id != value.Experiment).Count() + 1;
        PrintLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{number}/{_ids.Count}  {value.Experiment}: {value.Question} {LeftOf(value)} left in all; Ctrl+C keeps what is done."));
    }

    private void Take(RoundStanding standing)
    {
        _told ??= standing.Round - 1;
        _untold = standing;
        if (standing.LastRound >= ShortRound || _clock.Elapsed - _toldAt >= LongestSilence)
            PrintRow();
    }

    /// <summary>The rounds that no row shows yet: one by its own figures, several by those of all rounds so far.</summary>
    private void PrintRow()
    {
        if (_untold is not { } standing)
            return;
        bool isOne = _told == standing.Round - 1;
        double? Shown(FormProgress form) => isOne ? form.LastMilliseconds : form.MeanMilliseconds > 0 ? form.MeanMilliseconds : null;
        IEnumerable<string> forms = standing.Forms.Select(
            f => $"{f.Form.InLowerCase()} {(Shown(f) is { } time ? ResultPrinter.Milliseconds(time) : "-"),-9}");
        string factor = Shown(standing.Forms[0]) is { } first && Shown(standing.Forms[^1]) is { } last
            ? string.Create(CultureInfo.InvariantCulture, $"{first / last:0.0} x")
            : "";
        string number = standing.Round.ToString(CultureInfo.InvariantCulture).PadRight(3);
        string rounds = isOne ? $"round {number}" : string.Create(CultureInfo.InvariantCulture, $"rounds {_told + 1} to {number}");
        PrintLine($"     {rounds} {string.Join("  ", forms)}  {factor}");
        (_told, _toldAt, _untold) = (standing.Round, _clock.Elapsed, null);
    }

    private void PrintVerdict(RunProgress value, RoundStanding standing, Syncopate.Judging.Decision decision)
    {
        string place = value.Cell is { } cell ? $"     {cell}: " : "     ";
        _terminal.Error.MarkupLineInterpolated($"{place}[bold]{ProgressText.Verdict(standing, decision)}[/]");
    }

    private void PrintLine(string line)
    {
        Close();
        _terminal.Error.WriteLine(line);
    }

    private void Redraw(RunProgress value)
    {
        string cell = value.Cell is { } shown ? shown + ", " : "";
        string line = string.Create(CultureInfo.InvariantCulture, $"     {Bar(value.Share)} {cell}{value.Stage}. {LeftOf(value)} left");
        int width = Math.Max(20, _terminal.Error.Profile.Width - 1);
        Close();
        _terminal.Error.Write(new Text(line.Length > width ? line[..width] : line));
        _lineIsOpen = true;
    }

    // What is likely comes first; the limit is shown beside it only where it differs.
    private static string LeftOf(RunProgress value)
    {
        double most = Math.Ceiling(value.Left.TotalSeconds);
        return value.Expected is { } expected && Math.Ceiling(expected.TotalSeconds) is var about && about < NearlyAll * most
            ? string.Create(CultureInfo.InvariantCulture, $"About {about:0} s, at most {most:0} s")
            : string.Create(CultureInfo.InvariantCulture, $"At most {most:0} s");
    }

    private static string Seconds(TimeSpan time) => string.Create(CultureInfo.InvariantCulture, $"{time.TotalSeconds:0.0} s");

    private static string Bar(double share)
    {
        int full = (int)(BarWidth * Math.Clamp(share, 0, 1));
        return new string('━', full) + new string('─', BarWidth - full);
    }
}
