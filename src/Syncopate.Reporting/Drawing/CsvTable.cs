using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.Json;

namespace Syncopate.Reporting.Drawing;

/// <summary>A table as comma-separated values by RFC 4180: a line of names, lines that end with CR LF, quotes where a cell
/// needs them.</summary>
internal sealed class CsvTable
{
    private static readonly SearchValues<char> NeedQuotes = SearchValues.Create(",\"\r\n");

    // A spreadsheet would calculate a text that begins with one of these, and a report may be someone else's.
    private static readonly SearchValues<char> Formula = SearchValues.Create("=+-@\t\r");

    private readonly StringBuilder _text = new();
    private readonly int _columns;

    /// <param name="columns">Names of the columns, in order.</param>
    public CsvTable(params IReadOnlyList<string> columns)
    {
        _columns = columns.Count;
        Add([.. columns]);
    }

    /// <summary>Adds a line.</summary>
    /// <param name="cells">One for each column: a text, a number, a value of an enumeration; null for what was not measured,
    /// which becomes an empty cell.</param>
    public void Add(params IReadOnlyList<object?> cells)
    {
        if (cells.Count != _columns)
            throw new ArgumentException($"A line of this table has {_columns} cells; found {cells.Count}.", nameof(cells));
        _text.AppendJoin(',', cells.Select(Cell)).Append("\r\n");
    }

    /// <inheritdoc/>
    public override string ToString() => _text.ToString();

    /// <summary>Numbers as report.json has them: every digit that makes the same number again.</summary>
    private static string Cell(object? value) => value switch
    {
        null => "",
        string text => Quoted(text.AsSpan(0, Math.Min(1, text.Length)).ContainsAny(Formula) ? "'" + text : text),
        bool truth => truth ? "true" : "false",
        double number when !double.IsFinite(number) => "",
        double number => number.ToString("R", CultureInfo.InvariantCulture),
        Enum name => Name(name),
        IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
        _ => throw new ArgumentException($"A cell holds a text or a number; found {value.GetType()}.", nameof(value)),
    };

    /// <summary>A value of an enumeration as JSON writes it.</summary>
    public static string Name(Enum value) => JsonNamingPolicy.CamelCase.ConvertName(value.ToString());

    private static string Quoted(string text) =>
        text.AsSpan().ContainsAny(NeedQuotes) ? $"\"{text.Replace("\"", "\"\"", StringComparison.Ordinal)}\"" : text;
}
