using Syncopate.Load;

namespace Syncopate.Running.Loads;

/// <summary>A URL that is to be loaded, in the two parts an engine needs.</summary>
/// <param name="Base">Scheme, host and port.</param>
/// <param name="Path">Path and query as they were given; only what cannot stand in a request line is escaped.</param>
internal sealed record LoadAddress(Uri Base, string Path)
{
    /// <summary>The URL as reports print it.</summary>
    public string Text => Base.GetLeftPart(UriPartial.Authority) + Path;

    /// <summary>Reads a URL. What follows a "#" is left out, as every client does.</summary>
    /// <exception cref="FormatException">The text is no URL that can be loaded; the message says what to write instead.</exception>
    public static LoadAddress Parse(string text)
    {
        if (!Uri.TryCreate(text, UriKind.Absolute, out Uri? url) || (url.Scheme != Uri.UriSchemeHttp && url.Scheme != Uri.UriSchemeHttps))
            throw new FormatException($"'{text}' is not a URL that can be loaded. Start it with http:// or https://{Guess(text)}");
        // The name and password are not repeated: messages end up in logs.
        if (url.UserInfo.Length > 0)
        {
            throw new FormatException(
                "A URL may not hold a user name or password. "
                    + $"Send them as a header: {url.GetComponents(UriComponents.HttpRequestUrl, UriFormat.UriEscaped)} -H \"Authorization: "
                    + "Basic ...\"");
        }

        return new LoadAddress(new Uri(url.GetLeftPart(UriPartial.Authority)), LoadRequest.Escape(PathOf(text)));
    }

    // Not of the parsed URL: that has lost "/../", and what was escaped without need.
    private static string PathOf(string text)
    {
        string afterScheme = text.Trim()[(text.Trim().IndexOf(':', StringComparison.Ordinal) + 1)..].TrimStart('/', '\\');
        string given = afterScheme.Split('#')[0];
        int start = given.AsSpan().IndexOfAny('/', '\\', '?');
        return start < 0 ? "/" : given[start] == '?' ? "/" + given[start..] : "/" + given[(start + 1)..];
    }

    private static string Guess(string text) =>
        Uri.TryCreate("http://" + text, UriKind.Absolute, out Uri? guess)
                && (guess.IsLoopback || guess.Host.Contains('.', StringComparison.Ordinal))
            ? $". Did you mean http://{text}?"
            : "";
}
