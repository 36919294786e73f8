using System.CommandLine;
using System.Globalization;
using Spectre.Console;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Live;
using Syncopate.Live.Access;
using Syncopate.Live.Serving;
using Syncopate.Running.Rounds;

namespace Syncopate.Cli.Serving;

/// <summary><c>syncopate serve</c>: the same, live in a browser on this machine.</summary>
internal static class ServeCommand
{
    public static Command Create(Terminal terminal)
    {
        Option<string?> port = new("--port") { Description = "Port on 127.0.0.1; a free one when not given, or 0.", HelpName = "N" };
        Option<string?> output = new("--out")
        {
            Description = "Folder whose results are shown and into which runs go; syncopate-out when not given.",
            HelpName = "DIR",
        };
        Option<bool> open = new("--open") { Description = "Open the page in the browser." };
        Command command = new("serve", "Serve the browser UI on this machine: forms side by side, runs, results, plans.")
        {
            port,
            output,
            open,
        };
        command.SetAction(async (line, _) =>
        {
            int number = line.GetValue(port) is { } text ? (int)LineValue.Whole("--port", text, 0, ushort.MaxValue) : 0;
            return await RunAsync(number, ResultLine.Folder(line.GetValue(output)) ?? OutputFolder.Default, line.GetValue(open), terminal);
        });
        return command;
    }

    // In a method of its own: the types of the web server are loaded when it is called, and not for --help.
    private static async Task<int> RunAsync(int port, string root, bool opens, Terminal terminal)
    {
        using Interruption interruption = new(terminal.Say, "Stopping. Runs that it started end in order, and keep what they measured.");
        LiveOptions options = new(root, port, TimeProvider.System, ServedTool.Create());
        await using LiveServer server = await ListenAsync(options, interruption.Token);
        terminal.Out.WriteLine(string.Create(CultureInfo.InvariantCulture, $"Syncopate is at {server.Address}"));
        terminal.Error.WriteLine($"Local only; anyone with this URL has access. Results in {Path.GetFullPath(root)}. "
            + "Ctrl+C ends it.");
        using PageOpening? opening = opens ? PageOpening.Of(server.Address, terminal.Say) : null;
        await server.PrepareAsync(interruption.Token);
        Task stopped = Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, interruption.Token);
        await stopped.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return interruption.InterruptedExitCode;
    }

    private static async Task<LiveServer> ListenAsync(LiveOptions options, CancellationToken cancellationToken)
    {
        try
        {
            return await LiveServer.StartAsync(options, cancellationToken);
        }
        catch (IOException e)
        {
            throw new UnusableException(string.Create(CultureInfo.InvariantCulture,
                $"Cannot listen on 127.0.0.1:{options.Port}: {e.Message.TrimEnd('.')}. Choose another --port, or leave it out for a ")
                + "free one.");
        }
    }
}
