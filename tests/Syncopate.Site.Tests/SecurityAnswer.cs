using System.Net;
using System.Text.RegularExpressions;

namespace Syncopate.Site.Tests;

/// <summary>All of an answer.</summary>
/// <param name="Status">Its status.</param>
/// <param name="Body">Its text; may be empty.</param>
/// <param name="Headers">By name; several values of one are joined by a bar.</param>
internal sealed partial record SecurityAnswer(HttpStatusCode Status, string Body, IReadOnlyDictionary<string, string> Headers)
{
    public string? Location => Headers.GetValueOrDefault("Location");

    /// <summary>Whether the server lost its head, or shows its inside.</summary>
    public bool IsBroken => (int)Status >= 500 || StackLine().IsMatch(Body);

    /// <summary>Whether a browser that shows this answer would take the text for a part of the page; it shows JSON as
    /// text, being told not to guess.</summary>
    public bool Renders(string text) => Headers.GetValueOrDefault("Content-Type", "text/html").StartsWith("text/html", StringComparison.Ordinal) && Body.Contains(text, StringComparison.Ordinal);

    [GeneratedRegex(@"^\s*at [A-Z]\w+(\.\w+)+.*\(", RegexOptions.Multiline)]
    private static partial Regex StackLine();
}
