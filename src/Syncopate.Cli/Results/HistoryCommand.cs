using System.CommandLine;
using System.Globalization;
using Spectre.Console;
using Syncopate.Cli.Databases;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Cluster.Results;
using Syncopate.Reporting.Figures;
using Syncopate.Reporting.Gates;
using Syncopate.Reporting.History;
using Syncopate.Texts;

namespace Syncopate.Cli.Results;

/// <summary><c>syncopate history</c>: how figures moved from run to run, and where they changed.</summary>
internal static class HistoryCommand
{
    public static Command Create(Terminal terminal)
    {
        HistoryOptions options = new();
        Command command = new(
            "history",
            "Draw the results below a folder, or of many machines and builds in a database, over time, "
                + "with the runs at which something changed.");
        options.AddTo(command);
        command.SetAction((line, token) => RunAsync(options.Read(line, terminal), terminal, token));
        return command;
    }

    private static async Task<int> RunAsync(HistorySettings settings, Terminal terminal, CancellationToken cancellationToken)
    {
        HistoryReport report = settings.Store is { } store
            ? await ReadStoreAsync(settings, store, terminal, cancellationToken)
            : Read(settings.Folder, settings.Seed, settings.Figures);
        string? fault = Written(report, settings.Output);
        // Beside the answer, not before it, and not in what another program reads.
        foreach (string note in report.Notes)
            terminal.Error.MarkupLineInterpolated($"[yellow]Note:[/] {GateText.Plain(note)}");
        if (settings.Json)
            await Console.Out.WriteAsync(HistoryJson.Write(report));
        else
            Print(report, fault is null ? settings.Output : null, terminal);
        return Reports.Finish(ExitCode.Done, fault, hasOthers: true, terminal);
    }

    private static async Task<HistoryReport> ReadStoreAsync(
        HistorySettings settings, KeepSettings store, Terminal terminal, CancellationToken cancellationToken)
    {
        List<string> notes = [];
        ResultArchive results = KeptResults.At(store.Address);
        if (settings.Added.Count > 0)
        {
            (int added, int known) = await results.AddAsync(settings.Added, store.Label, notes, cancellationToken);
            terminal.Error.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"Stored {Counted.Of(added, "result")} at {store.Address.Place}; {known:#,0} were there already."));
        }

        return await results.HistoryAsync(notes, settings.Seed, settings.Figures, cancellationToken);
    }

    private static HistoryReport Read(string folder, ulong seed, IReadOnlyList<Figure> figures)
    {
        try
        {
            return HistoryFolder.Read(folder, seed, figures);
        }
        catch (FormatException e)
        {
            throw new UnusableException(e.Message);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UnusableException($"Cannot read '{folder}': {e.Message.TrimEnd('.')}. Give a folder that holds folders of runs, "
                + $"such as {OutputFolder.Default}.");
        }
    }

    /// <summary>Writes the page.</summary>
    /// <returns>Null, or why it could not be written: what was read is told all the same.</returns>
    private static string? Written(HistoryReport report, string folder)
    {
        try
        {
            Directory.CreateDirectory(folder);
            HistoryFolder.Write(report, folder);
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return OutputFolder.Refusal(folder, e);
        }
    }

    private static void Print(HistoryReport report, string? folder, Terminal terminal)
    {
        foreach (string line in HistoryText.Lines(report, terminal.Out.Profile.Capabilities.Unicode))
            terminal.Out.WriteLine(line);
        terminal.Out.MarkupLineInterpolated($"[bold]{report.Sentence}[/]");
        if (folder is not null)
            terminal.Out.WriteLine($"Page: {Path.Combine(folder, HistoryFolder.Page)}");
    }
}
