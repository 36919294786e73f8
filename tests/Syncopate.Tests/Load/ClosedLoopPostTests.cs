using Syncopate.Load;
using Xunit;

namespace Syncopate.Tests.Load;

public sealed class ClosedLoopPostTests
{
    [Fact]
    public async Task A_post_carries_the_header_and_an_empty_body()
    {
        string? request = null;
        await using ScriptedServer server = new(async connection =>
        {
            request = await connection.ReadRequestAsync();
            await connection.SendAsync(ScriptedServer.Good);
        });
        using ClosedLoop loop = new(server.Target);

        LoadResult result = await loop.RunAsync(
            new LoadRequest("/work", new UsersTimesLoops(1, 1)) { Method = "POST", Header = ("X-Run-Key", "s3cret") }, TestContext.Current.CancellationToken);

        Assert.Equal(1, result.Count);
        Assert.StartsWith("POST /work HTTP/1.1\r\n", request, StringComparison.Ordinal);
        Assert.Contains("\r\nX-Run-Key: s3cret\r\n", request, StringComparison.Ordinal);
        Assert.Contains("\r\nContent-Length: 0", request, StringComparison.Ordinal);
    }
}
