using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using Syncopate.Load;
using Syncopate.Load.Client;
using Syncopate.Load.Engines;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>What only the portable engine does, and how it names what the fast one names by its own reader.</summary>
[Trait("Judges", "behaviour")]
public sealed class HttpClientEngineTests
{
    private const string Chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task Every_user_sends_exactly_its_loops()
    {
        await using ScriptedServer server = ScriptedServer.Answering(ScriptedServer.Good);
        using HttpClientEngine engine = new(server.Target);

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(7, 13)) { MaximumTraces = 5 }, Token);

        Assert.Equal((91, 455, 0), (result.Count, result.BodyBytes, result.Errors.Count));
        Assert.Equal(5, result.Traces.Count);
        // The client of .NET opens a connection for whoever waits, who may be served by another one first.
        Assert.InRange(server.Accepted, 1, 14);
        Assert.Equal(new LoadProgress(91, 0), engine.Progress);
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData(Findings.InvalidAnswer, "garbage\r\n\r\n")]
    [InlineData(Findings.InvalidAnswer, Chunked + "-5\r\nhello\r\n")]
    [InlineData(Findings.CutShort, "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello")]
    [InlineData(Findings.CutShort, "")]
    [InlineData("status 302", "HTTP/1.1 302 Found\r\nLocation: http://10.0.0.1/\r\nContent-Length: 0\r\n\r\n")]
    [InlineData("status 503", "HTTP/1.1 503 X\r\nContent-Length: 0\r\n\r\n")]
    public async Task A_bad_answer_is_named(string finding, string answer)
    {
        await using ScriptedServer server = new(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync(answer);
        });
        using HttpClientEngine engine = new(server.Target);

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 1)), Token);

        Assert.Equal([new KeyValuePair<string, long>(finding, 1)], result.Errors);
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData(Findings.HeaderTooLarge, "HTTP/1.1 200 OK\r\n", "X-Header: value\r\n")]
    [InlineData(Findings.BodyTooLarge, "HTTP/1.1 200 OK\r\n\r\n", "body without end")]
    [InlineData(Findings.BodyTooLarge, Chunked, "8\r\neight by\r\n")]
    public async Task An_answer_without_end_is_cut_by_a_limit(string finding, string start, string repeated)
    {
        string block = string.Concat(Enumerable.Repeat(repeated, 1000));
        await using ScriptedServer server = new(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync(start);
            while (true)
                await connection.SendAsync(block);
        });
        using HttpClientEngine engine = new(server.Target, new LoadOptions { BodyLimitBytes = 1_000_000 });

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 1)), Token);

        Assert.Equal([new KeyValuePair<string, long>(finding, 1)], result.Errors);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_server_that_never_answers_times_out_and_is_dead()
    {
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
            }
        });
        using HttpClientEngine engine = new(server.Target, new LoadOptions { TotalTimeout = TimeSpan.FromMilliseconds(200) });

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersForTime(3, TimeSpan.FromHours(1))), Token);

        Assert.Equal(Findings.TimedOut, result.Failure?.Finding);
        Assert.Equal([Findings.TimedOut], result.Errors.Keys);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_target_that_is_not_there_is_named()
    {
        ScriptedServer server = new(_ => Task.CompletedTask);
        await server.DisposeAsync();
        using HttpClientEngine engine = new(server.Target);

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersForTime(3, TimeSpan.FromHours(1))), Token);

        Assert.Equal(Findings.ConnectionRefused, result.Failure?.Finding);
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task Cancelling_gives_up_what_is_in_flight_and_counts_no_error()
    {
        using SemaphoreSlim asked = new(0);
        await using ScriptedServer server = new(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
                asked.Release();
        });
        using HttpClientEngine engine = new(server.Target);
        using CancellationTokenSource cancel = new();

        Task<LoadResult> running = engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(5, 3)), cancel.Token);
        for (int i = 0; i < 5; i++)
            await asked.WaitAsync(Token);
        await cancel.CancelAsync();
        LoadResult result = await running;

        Assert.True(result.Cancelled);
        Assert.Equal((0, 0), (result.Count, result.Errors.Count));
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_path_that_looks_like_a_host_stays_a_path()
    {
        string? head = null;
        await using ScriptedServer server = new(async connection =>
        {
            head = await connection.ReadRequestAsync();
            await connection.SendAsync(ScriptedServer.Good);
        });
        using HttpClientEngine engine = new(server.Target);

        await engine.RunAsync(new LoadRequest("//10.0.0.1/../a", new UsersTimesLoops(1, 1)), Token);

        Assert.StartsWith($"GET //10.0.0.1/../a HTTP/1.1\r\nHost: {server.Target.EndPoint}", head, StringComparison.Ordinal);
    }

    [Theory(Timeout = Hanging.Milliseconds)]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_certificate_of_its_own_is_trusted_only_when_asked(bool trusts)
    {
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        Task serving = ServeTlsAsync(listener);
        HttpTarget target = new(new Uri($"https://127.0.0.1:{((IPEndPoint)listener.LocalEndpoint).Port}"));
        using HttpClientEngine engine = new(target, new LoadOptions { TrustsAnyCertificate = trusts });

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 1)), Token);

        Assert.Equal(trusts ? 1 : 0, result.Count);
        Assert.Equal(trusts ? [] : [Findings.TlsFailed], result.Errors.Keys);
        await serving;
    }

    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_server_without_tls_is_no_tls_server()
    {
        await using ScriptedServer server = new(connection => connection.SendAsync("HTTP/1.1 400 No TLS here\r\n\r\n"));
        using HttpClientEngine engine = new(new HttpTarget(new Uri($"https://{server.Target.EndPoint}")));

        LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersTimesLoops(1, 1)), Token);

        Assert.Equal([Findings.TlsFailed], result.Errors.Keys);
    }

    [Fact]
    public void Tls_and_other_versions_are_driven_by_the_portable_engine()
    {
        HttpTarget secure = new(new Uri("https://127.0.0.1:1"));
        HttpTarget plain = new(new Uri("http://127.0.0.1:1"));
        LoadOptions version2 = new() { HttpVersion = HttpVersion.Version20 };

        using ILoadEngine forTls = LoadEngine.Open(secure);
        using ILoadEngine forVersion2 = LoadEngine.Open(plain, version2);
        using ILoadEngine forPlain = LoadEngine.Open(plain);

        Assert.Equal(("HttpClient", "HttpClient"), (forTls.Name, forVersion2.Name));
        Assert.Equal(OperatingSystem.IsLinux() ? "event loop" : "HttpClient", forPlain.Name);
        Assert.Throws<ArgumentOutOfRangeException>(() => new LoadOptions { HttpVersion = HttpVersion.Version10 });
    }

    private static async Task ServeTlsAsync(TcpListener listener)
    {
        using RSA key = RSA.Create(2048);
        CertificateRequest request = new("CN=127.0.0.1", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        using X509Certificate2 certificate = request.CreateSelfSigned(DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch.AddYears(200));
        using Socket socket = await listener.AcceptSocketAsync(Token);
        await using SslStream tls = new(new NetworkStream(socket));
        try
        {
            await tls.AuthenticateAsServerAsync(certificate);
            _ = await tls.ReadAsync(new byte[4096], Token);
            await tls.WriteAsync(Encoding.ASCII.GetBytes(ScriptedServer.Good), Token);
        }
        catch (Exception e) when (e is IOException or System.Security.Authentication.AuthenticationException)
        {
            // The client does not trust the certificate.
        }
    }
}
