using System.Text.RegularExpressions;

namespace SampleSite.CodeView;

/// <summary>The text of one method, cut from the file that was compiled.</summary>
/// <param name="File">Path below the project's folder.</param>
/// <param name="FirstLine">Number of the first line in that file, from 1.</param>
/// <param name="Lines">Attributes, declaration and body, moved to the left margin.</param>
public sealed record MethodSource(string File, int FirstLine, IReadOnlyList<string> Lines)
{
    // The build checks the layout of every file, so the braces of a type's members stand at this indentation and no others do.
    private const string Indentation = "    ";
    private const string OpeningBrace = Indentation + "{";
    private const string ClosingBrace = Indentation + "}";

    /// <summary>Cuts a method out of the file that is named after its type.</summary>
    /// <exception cref="ArgumentException">The type has no such method.</exception>
    public static MethodSource Of(Type type, string method)
    {
        string[] file = ReadAllLines(type);
        int declaration = Array.FindIndex(file, line => Declares(line, method));
        if (declaration < 0)
            throw new ArgumentException($"{type} has no method {method}.", nameof(method));

        int first = declaration;
        while (IsPreface(file[first - 1]))
            first--;
        int last = Array.FindIndex(file, declaration, static line => line is OpeningBrace || line.EndsWith(';'));
        if (file[last] is OpeningBrace)
            last = Array.IndexOf(file, ClosingBrace, last);
        IEnumerable<string> lines = file[first..(last + 1)].Select(static line => line.Length == 0 ? line : line[Indentation.Length..]);

        string? folder = type.Namespace?.Split('.')[^1];
        return new MethodSource($"{folder}/{type.Name}.cs", first + 1, [.. lines]);
    }

    // Attributes and comments belong to what is shown; the documentation says what the page says already.
    private static bool IsPreface(string line) =>
        line.StartsWith(Indentation + "[", StringComparison.Ordinal) || line.StartsWith(Indentation + "// ", StringComparison.Ordinal);

    private static bool Declares(string line, string method) =>
        Regex.IsMatch(line, $@"^{Indentation}(public|internal|private) [^=(]*\b{method}[<(]", RegexOptions.CultureInvariant);

    private static string[] ReadAllLines(Type type)
    {
        using Stream stream = type.Assembly.GetManifestResourceStream($"code/{type.Name}.cs")!; // Every source file is embedded.
        using StreamReader reader = new(stream);
        return reader.ReadToEnd().ReplaceLineEndings("\n").Split('\n');
    }
}
