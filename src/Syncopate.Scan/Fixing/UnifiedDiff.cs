using System.Globalization;
using System.Text;
using Microsoft.CodeAnalysis.Text;

namespace Syncopate.Scan.Fixing;

/// <summary>
/// Writes a change as a unified diff. The changes are known, so nothing has to be compared: lines that they touch are replaced,
/// three lines around them are shown.
/// </summary>
internal static class UnifiedDiff
{
    private const int Context = 3;

    /// <summary>The diff of a file; empty when nothing changes. Lines end as they do in the file.</summary>
    /// <param name="change">The change.</param>
    /// <param name="name">The file as it is named in the head, with forward slashes.</param>
    public static string Of(FileChange change, string name)
    {
        List<Block> blocks = [.. Blocks(change)];
        if (blocks.Count == 0)
            return "";
        StringBuilder text = new();
        text.Append(CultureInfo.InvariantCulture, $"--- a/{name}\n+++ b/{name}\n");
        int moved = 0;
        for (int first = 0; first < blocks.Count;)
        {
            int last = first;
            while (last + 1 < blocks.Count && blocks[last + 1].Start - blocks[last].End <= 2 * Context)
                last++;
            moved += WriteHunk(text, change.Before, blocks[first..(last + 1)], moved);
            first = last + 1;
        }

        return text.ToString();
    }

    private static int WriteHunk(StringBuilder text, SourceText before, List<Block> blocks, int moved)
    {
        int start = Math.Max(0, blocks[0].Start - Context), end = Math.Min(LineCount(before), blocks[^1].End + Context);
        int added = blocks.Sum(block => block.Lines.Count - (block.End - block.Start));
        text.Append(CultureInfo.InvariantCulture, $"@@ -{Range(start, end - start)} +{Range(start + moved, end - start + added)} @@\n");
        int line = start;
        foreach (Block block in blocks)
        {
            for (; line < block.Start; line++)
                Write(text, ' ', LineOf(before, line));
            for (; line < block.End; line++)
                Write(text, '-', LineOf(before, line));
            foreach (string addedLine in block.Lines)
                Write(text, '+', addedLine);
        }

        for (; line < end; line++)
            Write(text, ' ', LineOf(before, line));
        return added;
    }

    private static string Range(int start, int count) => string.Create(CultureInfo.InvariantCulture, $"{(count == 0 ? start : start + 1)},{count}");

    private static void Write(StringBuilder text, char sign, string line)
    {
        text.Append(sign).Append(line);
        if (!line.EndsWith('\n'))
            text.Append("\n\\ No newline at end of file\n");
    }

    /// <summary>Whole lines that are replaced by others. Changes of one line, or of lines that follow each other, are one block.</summary>
    private static IEnumerable<Block> Blocks(FileChange change)
    {
        SourceText before = change.Before;
        for (int first = 0; first < change.Changes.Count;)
        {
            int last = first;
            int start = before.Lines.IndexOf(change.Changes[first].Span.Start), end = LastLine(before, change.Changes[first].Span);
            while (last + 1 < change.Changes.Count && before.Lines.IndexOf(change.Changes[last + 1].Span.Start) <= end + 1)
                end = Math.Max(end, LastLine(before, change.Changes[++last].Span));
            TextSpan span = TextSpan.FromBounds(before.Lines[start].Start, before.Lines[end].EndIncludingLineBreak);
            SourceText part = SourceText.From(before.ToString(span)).WithChanges(
                change.Changes.Skip(first).Take(last - first + 1).Select(each => new TextChange(new TextSpan(each.Span.Start - span.Start, each.Span.Length), each.NewText ?? "")));
            yield return Trimmed(before, start, end + 1, LinesOf(part));
            first = last + 1;
        }
    }

    // What ends at the beginning of a line does not touch that line.
    private static int LastLine(SourceText text, TextSpan span)
    {
        int line = text.Lines.IndexOf(span.End);
        return line > 0 && span.Length > 0 && text.Lines[line].Start == span.End ? line - 1 : line;
    }

    private static Block Trimmed(SourceText before, int start, int end, List<string> lines)
    {
        while (start < end && lines.Count > 0 && LineOf(before, start) == lines[0])
            (start, lines) = (start + 1, lines[1..]);
        while (start < end && lines.Count > 0 && LineOf(before, end - 1) == lines[^1])
            (end, lines) = (end - 1, lines[..^1]);
        return new Block(start, end, lines);
    }

    private static List<string> LinesOf(SourceText text) => [.. Enumerable.Range(0, LineCount(text)).Select(line => LineOf(text, line))];

    private static string LineOf(SourceText text, int line) => text.ToString(text.Lines[line].SpanIncludingLineBreak);

    // Behind the last line break stands no line.
    private static int LineCount(SourceText text) => text.Lines[^1].Span.IsEmpty ? text.Lines.Count - 1 : text.Lines.Count;

    private sealed record Block(int Start, int End, List<string> Lines);
}
