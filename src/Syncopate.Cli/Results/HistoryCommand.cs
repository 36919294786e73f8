using System.CommandLine;
using Spectre.Console;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Reporting.Figures;
using Syncopate.Reporting.Gates;
using Syncopate.Reporting.History;

namespace Syncopate.Cli.Results;

/// <summary><c>syncopate history DIR</c>: how figures moved from run to run, and where they changed.</summary>
internal static class HistoryCommand
{
    public static Command Create(Terminal terminal)
    {
        Argument<string> folder = new("DIR") { Description = "Folder below which the results lie, such as syncopate-out." };
        Option<ulong> seed = new("--seed") { Description = "Seed of the permutations that judge changes; 1 when not given.", HelpName = "N", DefaultValueFactory = _ => 1 };
        Option<string[]> figures = new("--figure") { Description = $"A figure to draw: {Names(HistoryBuilder.Drawable)}; may be repeated. {Names(HistoryBuilder.Usual)} when not given.", HelpName = "NAME", DefaultValueFactory = _ => [] };
        Option<string?> output = new("--out") { Description = "Folder for history.html; DIR when not given.", HelpName = "DIR" };
        Option<bool> json = new("--json") { Description = "Print one JSON document on stdout and nothing else there." };
        Command command = new("history", "Draw the results below a folder over time, with the runs at which something changed.") { folder, figures, seed, output, json };
        command.SetAction(line =>
        {
            string path = line.GetValue(folder)!; // required, so never null
            string to = ResultLine.Folder(line.GetValue(output)) ?? path;
            HistoryReport report = Read(path, line.GetValue(seed), [.. line.GetValue(figures)!.Select(Drawn)]); // It has a default.
            Write(report, to);
            // Beside the answer, not before it, and not in what another program reads.
            foreach (string note in report.Notes)
                terminal.Error.MarkupLineInterpolated($"[yellow]Note:[/] {GateText.Plain(note)}");
            if (line.GetValue(json))
                Console.Out.Write(HistoryJson.Write(report));
            else
                Print(report, to, terminal);
            return ExitCode.Done;
        });
        return command;
    }

    private static string Names(IEnumerable<Figure> figures) => string.Join(", ", figures.Select(f => f.Name));

    private static Figure Drawn(string name) =>
        HistoryBuilder.Drawable.FirstOrDefault(f => f.Name.Equals(name, StringComparison.OrdinalIgnoreCase))
        ?? throw new UsageException($"--figure '{name}': a history does not draw that. Known: {Names(HistoryBuilder.Drawable)}. Example: --figure p99");

    private static HistoryReport Read(string folder, ulong seed, IReadOnlyList<Figure> figures)
    {
        try
        {
            return HistoryFolder.Read(folder, seed, figures.Count > 0 ? figures : HistoryBuilder.Usual);
        }
        catch (FormatException e)
        {
            throw new UnusableException(e.Message);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UnusableException($"Cannot read '{folder}': {e.Message.TrimEnd('.')}. Give a folder that holds folders of runs, such as {OutputFolder.Default}.");
        }
    }

    private static void Write(HistoryReport report, string folder)
    {
        try
        {
            Directory.CreateDirectory(folder);
            HistoryFolder.Write(report, folder);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UnusableException($"Cannot write '{folder}': {e.Message.TrimEnd('.')}. Use --out DIR with a folder that you may write.");
        }
    }

    private static void Print(HistoryReport report, string folder, Terminal terminal)
    {
        foreach (string line in HistoryText.Lines(report, terminal.Out.Profile.Capabilities.Unicode))
            terminal.Out.WriteLine(line);
        terminal.Out.MarkupLineInterpolated($"[bold]{report.Sentence}[/]");
        terminal.Out.WriteLine($"Page: {Path.Combine(folder, HistoryFolder.Page)}");
    }
}
