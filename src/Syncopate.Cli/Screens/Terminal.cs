using System.Globalization;
using Spectre.Console;
using Syncopate.Texts;

namespace Syncopate.Cli.Screens;

/// <summary>The two consoles of a command: results on stdout, progress and errors on stderr. Made once; the library's
/// default console writes escape codes into pipes and is never used.</summary>
internal sealed class Terminal
{
    // Wide enough that no message is broken: what reads a pipe does its own wrapping.
    private const int PipedWidth = 10_000;

    public Terminal(Func<string, string?> environment)
        : this(
            Create(Console.Out, Console.IsOutputRedirected, environment),
            Create(Console.Error, Console.IsErrorRedirected, environment))
    {
    }

    /// <summary>Of two consoles that are there.</summary>
    internal Terminal(IAnsiConsole output, IAnsiConsole error)
    {
        Out = output;
        Error = error;
    }

    /// <summary>For results.</summary>
    public IAnsiConsole Out { get; }

    /// <summary>For progress and errors.</summary>
    public IAnsiConsole Error { get; }

    /// <summary>True when stderr can redraw a line; otherwise progress is one line a step.</summary>
    public bool Live => Error.Profile.Capabilities.Interactive && Error.Profile.Capabilities.Ansi;

    /// <summary>True when a question can be asked on stdout and answered on stdin.</summary>
    public bool CanAsk => Out.Profile.Capabilities.Interactive && Out.Profile.Capabilities.Ansi && !Console.IsInputRedirected;

    /// <summary>Prints an error the way every command does: one line what is wrong, then what to do.</summary>
    public void PrintError(string message) => Error.MarkupLineInterpolated($"[red]error:[/] {Printable(message)}");

    /// <summary>Prints a line on stderr.</summary>
    public void Say(string line) => Error.WriteLine(Printable(line));

    /// <summary>The text without what a terminal would obey: a message may repeat the last words of a server.</summary>
    public static string Printable(string text) => PrintableText.Lines(text);

    private static IAnsiConsole Create(TextWriter writer, bool redirected, Func<string, string?> environment)
    {
        bool dumb = environment("TERM") == "dumb";
        bool forced = !string.IsNullOrEmpty(environment("FORCE_COLOR")) && environment("FORCE_COLOR") != "0";
        bool plain = !string.IsNullOrEmpty(environment("NO_COLOR"));
        bool ci = !string.IsNullOrEmpty(environment("CI"));
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            // Windows ends a process whose terminal is closed, and a file or pipe that takes no more has lost what was asked for.
            Out = redirected || OperatingSystem.IsWindows() ? new AnsiConsoleOutput(writer) : new ClosableOutput(writer),
            Ansi = forced && !dumb ? AnsiSupport.Yes : redirected || dumb ? AnsiSupport.No : AnsiSupport.Detect,
            ColorSystem = plain ? ColorSystemSupport.NoColors : forced && !dumb ? ColorSystemSupport.Standard : ColorSystemSupport.Detect,
            Interactive = redirected || dumb || ci ? InteractionSupport.No : InteractionSupport.Detect,
            Enrichment = new ProfileEnrichment { UseDefaultEnrichers = false },
        });
        if (int.TryParse(environment("COLUMNS"), NumberStyles.None, CultureInfo.InvariantCulture, out int columns)
            && columns is >= 40 and <= 1000)
        {
            console.Profile.Width = columns;
        }
        else if (redirected)
        {
            console.Profile.Width = PipedWidth;
        }

        return console;
    }
}
