using System.Text;
using Xunit;

namespace Syncopate.Tests.Reporting;

/// <summary>Reads comma-separated values strictly by the grammar of RFC 4180, section 2; what it does not allow is an error.</summary>
internal static class CsvText
{
    public static IReadOnlyList<IReadOnlyList<string>> Read(string text)
    {
        List<IReadOnlyList<string>> lines = [];
        List<string> cells = [];
        int at = 0;
        while (at < text.Length)
        {
            cells.Add(Cell(text, ref at));
            if (at < text.Length && text[at] == ',')
            {
                at++;
                continue;
            }

            Assert.True(text.AsSpan(at).StartsWith("\r\n"), $"A line ends with CR LF, or its last cell is damaged, at {at}.");
            at += 2;
            lines.Add([.. cells]);
            cells.Clear();
        }

        Assert.Empty(cells);
        Assert.All(lines, line => Assert.Equal(lines[0].Count, line.Count));
        return lines;
    }

    private static string Cell(string text, ref int at)
    {
        StringBuilder cell = new();
        if (text[at] != '"')
        {
            while (text[at] is not (',' or '\r'))
            {
                Assert.True(text[at] is not ('"' or '\n'), $"A quote or a line feed needs quotes around its cell, at {at}.");
                cell.Append(text[at++]);
            }

            return cell.ToString();
        }

        for (at++; ; at++)
        {
            if (text[at] == '"' && text[++at] != '"')
                return cell.ToString();
            cell.Append(text[at]);
        }
    }
}
