using System.Globalization;
using Syncopate.Load;
using Syncopate.Load.Http1;
using Xunit;
using static Syncopate.Tests.Load.ResponseExamples;

namespace Syncopate.Tests.Load;

/// <summary>Examples, changed at random from a fixed seed: nothing a server sends may break the reader or make it
/// disagree with itself.</summary>
public sealed class ResponseMutationTests
{
    private const int Seed = 20260101;

    private static readonly byte[][] Corpus = [.. All.Where(answer => answer.Length < 2 * HeaderLimit).Select(Bytes)];

    private static readonly byte[][] Tokens =
    [
        .. new[]
        {
            "\r\n", "\n", "\r", "\0", ":", ";", " ", "0", "ffffffffffffffff", "-1", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
            "Content-Length: 5\r\n", "Content-Length: 7\r\n", "Transfer-Encoding: chunked\r\n", "Connection: close\r\n",
            "Server-Timing: a;dur=1;desc=\"2\"\r\n", "0\r\n\r\n", "5\r\nhello\r\n",
        }.Select(Bytes),
    ];

    /// <summary>100,000, or as many as SYNCOPATE_ANSWERS says.</summary>
    private static int Inputs =>
        int.Parse(Environment.GetEnvironmentVariable("SYNCOPATE_ANSWERS") ?? "100000", CultureInfo.InvariantCulture);

    [Fact]
    public void Changed_answers_break_nothing_and_reach_everything_the_reader_can_say()
    {
        Random random = new(Seed);
        Dictionary<string, int> reached = [];
        for (int i = 0; i < Inputs; i++)
        {
            byte[] answer = Mutate(random);
            int cut = random.Next(answer.Length + 1);
            ResponseReader whole = Read(answer);
            ResponseReader parts = Read(answer[..cut], answer[cut..]);

            Reach(reached, Outcome(whole));
            AssertConsistent(whole, i);
            Assert.True(Same(whole, parts), $"Seed {Seed}, input {i}, cut {cut}: {whole.Finding} or {parts.Finding}");
            if (!whole.Done)
            {
                whole.End();
                Assert.True(whole.Done, $"Seed {Seed}, input {i}: not done at the end");
                AssertConsistent(whole, i);
                Reach(reached, Outcome(whole));
            }
        }

        // What is not reached is not tested: a mutator that only ever breaks the status line would pass everything above.
        TestContext.Current.TestOutputHelper?.WriteLine(
            string.Join('\n', reached.OrderBy(o => o.Value).Select(o => $"{o.Value,9:N0}  {o.Key}")));
        Assert.Empty(Reachable.Except(reached.Keys));
        Assert.All(Reachable, outcome => Assert.True(reached[outcome] >= 10, $"{outcome}: {reached[outcome]} of {Inputs}"));
    }

    [Fact]
    public void An_answer_that_changes_is_read_like_one_that_was_never_learned()
    {
        Random random = new(Seed);
        LearnedAnswer learned = new();
        for (int i = 0; i < Inputs / 10; i++)
        {
            byte[] answer = random.Next(4) == 0 ? Corpus[random.Next(20)] : Mutate(random);
            ResponseReader reader = Read(answer);
            bool good = reader.Done && reader.Finding is null && reader.KeepsConnection;

            if (learned.Is(answer))
                Assert.True(good && reader.BodyBytes == learned.BodyBytes, $"Seed {Seed}, input {i}");
            else if (good)
                learned.Learn(answer, reader.BodyBytes);
        }
    }

    [Fact]
    public async Task What_is_accepted_is_what_the_http_client_of_dotnet_reads()
    {
        // Expected values: SocketsHttpHandler of the runtime this test runs on. It accepts more; it must accept at least this.
        Random random = new(Seed);
        int accepted = 0;
        for (int i = 0; accepted < 1_000; i++)
        {
            byte[] answer = i < Corpus.Length ? Corpus[i] : Mutate(random);
            ResponseReader reader = Read(answer);
            if (!reader.Done)
                reader.End();
            if (reader.Broken || reader.Status == 101)
                continue;

            accepted++;
            (int status, int bodyBytes) = await ReadWithHttpClientAsync(answer);
            Assert.True(
                (status, bodyBytes) == (reader.Status, reader.BodyBytes),
                $"Seed {Seed}, input {i}: {status} with {bodyBytes} bytes, or {reader.Status} with {reader.BodyBytes}");
        }
    }

