using Spectre.Console;
using Syncopate.Planning;
using Syncopate.Reporting.Plans;

namespace Syncopate.Cli.Screens;

/// <summary>What a dependency that becomes slow does to one machine, as a table of protections.</summary>
internal static class SlowPrinter
{
    public static void Print(Plan plan, SlowAnswer slow, Terminal terminal)
    {
        terminal.Out.WriteLine();
        terminal.Out.WriteLine(PlanAnswerText.Title(plan, slow));
        Table table = new() { Border = terminal.Live ? TableBorder.Simple : TableBorder.Ascii2 };
        foreach (string title in PlanAnswerText.Columns)
            table.AddColumn(new TableColumn(title).RightAligned());
        foreach (ProtectedAnswer form in slow.Protections)
            table.AddRow([.. PlanAnswerText.Row(form)]);
        terminal.Out.Write(table);
        foreach (string sentence in PlanAnswerText.Limits(plan, slow))
            terminal.Out.WriteLine(sentence);
    }
}
