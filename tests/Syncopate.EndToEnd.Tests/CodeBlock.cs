namespace Syncopate.EndToEnd.Tests;

/// <summary>One fenced code block of a Markdown file.</summary>
/// <param name="Place">File and line, for messages.</param>
/// <param name="Language">The word after the fence; empty when there is none.</param>
/// <param name="Lines">The lines between the fences.</param>
internal sealed record CodeBlock(string Place, string Language, IReadOnlyList<string> Lines)
{
    private const string Fence = "```";

    /// <summary>The commands of a shell block, one a line: without comments, blank lines and the prompt.</summary>
    public IEnumerable<string> Commands => Lines
        .Select(line => line.Split(" #", 2)[0].Trim())
        .Select(line => line.StartsWith("$ ", StringComparison.Ordinal) ? line[2..] : line)
        .Where(line => line.Length > 0 && line[0] != '#');

    /// <exception cref="FormatException">A block is not closed.</exception>
    public static IEnumerable<CodeBlock> In(string file, IReadOnlyList<string> lines)
    {
        for (int start = 0; start < lines.Count; start++)
        {
            if (!lines[start].StartsWith(Fence, StringComparison.Ordinal))
                continue;

            int end = start + 1;
            while (end < lines.Count && lines[end].TrimEnd() != Fence)
                end++;
            if (end == lines.Count)
                throw new FormatException($"{file}:{start + 1}: the code block is not closed.");

            yield return new CodeBlock($"{file}:{start + 1}", lines[start][Fence.Length..].Trim(), [.. lines.Skip(start + 1).Take(end - start - 1)]);
            start = end;
        }
    }
}
