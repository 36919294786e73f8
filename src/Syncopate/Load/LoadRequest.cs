using System.Buffers;

namespace Syncopate.Load;

/// <summary>What to send, and how much of it.</summary>
public sealed record LoadRequest
{
    private static readonly SearchValues<char> Visible = SearchValues.Create([.. Enumerable.Range('!', '~' - '!' + 1).Select(code => (char)code).Where(c => c != '#')]);

    private static readonly SearchValues<char> VisibleInHeader = SearchValues.Create([.. Enumerable.Range('!', '~' - '!' + 1).Select(code => (char)code)]);

    /// <param name="path">Path and query, starting with "/", already escaped.</param>
    /// <param name="shape">Users and how much each of them sends.</param>
    /// <exception cref="ArgumentException"><paramref name="path"/> could not be sent as it is.</exception>
    public LoadRequest(string path, LoadShape shape)
    {
        ArgumentNullException.ThrowIfNull(path);
        ArgumentNullException.ThrowIfNull(shape);
        if (!path.StartsWith('/') || path.AsSpan().ContainsAnyExcept(Visible))
            throw new ArgumentException($"Cannot request \"{path}\": a path starts with \"/\" and has visible ASCII only; escape the rest with %.", nameof(path));
        Path = path;
        Shape = shape;
    }

    /// <summary>Path and query, starting with "/".</summary>
    public string Path { get; }

    /// <summary>Users and how much each of them sends.</summary>
    public LoadShape Shape { get; }

    /// <summary>"GET", the default, or "POST" without a body.</summary>
    /// <exception cref="ArgumentException">Another method.</exception>
    public string Method
    {
        get;
        init => field = value is "GET" or "POST" ? value : throw new ArgumentException($"Cannot send \"{value}\": only GET and POST are sent.", nameof(value));
    } = "GET";

    /// <summary>A further header field, name and value, such as a key that the server asks for; null for none. It is in no result and no message.</summary>
    /// <exception cref="ArgumentException">A name or value that could not be sent as it is.</exception>
    public (string Name, string Value)? Header
    {
        get;
        init => field = value is not { } header || (header.Name.Length > 0 && header.Name.All(IsInName) && !header.Value.AsSpan().ContainsAnyExcept(VisibleInHeader))
            ? value
            : throw new ArgumentException("Cannot send the header: its name has letters, digits and hyphens only, its value visible ASCII.", nameof(value));
    }

    /// <summary>Answers to requests sent within this time from the start are counted but not recorded; default zero.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public TimeSpan Discard
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, TimeSpan.Zero);
            field = value;
        }
    }

    /// <summary>How many requests to keep one by one: the first that were sent after <see cref="Discard"/>, 0 to 10,000; default 0.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is outside its range.</exception>
    public int MaximumTraces
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, 10_000);
            field = value;
        }
    }

    private static bool IsInName(char c) => char.IsAsciiLetterOrDigit(c) || c == '-';
}
