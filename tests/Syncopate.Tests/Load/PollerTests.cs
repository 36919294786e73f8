using System.Net;
using System.Net.Sockets;
using System.Runtime.Versioning;
using Syncopate.Load.Http1;
using Xunit;

namespace Syncopate.Tests.Load;

[SupportedOSPlatform("linux")]
[Trait("Judges", "behaviour")]
public sealed class PollerTests
{
    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_wait_without_end_ends_when_woken()
    {
        using Poller poller = new();
        Task<(int, long)> waiting = Task.Factory.StartNew(
            () => (poller.Wait(-1), poller.TokenAt(0)), TestContext.Current.CancellationToken,
            TaskCreationOptions.LongRunning, TaskScheduler.Default);

        poller.Wake();

        Assert.Equal((1, Poller.Wakened), await waiting);
    }

    [Fact]
    public void Each_waking_is_told_of_once()
    {
        using Poller poller = new();

        poller.Wake();
        poller.Wake();

        Assert.Equal([1, 0], [poller.Wait(0), poller.Wait(0)]);
        poller.Wake();
        Assert.Equal(1, poller.Wait(-1));
    }

    [Fact]
    public void A_connection_is_told_of_by_its_token_when_something_new_comes()
    {
        const long Token = 7L << 32 | 3;
        using Poller poller = new();
        using Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        using Socket client = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        client.Connect(listener.LocalEndPoint!);
        using Socket server = listener.Accept();

        poller.Register((int)client.SafeHandle.DangerousGetHandle(), Token);
        Assert.Equal(1, poller.Wait(0));
        Assert.Equal((Token, Poller.Writable), (poller.TokenAt(0), poller.FlagsAt(0)));
        Assert.Equal(0, poller.Wait(0));

        server.Send([1]);
        Assert.Equal(1, poller.Wait(-1));
        Assert.Equal(Poller.Readable, poller.FlagsAt(0) & (Poller.Readable | Poller.Ending));
        Assert.Equal(0, poller.Wait(0)); // Not read, but nothing new.

        poller.Again((int)client.SafeHandle.DangerousGetHandle(), Token);
        Assert.Equal(1, poller.Wait(0));

        server.Dispose();
        Assert.Equal(1, poller.Wait(-1));
        Assert.NotEqual(0u, poller.FlagsAt(0) & Poller.Ending);
    }

    [Fact]
    public void What_cannot_be_waited_for_is_refused_with_the_systems_reason()
    {
        using Poller poller = new();

        IOException refused = Assert.Throws<IOException>(() => poller.Register(-1, 0));

        Assert.StartsWith("epoll_ctl failed: ", refused.Message, StringComparison.Ordinal);
        Assert.EndsWith("(error 9).", refused.Message, StringComparison.Ordinal); // EBADF.
    }

    /// <summary>As on a kernel before 5.11, or in a sandbox that forbids what is newer.</summary>
    [Fact(Timeout = Hanging.Milliseconds)]
    public async Task A_poller_of_milliseconds_waits_for_the_same_events()
    {
        using Poller poller = new(isCoarse: true);
        Task<(int, long)> waiting = Task.Factory.StartNew(
            () => (poller.Wait(-1), poller.TokenAt(0)), TestContext.Current.CancellationToken,
            TaskCreationOptions.LongRunning, TaskScheduler.Default);

        poller.Wake();

        Assert.Equal((1, Poller.Wakened), await waiting);
        Assert.Equal(0, poller.Wait(0));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_wait_is_not_shorter_than_asked(bool isCoarse)
    {
        using Poller poller = new(isCoarse);
        long began = TimeProvider.System.GetTimestamp();

        Assert.Equal(0, poller.Wait(2_500_000));

        Assert.True(TimeProvider.System.GetElapsedTime(began) >= TimeSpan.FromMilliseconds(2.5));
    }
}
