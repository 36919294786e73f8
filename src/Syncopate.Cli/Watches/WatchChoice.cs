using System.Globalization;
using Spectre.Console;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Running.Servers;
using Syncopate.Watch.Probes;
using Syncopate.Watch.Processes;

namespace Syncopate.Cli.Watches;

/// <summary>Finds the process that is meant, or lets the user choose one.</summary>
internal static class WatchChoice
{
    private const int Shown = 10;

    /// <summary>Its identifier; null when none was chosen, and the list has been printed.</summary>
    /// <exception cref="UsageException">The name fits several processes.</exception>
    /// <exception cref="UnusableException">Nothing fits.</exception>
    public static async Task<int?> FindAsync(WatchSubject subject, Terminal terminal, CancellationToken cancellationToken)
    {
        if (subject.ProcessId is { } id)
            return id;
        if (subject.Port is { } port)
        {
            return ListeningProcess.Find(port) ?? throw new UnusableException(OperatingSystem.IsLinux()
                ? FormattableString.Invariant($"No process of yours listens on port {port}. ")
                    + "Is the site running, and does it belong to you? "
                    + "Give its identifier, or start it here: --launch \"dotnet App.dll\""
                : "Which process listens on a port is found only on Linux. Give its identifier; "
                    + "syncopate watch alone lists the processes.");
        }

        return subject.Name is { } name ? Named(name) : await ChooseAsync(terminal, cancellationToken);
    }

    private static int Named(string name)
    {
        IReadOnlyList<ProcessIdentity> all = RunningProcesses.All();
        ProcessIdentity[] same = [.. all.Where(process => process.Name.Equals(name, StringComparison.OrdinalIgnoreCase))];
        ProcessIdentity[] found = same.Length > 0
            ? same
            : [.. all.Where(process => process.Name.Contains(name, StringComparison.OrdinalIgnoreCase))];
        return found switch
        {
            [var one] => one.Id,
            [] => throw new UnusableException(
                $"No .NET process of this user is called '{name}'. {(all.Count == 0 ? "None runs." : $"These run: {List(all)}")}"),
            _ => throw new UsageException($"'{name}' is the name of {found.Length} processes: {List(found)} Give the identifier of one."),
        };
    }

    private static string List(IEnumerable<ProcessIdentity> processes) =>
        string.Join(", ", processes.Take(Shown).Select(process => FormattableString.Invariant($"{process.Id} ({process.Name})"))) + ".";

    private static async Task<int?> ChooseAsync(Terminal terminal, CancellationToken cancellationToken)
    {
        terminal.Error.WriteLine("Looking at the .NET processes of this user; that costs each some 0.3 s of CPU, once.");
        IReadOnlyList<ProcessGlance> glances = await ProcessGlance.AllAsync(cancellationToken);
        if (glances.Count == 0)
        {
            throw new UnusableException(
                "No .NET process of this user runs. Start one, or let this command start it: --launch \"dotnet App.dll\"");
        }

        if (terminal.CanAsk)
            return (await Prompt(glances).ShowAsync(terminal.Out, cancellationToken)).Process.Id;
        terminal.Out.WriteLine($"{"PID",8}  {"process",-30} {"threads",7} {"queue",6}");
        foreach (ProcessGlance glance in glances)
            terminal.Out.WriteLine(Row(glance));
        return null;
    }

    private static SelectionPrompt<ProcessGlance> Prompt(IReadOnlyList<ProcessGlance> glances) => new SelectionPrompt<ProcessGlance>()
        .Title($"{"PID",8}  {"process",-30} {"threads",7} {"queue",6}")
        .UseConverter(glance => Markup.Escape(Row(glance)))
        .AddChoices(glances);

    private static string Row(ProcessGlance glance)
    {
        string threads = glance.Threads?.ToString(CultureInfo.InvariantCulture) ?? "-";
        string queue = glance.QueueLength?.ToString(CultureInfo.InvariantCulture) ?? "-";
        string waits = glance.WorkWaits ? "   <- work waits for a thread" : "";
        return Terminal.Printable(
            FormattableString.Invariant($"{glance.Process.Id,8}  {glance.Process.Name,-30} {threads,7} {queue,6}{waits}"));
    }
}
