using System.Collections.Frozen;
using System.Globalization;
using System.Text;
using Syncopate.Calling;

namespace Syncopate.Assemblies;

/// <summary>An argument as C# writes it: a number, a text or a truth.</summary>
/// <param name="Text">As it was typed.</param>
/// <param name="Value">A string, a bool, or a number as decimal, or as double where that is too small.</param>
internal sealed record Literal(string Text, object Value)
{
    // Of C#: what comes first wins, where a number fits several.
    private static readonly string[] Whole = ["int", "long", "uint", "ulong", "short", "ushort", "byte", "sbyte"];
    private static readonly string[] Broken = ["double", "decimal", "float"];

    private static readonly FrozenDictionary<string, (decimal Least, decimal Most)> Ranges = new Dictionary<string, (decimal, decimal)>
    {
        ["int"] = (int.MinValue, int.MaxValue),
        ["long"] = (long.MinValue, long.MaxValue),
        ["uint"] = (0, uint.MaxValue),
        ["ulong"] = (0, ulong.MaxValue),
        ["short"] = (short.MinValue, short.MaxValue),
        ["ushort"] = (0, ushort.MaxValue),
        ["byte"] = (0, byte.MaxValue),
        ["sbyte"] = (sbyte.MinValue, sbyte.MaxValue),
    }.ToFrozenDictionary(StringComparer.Ordinal);

    /// <summary>How well it fits a parameter of a type: 0 best; null when it does not.</summary>
    public int? Fit(string type)
    {
        string plain = type.TrimEnd('?');
        return Value switch
        {
            string => plain switch { "string" => 0, "object" => 9, _ => null },
            bool => plain switch { "bool" => 0, "object" => 9, _ => null },
            decimal number when Ranges.TryGetValue(plain, out (decimal Least, decimal Most) range) =>
                number >= range.Least && number <= range.Most && !Text.Contains('.', StringComparison.Ordinal)
                    ? Array.IndexOf(Whole, plain) : null,
            _ => Array.IndexOf(Broken, plain) is >= 0 and var place && (plain != "decimal" || Value is decimal)
                ? Whole.Length + place : null,
        };
    }

    /// <summary>The arguments between the brackets of a call.</summary>
    /// <exception cref="FormsFault">One is none of those.</exception>
    public static IReadOnlyList<Literal> ReadAll(string text)
    {
        List<Literal> read = [];
        int at = 0;
        while (true)
        {
            SkipSpaces(text, ref at);
            if (at == text.Length && read.Count == 0)
                return read;
            read.Add(at < text.Length && text[at] == '"' ? ReadText(text, ref at) : ReadWord(text, ref at));
            SkipSpaces(text, ref at);
            if (at == text.Length)
                return read;
            if (text[at++] != ',')
                throw Wrong(text, text[(at - 1)..]);
        }
    }

    private static void SkipSpaces(string text, ref int at)
    {
        while (at < text.Length && char.IsWhiteSpace(text[at]))
            at++;
    }

    private static Literal ReadText(string text, ref int at)
    {
        StringBuilder value = new();
        int from = at++;
        for (; at < text.Length && text[at] != '"'; at++)
        {
            if (text[at] != '\\')
            {
                value.Append(text[at]);
                continue;
            }

            if (++at == text.Length)
                break;
            value.Append(text[at] switch
            {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                '0' => '\0',
                var plain => plain,
            });
        }

        if (at++ >= text.Length)
            throw Wrong(text, text[from..]);
        return new Literal(text[from..at], value.ToString());
    }

    private static Literal ReadWord(string text, ref int at)
    {
        int from = at;
        while (at < text.Length && text[at] != ',')
            at++;
        string word = text[from..at].TrimEnd();
        if (word is "true" or "false")
            return new Literal(word, word == "true");
        const NumberStyles Plain = NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint;
        if (decimal.TryParse(word, Plain, CultureInfo.InvariantCulture, out decimal number))
            return new Literal(word, number);
        if (double.TryParse(word, NumberStyles.Float, CultureInfo.InvariantCulture, out double real)
            && double.IsFinite(real))
        {
            return new Literal(word, real);
        }

        throw Wrong(text, word);
    }

    private static FormsFault Wrong(string text, string found) => new(
        "--method takes numbers, texts in double quotes, true and false as arguments, with commas between them; found "
        + $"'{found}' in '{text}'. What is made of other types: compare it in a program of yours (docs/library.md).");
}
