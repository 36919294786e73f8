using Syncopate.Reporting.Drawing;
using Syncopate.Reporting.Sentences;
using static Syncopate.Reporting.Drawing.PageMarkup;

namespace Syncopate.Reporting.Runs;

/// <summary>The table that an experiment brings: a line for each form of each row that was measured.</summary>
internal static class PageFormTable
{
    /// <summary>The table; nothing when nothing was measured.</summary>
    public static PageMarkup Draw(FormTable table, IReadOnlyList<ExperimentReport> members)
    {
        List<ExperimentReport> measured = [.. members.Where(e => e.Forms.Any(f => f.Count > 0))];
        return measured.Count == 0 ? None : Html($"""
            <h3>{table.Title}</h3>
            {PageTables.Wrap(table.Title, Html($"""
                <thead class="figures"><tr><th scope="col">{table.RowHeading}</th><th scope="col">Form</th>{table.Columns.Select(Head)}</tr></thead>
                <tbody class="figures">{measured.SelectMany(e => Rows(table, e, ReportGroups.RowOf(e, measured)))}</tbody>
                """))}<p class="note">{table.Note(measured)}</p>

            """);
    }

    private static PageMarkup Head(FormColumn column) => Html($"""<th scope="col">{column.Heading}</th>""");

    private static IEnumerable<PageMarkup> Rows(FormTable table, ExperimentReport experiment, string row) =>
        experiment.Forms.Where(form => form.Count > 0).Select((form, line) => Row(table, form, line == 0 ? row : ""));

    private static PageMarkup Row(FormTable table, FormReport form, string row) => Html($"""
        <tr><th scope="row">{row}</th><th scope="row">{PageTables.Key(form.Form)}{Wording.Name(form.Form)}</th>{table.Columns.Select(c => Html($"<td>{c.Cell(form)}</td>"))}</tr>

        """);
}