    private static IEnumerable<string> Reachable =>
    [
        Findings.BadStatusLine, Findings.BadHeader, Findings.NulInHeader, Findings.HeaderTooLarge,
        Findings.BadContentLength, Findings.TwoContentLengths,
        Findings.LengthAndChunked, Findings.UnknownTransferCoding, Findings.BadChunk, Findings.BodyTooLarge,
        Findings.SurplusBytes, Findings.CutShort,
        "good, kept", "good, closed", "status 101", "status 302", "status 304", "status 503",
    ];

    private static string Outcome(ResponseReader reader) =>
        reader.Finding ?? (!reader.Done ? "unfinished" : reader.KeepsConnection ? "good, kept" : "good, closed");

    private static void Reach(Dictionary<string, int> reached, string outcome) => reached[outcome] = reached.GetValueOrDefault(outcome) + 1;

    private static async Task<(int Status, int BodyBytes)> ReadWithHttpClientAsync(byte[] answer)
    {
        using SocketsHttpHandler handler = new()
        {
            AllowAutoRedirect = false,
            UseProxy = false,
            ConnectCallback = (_, _) => ValueTask.FromResult<Stream>(new CannedStream(answer)),
        };
        using HttpMessageInvoker client = new(handler);
        using HttpRequestMessage request = new(HttpMethod.Get, "http://127.0.0.1/");
        using HttpResponseMessage response = await client.SendAsync(request, TestContext.Current.CancellationToken);
        using MemoryStream body = new();
        await response.Content.CopyToAsync(body, TestContext.Current.CancellationToken);
        return ((int)response.StatusCode, (int)body.Length);
    }

    private static void AssertConsistent(ResponseReader reader, int input)
    {
        bool good = reader.Done && reader.Status is >= 200 and < 300 && !reader.Broken;
        Assert.True(
            good == (reader.Done && reader.Finding is null),
            $"Seed {Seed}, input {input}: {reader.Status} is {reader.Finding ?? "no finding"}");
        Assert.True(
            !reader.Broken || (reader.Finding is not null && !reader.KeepsConnection), $"Seed {Seed}, input {input}: broken, but kept");
        Assert.True(
            reader.BodyBytes <= BodyLimit || reader.Finding == Findings.BodyTooLarge,
            $"Seed {Seed}, input {input}: {reader.BodyBytes} bytes");
    }

    // A cut at the very end of an answer hides the surplus behind it.
    private static bool Same(ResponseReader whole, ResponseReader parts) =>
        (whole.Finding == Findings.SurplusBytes && parts.Done && !parts.Broken)
        || (whole.Done, whole.Finding, whole.Status, whole.KeepsConnection) == (
            parts.Done, parts.Finding, parts.Status, parts.KeepsConnection)
        && (whole.BodyBytes == parts.BodyBytes || whole.Broken);

    private static byte[] Mutate(Random random)
    {
        byte[] answer = Corpus[random.Next(Corpus.Length)];
        for (int changes = random.Next(1, 4); changes > 0; changes--)
        {
            int at = random.Next(answer.Length + 1);
            byte[] donor = Corpus[random.Next(Corpus.Length)];
            int end = Math.Min(answer.Length, at + random.Next(1, 20));
            answer = random.Next(5) switch
            {
                0 => [.. answer[..at], (byte)random.Next(256), .. answer[Math.Min(answer.Length, at + 1)..]],
                1 => [.. answer[..at], .. answer[end..]],
                2 => [.. answer[..end], .. answer[at..]],
                3 => [.. answer[..at], .. Tokens[random.Next(Tokens.Length)], .. answer[at..]],
                _ => [.. answer[..at], .. donor[random.Next(donor.Length)..]],
            };
        }

        return answer;
    }

    /// <summary>Swallows the request and gives the answer, then ends.</summary>
    private sealed class CannedStream(byte[] answer) : MemoryStream(answer, writable: false)
    {
        public override bool CanWrite => true;

        public override ValueTask WriteAsync(
            ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) => ValueTask.CompletedTask;

        public override Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
