using System.Globalization;

namespace Syncopate.Load;

/// <summary>The names under which failed requests are counted. Part of the journal's format: never renamed.</summary>
internal static class Findings
{
    /// <summary>Nobody listens at the address.</summary>
    public const string ConnectionRefused = "connection refused";

    /// <summary>The server reset the connection.</summary>
    public const string ConnectionReset = "connection reset";

    /// <summary>The server closed the connection instead of answering.</summary>
    public const string ConnectionClosed = "connection closed";

    /// <summary>The server closed the connection in the middle of an answer.</summary>
    public const string CutShort = "cut short";

    /// <summary>No complete answer within <see cref="LoadOptions.TotalTimeout"/>.</summary>
    public const string TimedOut = "timed out";

    /// <summary>The head of an answer came, and its body did not end within <see cref="LoadOptions.TotalTimeout"/>: an event stream, or
    /// an answer that takes so long.</summary>
    public const string EndlessBody = "body did not end";

    /// <summary>The answer does not begin as HTTP/1.0 or HTTP/1.1 does: garbage, TLS, HTTP/2.</summary>
    public const string BadStatusLine = "bad status line";

    /// <summary>A header field without colon, with a folded line, a bare CR or LF, or a name that is not a token.</summary>
    public const string BadHeader = "bad header";

    /// <summary>A NUL in a status line or header field, which other clients let pass.</summary>
    public const string NulInHeader = "NUL in header";

    /// <summary>Head and trailers together pass <see cref="LoadOptions.HeaderLimitBytes"/>, endless interim answers included.</summary>
    public const string HeaderTooLarge = "header too large";

    /// <summary>Content-Length is not a number.</summary>
    public const string BadContentLength = "bad content length";

    /// <summary>Two Content-Length fields that differ: two readers would disagree on where the answer ends.</summary>
    public const string TwoContentLengths = "two content lengths";

    /// <summary>Content-Length together with a transfer coding: two readers would disagree on where the answer ends.</summary>
    public const string LengthAndChunked = "length and chunked";

    /// <summary>A transfer coding other than chunked, which was not asked for.</summary>
    public const string UnknownTransferCoding = "unknown transfer coding";

    /// <summary>A chunk without a valid size, with an oversized extension, or without its line end.</summary>
    public const string BadChunk = "bad chunk";

    /// <summary>The body is, or says it will be, longer than <see cref="LoadOptions.BodyLimitBytes"/>.</summary>
    public const string BodyTooLarge = "body too large";

    /// <summary>Bytes after the end of the answer, although one request gets one answer.</summary>
    public const string SurplusBytes = "surplus bytes";

    /// <summary>The server's network cannot be reached.</summary>
    public const string Unreachable = "unreachable";

    /// <summary>This machine has no free port for a further connection: the generator's limit, not the server's.</summary>
    public const string NoFreePort = "no free port";

    /// <summary>This process may have no further connection open (<c>ulimit -n</c>): the generator's limit, not the server's.</summary>
    public const string TooManyFiles = "too many open files";

    /// <summary>No TLS connection came about: no TLS at all, a certificate that is not trusted, no common version.</summary>
    public const string TlsFailed = "TLS failed";

    /// <summary>The client of .NET refused the answer; it does not say why in a form that could be counted.</summary>
    public const string InvalidAnswer = "invalid answer";

    /// <summary>HTTP/2 or HTTP/3 was violated, or is not spoken.</summary>
    public const string ProtocolError = "protocol error";

    /// <summary>A redirect to another scheme, host or port than that of the load, which is never followed.</summary>
    public const string RedirectedElsewhere = "redirected elsewhere";

    /// <summary>More redirects than <see cref="LoadRequest.MostRedirects"/>, one after the other.</summary>
    public const string TooManyRedirects = "too many redirects";

    /// <summary>An answer of a scenario without the value that is to be taken from it, or with more than 1 MiB to look through.</summary>
    public const string ValueNotFound = "value not found";

    /// <summary>A value of a scenario that cannot be put into a request: too long, with control characters, or not
    /// ASCII where a header wants it.</summary>
    public const string ValueNotUsable = "value not usable";

    // Made once: a server that answers 503 to everything must not make the generator allocate.
    private static readonly string[] Statuses =
        [.. Enumerable.Range(0, 600).Select(status => string.Create(CultureInfo.InvariantCulture, $"status {status}"))];

    // Linux counts to 133.
    private static readonly string[] SocketErrors =
        [.. Enumerable.Range(0, 256).Select(error => string.Create(CultureInfo.InvariantCulture, $"socket error {error}"))];

    /// <summary>Whether the time for an answer was over.</summary>
    internal static bool IsTimeout(string finding) => finding is TimedOut or EndlessBody;

    /// <summary>The name for a complete answer with a status that is not expected, such as "status 503".</summary>
    /// <param name="status">100 to 599.</param>
    public static string Status(int status) => Statuses[status];

    /// <summary>The name for a failed call of the operating system that has no name of its own, such as "socket error 105".</summary>
    internal static string SocketError(int error) => SocketErrors[error & 255];
}
