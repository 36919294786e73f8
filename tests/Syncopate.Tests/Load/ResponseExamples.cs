using System.Text;
using Syncopate.Load;
using Syncopate.Load.Http1;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>Answers as servers send them, for a reader whose limits are <see cref="HeaderLimit"/> and <see cref="BodyLimit"/>.</summary>
internal static class ResponseExamples
{
    public const int HeaderLimit = 1024;
    public const int BodyLimit = 10_000;

    private const string Chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

    // Each is one complete answer: status, body bytes, whether the connection stays open, and the answer.
    public static TheoryData<int, int, bool, string> GoodAnswers => new()
    {
        { 200, 5, true, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello" },
        { 200, 5, true, "HTTP/1.1 200\r\ncontent-length:5\r\n\r\nhello" },
        { 200, 0, true, "HTTP/1.1 200 \r\nContent-Length: \t0 \r\nX-Empty:\r\n\r\n" },
        { 200, 5, true, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello" },
        { 200, 5, false, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello" },
        { 200, 5, false, "HTTP/1.1 200 OK\r\nConnection: x , CLOSE\r\nContent-Length: 5\r\n\r\nhello" },
        { 200, 5, false, "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello" },
        { 200, 5, true, "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 5\r\n\r\nhello" },
        { 200, 25, true, Chunked + "5\r\nhello\r\n14;name=\"value\"\r\n" + "\r\n0\r\n\r\nHTTP/1.1 200 " + "\r\n0\r\n\r\n" },
        { 200, 3, true, Chunked + "0003 \r\nabc\r\n000\r\nX-Sum: 7\r\nX-More: 8\r\n\r\n" },
        { 200, 3, true, Chunked + "3\t;name\r\nabc\r\n0\r\n\r\n" },
        { 201, 0, true, "HTTP/1.1 201 Created\r\ntransfer-encoding:CHUNKED\r\n\r\n0\r\n\r\n" },
        { 204, 0, true, "HTTP/1.1 204 No Content\r\n\r\n" },
        { 204, 0, true, "HTTP/1.1 204 No Content\r\nContent-Length: 99\r\n\r\n" },
        { 304, 0, true, "HTTP/1.1 304 Not Modified\r\nContent-Length: 99\r\n\r\n" },
        { 200, 2, true, "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\nContent-Length: 3\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" },
        { 503, 5, true, "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 5\r\n\r\nsorry" },
        { 302, 0, true, "HTTP/1.1 302 Found\r\nLocation: http://10.0.0.1/\r\nContent-Length: 0\r\n\r\n" },
        { 101, 0, false, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n" },
        { 200, 5, true, "HTTP/1.1 200 \u00e4\u0001\u00ff\r\nX: \u00fc\t\u0007\r\nContent-Length: 5\r\n\r\nhello" },
        { 200, 5, true, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\n\u001f\u008b\u0008\0\0" },
    };

    // Each answer gets its finding without a further byte.
    public static TheoryData<string, string> BadAnswers => new()
    {
        { Findings.BadStatusLine, "garbage" },
        { Findings.BadStatusLine, "\u0015\u0003\u0001\0\u0002\u0002\u0050" },
        { Findings.BadStatusLine, "\0\0\u0012\u0004\0\0\0\0\0" },
        { Findings.BadStatusLine, "HTTP/2 200 OK\r\n\r\n" },
        { Findings.BadStatusLine, "HTTP/1.2 200 OK\r\n\r\n" },
        { Findings.BadStatusLine, "HTTP/1.1 2000 OK\r\n\r\n" },
        { Findings.BadStatusLine, "HTTP/1.1 20 OK\r\n\r\n" },
        { Findings.BadStatusLine, "HTTP/1.1 099 OK\r\n\r\n" },
        { Findings.BadStatusLine, "HTTP/1.1 600 OK\r\n\r\n" },
        { Findings.BadStatusLine, "HTTP/1.1 2x0 OK\r\n\r\n" },
        { Findings.BadStatusLine, "HTTP/1.1  200 OK\r\n\r\n" },
        { Findings.BadStatusLine, "\r\nHTTP/1.1 200 OK\r\n\r\n" },
        { Findings.BadHeader, "HTTP/1.1 200 OK\n\n" },
        { Findings.BadHeader, "HTTP/1.1 200 OK\r\nno colon\r\n\r\n" },
        { Findings.BadHeader, "HTTP/1.1 200 OK\r\n: no name\r\n\r\n" },
        { Findings.BadHeader, "HTTP/1.1 200 OK\r\nContent-Length : 5\r\n\r\nhello" },
        { Findings.BadHeader, "HTTP/1.1 200 OK\r\nX: a\r\n folded: line\r\n\r\n" },
        { Findings.BadHeader, "HTTP/1.1 200 OK\r\nX: a\rContent-Length: 5\r\n\r\n" },
        { Findings.BadHeader, "HTTP/1.1 200 OK\r\nX: a\nContent-Length: 5\r\n\r\n" },
        { Findings.BadHeader, Chunked + "0\r\nno colon\r\n\r\n" },
        { Findings.NulInHeader, "HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n" },
        { Findings.NulInHeader, "HTTP/1.1 200 O\0K\r\n\r\n" },
        { Findings.BadContentLength, "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n" },
        { Findings.BadContentLength, "HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\n" },
        { Findings.BadContentLength, "HTTP/1.1 200 OK\r\nContent-Length: 5, 5\r\n\r\n" },
        { Findings.BadContentLength, "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n" },
        { Findings.TwoContentLengths, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello" },
        { Findings.LengthAndChunked, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" },
        { Findings.UnknownTransferCoding, "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n" },
        { Findings.UnknownTransferCoding, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n" },
        { Findings.BodyTooLarge, "HTTP/1.1 200 OK\r\nContent-Length: 10001\r\n\r\n" },
        { Findings.BodyTooLarge, "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n" },
        { Findings.BodyTooLarge, "HTTP/1.1 200 OK\r\n\r\n" + new string('x', BodyLimit + 1) },
        { Findings.BodyTooLarge, Chunked + "2711\r\n" },
        { Findings.BodyTooLarge, Chunked + "1\r\nx\r\n2710\r\n" },
        { Findings.BodyTooLarge, Chunked + "fffffffffffffff\r\n" },
        { Findings.BadChunk, Chunked + "ffffffffffffffff\r\n" },
        { Findings.BadChunk, Chunked + "\r\n" },
        { Findings.BadChunk, Chunked + "-1\r\n" },
        { Findings.BadChunk, Chunked + "5x\r\nhello\r\n" },
        { Findings.BadChunk, Chunked + "0x5\r\nhello\r\n" },
        { Findings.BadChunk, Chunked + "5\nhello\r\n" },
        { Findings.BadChunk, Chunked + "5\r\nhello!\r\n" },
        { Findings.BadChunk, Chunked + "5;" + new string('x', 2000) },
        { Findings.HeaderTooLarge, "HTTP/1.1 200 OK\r\nX: " + new string('x', HeaderLimit) },
        { Findings.HeaderTooLarge, "HTTP/1.1 200 OK\r\n" + Repeat("X: y\r\n", HeaderLimit / 6) },
        { Findings.HeaderTooLarge, Repeat("HTTP/1.1 100 Continue\r\n\r\n", HeaderLimit / 20) },
        { Findings.HeaderTooLarge, Chunked + "0\r\n" + Repeat("X: y\r\n", HeaderLimit / 6) },
        { Findings.SurplusBytes, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello!" },
        { Findings.SurplusBytes, "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello" },
        { Findings.SurplusBytes, Chunked + "0\r\n\r\n\r\n" },
    };

    public static IEnumerable<string> All => GoodAnswers.Select(row => row.Data.Item4).Concat(BadAnswers.Select(row => row.Data.Item2));

    /// <summary>Reads the parts one after the other, as a user does: what was not taken comes again. Nothing is read
    /// after the end.</summary>
    public static ResponseReader Read(params ReadOnlySpan<byte[]> parts)
    {
        ResponseReader reader = new(HeaderLimit, BodyLimit);
        byte[] left = [];
        reader.Start(ExpectedStatuses.Success);
        foreach (byte[] part in parts)
        {
            if (reader.Done)
                break;
            byte[] received = [.. left, .. part];
            left = received[reader.Read(received)..];
        }

        return reader;
    }

    public static byte[] Bytes(string text) => Encoding.Latin1.GetBytes(text);

    private static string Repeat(string text, int times) => string.Concat(Enumerable.Repeat(text, times));
}
