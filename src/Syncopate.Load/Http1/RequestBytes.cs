using System.Text;

namespace Syncopate.Load.Http1;

/// <summary>A request as it goes over the wire, written once for all users (RFC 9112).</summary>
internal static class RequestBytes
{
    // Servers expect a length with these even when there is no body (RFC 9110, 8.6).
    private static readonly string[] MethodsWithBody = ["POST", "PUT", "PATCH"];

    public static byte[] Of(HttpTarget target, LoadRequest request)
    {
        StringBuilder head = new();
        head.Append(request.Method).Append(' ').Append(request.Path).Append(" HTTP/1.1\r\n");
        foreach ((string name, string value) in Fields(target, request))
            head.Append(name).Append(": ").Append(value).Append("\r\n");
        head.Append("\r\n");
        return [.. Encoding.ASCII.GetBytes(head.ToString()), .. request.Body.Span];
    }

    /// <summary>Where a request that carries a trace has the value of its header.</summary>
    public static int TraceParentIn(ReadOnlySpan<byte> request)
    {
        ReadOnlySpan<byte> before = "\r\ntraceparent: "u8; // Once: no other field may have this name, and a body comes after it.
        return request.IndexOf(before) + before.Length;
    }

    private static IEnumerable<KeyValuePair<string, string>> Fields(HttpTarget target, LoadRequest request)
    {
        KeyValuePair<string, string>[] own =
        [
            new("Host", target.BaseAddress.Authority),
            .. LoadRequest.OwnHeaders,
        ];
        foreach (KeyValuePair<string, string> field in own)
        {
            if (!request.Headers.Any(header => header.Key.Equals(field.Key, StringComparison.OrdinalIgnoreCase)))
                yield return field;
        }

        foreach (KeyValuePair<string, string> field in request.Headers)
            yield return field;
        if (request.TraceParents is not null)
            yield return new(TraceParents.Header, new string('0', TraceParents.Length)); // Room for it.
        if (request.Body.Length > 0 || MethodsWithBody.Contains(request.Method))
            yield return new("Content-Length", FormattableString.Invariant($"{request.Body.Length}"));
        if (!request.KeepsConnections)
            yield return new("Connection", "close");
    }
}
