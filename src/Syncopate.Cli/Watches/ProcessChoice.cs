using System.Globalization;
using Spectre.Console;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Watch.Probes;

namespace Syncopate.Cli.Watches;

/// <summary>Lets the user choose a process.</summary>
internal static class ProcessChoice
{
    /// <summary>Its identifier; null when none was chosen, and the list has been printed.</summary>
    /// <exception cref="UnusableException">Nothing runs that could be chosen.</exception>
    public static async Task<int?> ChooseAsync(Terminal terminal, CancellationToken cancellationToken)
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
