using System.Text.RegularExpressions;

namespace Syncopate.Scan.Tests.Rules;

/// <summary>Source whose marks say what a rule reports: <c>[|…|]</c> at its own level, <c>[?…|]</c> as a note only.</summary>
/// <param name="Text">Without the marks.</param>
/// <param name="Marks">Where they began in that text, and whether a note is meant; in the order of the text.</param>
internal sealed partial record MarkedText(string Text, IReadOnlyList<(int Start, bool IsNote)> Marks)
{
    /// <summary>Takes the marks out.</summary>
    public static MarkedText Read(string marked)
    {
        List<(int Start, bool IsNote)> marks = [];
        int removed = 0;
        foreach (Match mark in Mark().Matches(marked))
        {
            if (mark.Value != "|]")
                marks.Add((mark.Index - removed, mark.Value == "[?"));
            removed += mark.Length;
        }

        return new MarkedText(Mark().Replace(marked, ""), marks);
    }

    [GeneratedRegex(@"\[\||\[\?|\|\]")]
    private static partial Regex Mark();
}
