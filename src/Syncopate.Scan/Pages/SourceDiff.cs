using System.Globalization;
using System.Text;

namespace Syncopate.Scan.Pages;

/// <summary>A change of code as the lines of a unified diff.</summary>
internal static class SourceDiff
{
    private const int Context = 2;

    /// <summary>The lines, each with its sign; a file's name stands before its hunks. Empty when a file is not what the edits were made
    /// for.</summary>
    public static IReadOnlyList<string> Lines(FindingFix fix, SourceText sources)
    {
        List<string> diff = [];
        foreach (IGrouping<string, TextEdit> file in fix.Edits.GroupBy(e => e.Place.File))
        {
            TextEdit[] edits = [.. file.OrderBy(e => e.Place.Line).ThenBy(e => e.Place.Column)];
            if (sources.Lines(file.Key) is not { } lines || !edits.All(e => Fits(e.Place, lines)))
                return [];
            diff.Add($"--- {file.Key}");
            diff.Add($"+++ {file.Key}");
            diff.AddRange(Hunks(lines, Touched(edits)));
        }

        return diff;
    }

    private static bool Fits(Place place, IReadOnlyList<string> lines) =>
        place is { Line: > 0, Column: > 0 } && place.EndLine >= place.Line && place.EndLine <= lines.Count
        && place.Column <= lines[place.Line - 1].Length + 1 && place.EndColumn <= lines[place.EndLine - 1].Length + 1;

    /// <summary>Edits that share a line belong together.</summary>
    private static List<(int From, int To, List<TextEdit> Edits)> Touched(TextEdit[] edits)
    {
        List<(int From, int To, List<TextEdit> Edits)> touched = [];
        foreach (TextEdit edit in edits)
        {
            if (touched.Count > 0 && edit.Place.Line <= touched[^1].To)
            {
                touched[^1].Edits.Add(edit);
                touched[^1] = touched[^1] with { To = Math.Max(touched[^1].To, edit.Place.EndLine) };
            }
            else
            {
                touched.Add((edit.Place.Line, edit.Place.EndLine, [edit]));
            }
        }

        return touched;
    }

    private static IEnumerable<string> Hunks(IReadOnlyList<string> lines, List<(int From, int To, List<TextEdit> Edits)> touched)
    {
        int grown = 0;
        for (int first = 0, next; first < touched.Count; first = next)
        {
            next = first + 1;
            while (next < touched.Count && touched[next].From - touched[next - 1].To <= 2 * Context)
                next++;
            int from = Math.Max(1, touched[first].From - Context);
            int to = Math.Min(lines.Count, touched[next - 1].To + Context);
            List<string> body = [];
            int at = from;
            foreach ((int start, int end, List<TextEdit> edits) in touched[first..next])
            {
                body.AddRange(Kept(lines, at, start - 1));
                body.AddRange(Kept(lines, start, end).Select(l => "-" + l[1..]));
                body.AddRange(Changed(lines, start, end, edits).Select(l => "+" + l));
                at = end + 1;
            }

            body.AddRange(Kept(lines, at, to));
            int added = body.Count(l => l[0] != '-');
            yield return string.Create(CultureInfo.InvariantCulture, $"@@ -{from},{to - from + 1} +{from + grown},{added} @@");
            foreach (string line in body)
                yield return line;
            grown += added - (to - from + 1);
        }
    }

    private static IEnumerable<string> Kept(IReadOnlyList<string> lines, int from, int to) =>
        Enumerable.Range(from, Math.Max(0, to - from + 1)).Select(i => " " + lines[i - 1]);

    private static string[] Changed(IReadOnlyList<string> lines, int from, int to, List<TextEdit> edits)
    {
        StringBuilder text = new();
        (int line, int column) = (from, 1);
        foreach (TextEdit edit in edits)
        {
            Copy(text, lines, (line, column), (edit.Place.Line, edit.Place.Column));
            text.Append(edit.Text);
            (line, column) = (edit.Place.EndLine, edit.Place.EndColumn);
        }

        Copy(text, lines, (line, column), (to, lines[to - 1].Length + 1));
        // What is taken away as a whole leaves no empty line behind.
        return text.Length == 0 ? [] : text.ToString().ReplaceLineEndings("\n").Split('\n');
    }

    private static void Copy(StringBuilder text, IReadOnlyList<string> lines, (int Line, int Column) from, (int Line, int Column) to)
    {
        for (int line = from.Line; line <= to.Line; line++)
        {
            string whole = lines[line - 1];
            int start = line == from.Line ? from.Column - 1 : 0;
            int end = line == to.Line ? to.Column - 1 : whole.Length;
            text.Append(whole, start, Math.Max(0, end - start));
            if (line < to.Line)
                text.Append('\n');
        }
    }
}
