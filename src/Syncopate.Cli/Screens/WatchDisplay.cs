using Spectre.Console;
using Syncopate.Running.Showing;
using Syncopate.Watch;
using Syncopate.Watch.Processes;
using Syncopate.Watch.Reporting;

namespace Syncopate.Cli.Screens;

/// <summary>Shows a watched process: one screen on stderr that is drawn again each second where the terminal can
/// redraw; else lines on stdout. Called with one record after the other.</summary>
internal sealed class WatchDisplay(Terminal terminal, ProcessIdentity process, WatchView view, TimeProvider time)
{
    private readonly WatchScreen _screen = new(process);
    private int _drawn;

    /// <summary>Shows a record.</summary>
    public void Show(WatchRecord record)
    {
        _screen.Add(record);
        if (view == WatchView.Json)
            ClosableWriter.Out.WriteLine(WatchJournal.Json(record));
        else if (view == WatchView.Classic)
            ShowClassic(record);
        else if (terminal.Live)
            Redraw(record);
        else
            ShowLines(record);
    }

    /// <summary>Leaves the last screen as it is: what follows starts below it.</summary>
    public void Close() => _drawn = 0;

    private void ShowClassic(WatchRecord record)
    {
        if (record is not WatchSample moment)
            return;
        if (WatchText.Classic(moment, time.GetLocalNow()) is { } line)
            terminal.Out.WriteLine(line);
        else
            terminal.Error.WriteLine(moment.HasData ? "This process does not report its threads in use." : WatchText.Silence(moment));
    }

    private void ShowLines(WatchRecord record)
    {
        IEnumerable<string> lines = record switch
        {
            WatchSample moment => [WatchText.Line(moment), .. WatchText.Adjustments(moment).Select(line => $"         {line}")],
            WatchSites sites when _screen.Verdict is { ForSeconds: not null } verdict => [.. WatchScreen.Blocked(sites), verdict.Sentence],
            WatchSites sites => WatchScreen.Blocked(sites),
            WatchLoadFailure failure => [WatchText.Line(failure)],
            WatchTimeline timeline => WatchScreen.Timeline(timeline.Timeline),
            WatchWhatIf tried => [WhatIfReport.Of(tried).Sentence],
            _ => [],
        };
        foreach (string line in lines)
            terminal.Out.WriteLine(Terminal.Printable(line));
    }

    private void Redraw(WatchRecord record)
    {
        int width = Math.Max(20, terminal.Error.Profile.Width - 1);
        string[] lines = [.. _screen.Lines().Take(Math.Max(4, terminal.Error.Profile.Height - 2)).Select(Terminal.Printable)];
        // Up to the first line of the screen before, and everything below it away.
        terminal.Error.Write(new ControlCode(_drawn > 0 ? $"\u001b[{_drawn}A\r\u001b[0J" : "\r"));
        foreach (string line in lines)
            terminal.Error.WriteLine(line.Length > width ? line[..width] : line);
        _drawn = lines.Length;
    }
}
