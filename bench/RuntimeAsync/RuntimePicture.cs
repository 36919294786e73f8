using System.Globalization;
using System.Text;

namespace Syncopate.Bench.RuntimeAsync;

/// <summary>Draws what an await adds, of each row in parts of what it adds on .NET 10.</summary>
internal static class RuntimePicture
{
    private const int Left = 345;
    private const int Widest = 400;
    private const int Tall = 78;
    private const int Top = 64;

    // What people meet, in the order of how little it waits.
    private static readonly string[] Rows =
    [
        "Task, done when it returns", "20 awaits deep, done when it returns", "Task that waits once",
        "20 awaits deep, waits at the bottom", "Throws 5 awaits deep", "await Task.Run for each call",
    ];

    private const string Style =
        "text{font:13px system-ui,sans-serif;fill:#5d636e}.name{font-size:15px;font-weight:650;fill:#1b1d22}"
        + ".old{fill:#b9bcc2}.new{fill:#8cc7bf}.flag{fill:#0b7a6f}"
        + "@media(prefers-color-scheme:dark){text{fill:#9ba3af}.name{fill:#eceef1}.old{fill:#565d68}.new{fill:#25786e}.flag{fill:#3fc9b6}}";

    public static string Draw(IReadOnlyList<(string Row, IReadOnlyDictionary<string, RuntimeCost> Costs)> table)
    {
        (string Row, IReadOnlyDictionary<string, RuntimeCost> Costs)[] rows = [.. Rows.Select(row => table.First(r => r.Row == row))];
        StringBuilder svg = new();
        svg.Append("<svg xmlns=\"http://www.w3.org/2000/svg\" ");
        svg.Append(CultureInfo.InvariantCulture, $"viewBox=\"0 0 880 {Top + rows.Length * Tall}\" ");
        svg.Append("role=\"img\" aria-label=\"What an await adds to a call on .NET 10, on .NET 11, and as runtime async\">");
        svg.Append($"<style>{Style}</style>\n");
        for (int i = 0, x = Left; i < RuntimeColumn.All.Count; x += 110 + 60 * i++)
        {
            RuntimeColumn column = RuntimeColumn.All[i];
            Rectangle(svg, column, x, 18, 14);
            svg.Append(CultureInfo.InvariantCulture, $"<text x=\"{x + 20}\" y=\"30\">{column.Name}</text>\n");
        }

        for (int i = 0; i < rows.Length; i++)
            Append(svg, rows[i].Row, rows[i].Costs, Top + i * Tall);
        return svg.Append("</svg>\n").ToString();
    }

    private static void Append(StringBuilder svg, string row, IReadOnlyDictionary<string, RuntimeCost> costs, int y)
    {
        double largest = RuntimeColumn.All.Max(c => costs[c.Ending].Nanoseconds);
        svg.Append(CultureInfo.InvariantCulture, $"<text class=\"name\" x=\"24\" y=\"{y + 30}\">{row}</text>\n");
        for (int i = 0; i < RuntimeColumn.All.Count; i++)
        {
            RuntimeColumn column = RuntimeColumn.All[i];
            double nanoseconds = Math.Max(0, costs[column.Ending].Nanoseconds), width = Math.Max(2, Widest * nanoseconds / largest);
            int at = y + i * 20;
            Rectangle(svg, column, Left, at, width);
            svg.Append(CultureInfo.InvariantCulture, $"<text x=\"{Left + width + 8:0.0}\" y=\"{at + 12}\">{Told(nanoseconds)}</text>\n");
        }
    }

    private static void Rectangle(StringBuilder svg, RuntimeColumn column, int x, int y, double width) => svg.Append(
        CultureInfo.InvariantCulture,
        $"<rect class=\"{column.Style}\" x=\"{x}\" y=\"{y}\" width=\"{width:0.0}\" height=\"15\" rx=\"3\"/>");

    private static string Told(double nanoseconds) => nanoseconds >= 1_000
        ? string.Create(CultureInfo.InvariantCulture, $"{nanoseconds / 1_000:0.0} µs")
        : $"{nanoseconds.ToString(nanoseconds < 10 ? "0.#" : "0", CultureInfo.InvariantCulture)} ns";
}
