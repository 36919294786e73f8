using System.Diagnostics;

namespace Syncopate.Bench;

/// <summary>Users that each send one request after the other by the client of .NET.</summary>
internal sealed class HttpClientLoop : IDisposable
{
    private readonly Uri _address;
    private readonly int _users;
    private readonly HttpMessageInvoker _client;

    public HttpClientLoop(Uri address, int users)
    {
        _address = address;
        _users = users;
        _client = new HttpMessageInvoker(new SocketsHttpHandler { UseProxy = false, AllowAutoRedirect = false, UseCookies = false, MaxConnectionsPerServer = users });
    }

    public async Task<(long Requests, double InFlightShare)> RunAsync(TimeSpan duration)
    {
        long end = Stopwatch.GetTimestamp() + (long)(duration.TotalSeconds * Stopwatch.Frequency);
        long[] requests = await Task.WhenAll(Enumerable.Range(0, _users).Select(_ => SendUntilAsync(end)));
        return (requests.Sum(), 0);
    }

    public void Dispose() => _client.Dispose();

    private async Task<long> SendUntilAsync(long end)
    {
        await Task.Yield();
        byte[] buffer = new byte[4096];
        long requests = 0;
        while (Stopwatch.GetTimestamp() < end)
        {
            using HttpRequestMessage request = new(HttpMethod.Get, _address);
            using HttpResponseMessage response = await _client.SendAsync(request, CancellationToken.None);
            await using Stream body = await response.Content.ReadAsStreamAsync();
            while (await body.ReadAsync(buffer) > 0)
            {
            }

            requests++;
        }

        return requests;
    }
}
