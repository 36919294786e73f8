using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Syncopate.Load;

/// <summary>A value that is extracted from an answer under a name: by <see cref="FromJson"/>, <see cref="FromText"/>,
/// <see cref="FromHeader"/> or <see cref="FromCookie"/>.</summary>
public sealed class ExtractedValue
{
    private readonly Func<HttpResponseMessage, ReadOnlyMemory<byte>, string?> _take;

    private ExtractedValue(string name, bool isInBody, Func<HttpResponseMessage, ReadOnlyMemory<byte>, string?> take)
    {
        if (!LoadScenario.NamesIn($"{{{name}}}").SequenceEqual([name]))
        {
            throw new ArgumentException(
                $"Cannot extract a value as \"{name}\": a name has letters, digits and _, and begins with no digit.", nameof(name));
        }

        Name = name;
        IsInBody = isInBody;
        _take = take;
    }

    /// <summary>The name by which later steps refer to it, as <c>{name}</c>.</summary>
    public string Name { get; }

    internal bool IsInBody { get; }

    /// <summary>From a body of JSON: a string without its quotes, anything else as its JSON.</summary>
    /// <param name="name">Letters, digits and _.</param>
    /// <param name="place">A JSON pointer (RFC 6901), such as "/items/0/id"; "" is the whole.</param>
    public static ExtractedValue FromJson(string name, string place)
    {
        ArgumentNullException.ThrowIfNull(place);
        if (place is not ("" or ['/', ..]))
        {
            throw new ArgumentException(
                $"Cannot look for \"{place}\": a JSON pointer begins with \"/\", such as /items/0/id.", nameof(place));
        }

        string[] parts =
        [
            .. place.Split('/').Skip(1).Select(part =>
                part.Replace("~1", "/", StringComparison.Ordinal).Replace("~0", "~", StringComparison.Ordinal)),
        ];
        return new ExtractedValue(name, true, (_, body) => Find(body, parts));
    }

    /// <summary>From a body of text, read as UTF-8: the first group of the first match, or the whole match when there
    /// is no group.</summary>
    /// <param name="name">Letters, digits and _.</param>
    /// <param name="pattern">A regular expression of .NET, without look-around and back-references, so that no answer
    /// can make it take long.</param>
    /// <exception cref="ArgumentException">The pattern is none, or uses what is not allowed.</exception>
    public static ExtractedValue FromText(string name, string pattern)
    {
        ArgumentNullException.ThrowIfNull(pattern);
        Regex regex;
        try
        {
            regex = new Regex(pattern, RegexOptions.NonBacktracking | RegexOptions.CultureInvariant);
        }
        catch (NotSupportedException e)
        {
            throw new ArgumentException(
                $"Cannot look for \"{pattern}\": look-around and back-references are not allowed, as an answer could make them take forever.",
                nameof(pattern), e);
        }

        return new ExtractedValue(
            name, true, (_, body) => regex.Match(Encoding.UTF8.GetString(body.Span)) is { Success: true } match
                ? match.Groups[match.Groups.Count > 1 ? 1 : 0].Value
                : null);
    }

    /// <summary>From a header field: its first value.</summary>
    /// <param name="name">Letters, digits and _.</param>
    /// <param name="header">Name of the field, in any case.</param>
    public static ExtractedValue FromHeader(string name, string header)
    {
        ArgumentException.ThrowIfNullOrEmpty(header);
        return new ExtractedValue(name, false, (response, _) =>
            response.Headers.NonValidated.TryGetValues(header, out System.Net.Http.Headers.HeaderStringValues values)
                || response.Content.Headers.NonValidated.TryGetValues(header, out values)
                ? values.FirstOrDefault()
                : null);
    }

    /// <summary>From a cookie that the answer sets, such as the token of a form that must come back in a header.
    /// Cookies themselves are kept and sent by the engine.</summary>
    /// <param name="name">Letters, digits and _.</param>
    /// <param name="cookie">Name of the cookie, in its case.</param>
    public static ExtractedValue FromCookie(string name, string cookie)
    {
        ArgumentException.ThrowIfNullOrEmpty(cookie);
        return new ExtractedValue(name, false, (response, _) => response.Headers.NonValidated.TryGetValues("Set-Cookie", out System.Net.Http.Headers.HeaderStringValues fields)
            ? fields.Where(field => field.StartsWith(cookie + "=", StringComparison.Ordinal)).Select(field =>
                field[(cookie.Length + 1)..].Split(';')[0].Trim()).LastOrDefault()
            : null);
    }

    /// <summary>The value; null when the answer does not have it.</summary>
    internal string? Take(HttpResponseMessage response, ReadOnlyMemory<byte> body) => _take(response, body);

    private static string? Find(ReadOnlyMemory<byte> body, string[] parts)
    {
        try
        {
            using JsonDocument document = JsonDocument.Parse(body);
            JsonElement? found = document.RootElement;
            foreach (string part in parts)
                found = found is { } element ? Child(element, part) : null;
            return found switch
            {
                null or { ValueKind: JsonValueKind.Null } => null,
                { ValueKind: JsonValueKind.String } text => text.GetString(),
                { } other => other.GetRawText(),
            };
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            return null; // No JSON, deeper than 64, or a text that is none.
        }
    }

    private static JsonElement? Child(JsonElement element, string part) => element.ValueKind switch
    {
        JsonValueKind.Object when element.TryGetProperty(part, out JsonElement member) => member,
        JsonValueKind.Array when uint.TryParse(part, out uint index) && index < element.GetArrayLength() => element[(int)index],
        _ => null,
    };
}
