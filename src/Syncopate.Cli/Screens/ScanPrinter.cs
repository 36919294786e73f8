using Spectre.Console;
using Syncopate.Scan.Reporting;

namespace Syncopate.Cli.Screens;

/// <summary>The lines of a scan on the terminal, in colour where there is colour.</summary>
internal static class ScanPrinter
{
    public static void Print(IEnumerable<ScanLine> lines, Terminal terminal)
    {
        foreach (ScanLine line in lines)
            terminal.Out.WriteLine(line, Style(line.Tone));
    }

    // One paragraph, so that a long line is broken between words and not between the parts.
    private static void WriteLine(this IAnsiConsole console, ScanLine line, Style style)
    {
        console.Write(new Paragraph(line.Before).Append(line.Mark, style).Append(line.After));
        console.WriteLine();
    }

    private static Style Style(ScanTone tone) => tone switch
    {
        ScanTone.Bold => Spectre.Console.Style.Parse("bold"),
        ScanTone.Faint => Spectre.Console.Style.Parse("dim"),
        ScanTone.Note => Spectre.Console.Style.Parse("blue"),
        ScanTone.Warning => Spectre.Console.Style.Parse("yellow"),
        ScanTone.Error => Spectre.Console.Style.Parse("red"),
        _ => Spectre.Console.Style.Plain,
    };
}
