using Spectre.Console;

namespace Syncopate.Cli.Tests;

/// <summary>Consoles of plain text, wide enough that no line is broken.</summary>
internal static class PlainConsole
{
    /// <summary>One that writes to a text.</summary>
    public static IAnsiConsole On(TextWriter text)
    {
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.No,
            ColorSystem = ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
            Out = new AnsiConsoleOutput(text),
            Enrichment = new ProfileEnrichment { UseDefaultEnrichers = false },
        });
        console.Profile.Width = 1000;
        return console;
    }
}
