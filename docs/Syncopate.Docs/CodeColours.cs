using System.Globalization;
using System.Net;
using System.Text;
using System.Text.RegularExpressions;

namespace Syncopate.Docs;

/// <summary>Marks comments, texts, numbers and words of a language in code. By patterns and not by a grammar: a page is read, not
/// run, and what is not recognised stays plain.</summary>
internal static partial class CodeColours
{
    /// <summary>The code as HTML.</summary>
    /// <param name="code">As it stands in the document.</param>
    /// <param name="language">The word after the fence.</param>
    public static string Mark(string code, string language)
    {
        Regex? pattern = language switch
        {
            "csharp" or "js" or "json" => Braces(),
            "yaml" or "sh" => Hashes(),
            "diff" => Changes(),
            _ => null,
        };
        if (pattern is null)
            return WebUtility.HtmlEncode(code);
        StringBuilder marked = new();
        int at = 0;
        foreach (Match match in pattern.Matches(code))
        {
            string kind = match.Groups.Keys.First(name => name.Length > 1 && match.Groups[name].Success);
            marked.Append(WebUtility.HtmlEncode(code[at..match.Index]));
            marked.Append(CultureInfo.InvariantCulture, $"<span class=\"{kind}\">{WebUtility.HtmlEncode(match.Value)}</span>");
            at = match.Index + match.Length;
        }

        return marked.Append(WebUtility.HtmlEncode(code[at..])).ToString();
    }

    [GeneratedRegex("""
        (?<said>//.*|(?m:^\#:.*)|/\*[\s\S]*?\*/)
        |(?<text>\$?@?"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`[^`]*`)
        |(?<word>\b(?:using|var|await|async|return|new|public|private|internal|protected|static|sealed|class|record|interface|namespace
            |if|else|for|foreach|while|in|out|ref|int|long|string|bool|double|void|object|true|false|null|this|base|throw|try|catch|finally
            |switch|case|default|get|set|init|const|readonly|override|is|not|and|or|import|export|from|function|let)\b)
        |(?<number>\b\d[\d_]*(?:\.\d+)?(?:ms|s|m)?\b)
        """, RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Braces();

    [GeneratedRegex("""
        (?<said>(?m:(?:^|(?<=\s))\#.*))
        |(?<text>"(?:\\.|[^"\\\n])*"|'[^'\n]*')
        |(?<word>(?m:(?<=^\s*(?:-\ )?)[\w.-]+(?=:(?:\s|$)))|(?m:(?<=^\s*)(?:\./)?(?:syncopate|dotnet|docs-site|pack|test)\b))
        """, RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Hashes();

    [GeneratedRegex("""
        (?<goes>(?m:^-.*))
        |(?<comes>(?m:^\+.*))
        """, RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Changes();
}
