using Syncopate.Watch.Blocking;
using Xunit;

namespace Syncopate.Watch.Tests.Blocking;

public sealed class BlockedStackTests
{
    private static readonly Frame Wait = Of("System.Threading.Tasks.Task", "InternalWait");
    private static readonly Frame Generated = Of("dynamicClass", "lambda_method3");
    private static readonly Frame Middleware = Of("Shop.Timing", "Use", FrameOrigin.Own);
    private static readonly Frame Requests = Of("Microsoft.AspNetCore.Server.Kestrel.Core.Internal.Http.HttpProtocol+<ProcessRequests>d__238`1[System.__Canon]", "MoveNext");

    private static readonly Frame[] Pool =
    [
        Of("System.Threading.ThreadPoolWorkQueue", "Dispatch"),
        Of("System.Threading.PortableThreadPool+WorkerThread", "WorkerThreadStart"),
    ];

    [Fact]
    public void The_innermost_own_frame_is_the_place_and_what_it_calls_the_kind()
    {
        BlockedStack stack = new([Of("System.Threading.Monitor", "Wait"), Wait, Of("Shop.Orders", "Pay", FrameOrigin.Own), Middleware, .. Pool]);

        Assert.True(stack.IsWorking);
        Assert.Equal(BlockingKind.TaskWait, stack.Kind);
        Assert.Equal("Task.Wait", stack.Call);
        Assert.Equal("Orders.Pay", stack.User?.Name);
        Assert.True(stack.IsSyncOverAsync);
    }

    [Fact]
    public void A_package_is_not_the_place_when_own_code_called_it()
    {
        BlockedStack stack = new([Wait, Of("Redis.Client", "Get", FrameOrigin.Package), Of("Shop.Orders", "Pay", FrameOrigin.Own), .. Pool]);

        Assert.Equal("Orders.Pay", stack.User?.Name);
        Assert.Equal("Client.Get", stack.Call);
    }

    [Fact]
    public void A_driver_is_never_the_place_and_makes_its_wait_one_for_data()
    {
        BlockedStack stack = new([Of("System.Net.Sockets.Socket", "Receive"), Of("Shop.OwnCommand", "ExecuteScalar", FrameOrigin.Driver), Of("Shop.Orders", "Pay", FrameOrigin.Own), .. Pool]);

        Assert.Equal(BlockingKind.Data, stack.Kind);
        Assert.Equal("Orders.Pay", stack.User?.Name);
        Assert.Equal("OwnCommand.ExecuteScalar", stack.Call);
    }

    [Fact]
    public void Middleware_is_not_the_place_of_an_action_that_was_compiled_into_its_caller()
    {
        BlockedStack compiled = new([Wait, Generated, Middleware, Requests, .. Pool]);

        Assert.Null(compiled.User);
        Assert.Equal(("Task.Wait", "code generated at run time, called by Timing.Use"), (compiled.Call, compiled.Nearest));
        Assert.Equal("Timing.Use", new BlockedStack([Wait, Middleware, Requests, .. Pool]).User?.Name);
    }

    [Fact]
    public void Generated_code_that_nobody_called_is_said_to_be_that() =>
        Assert.Equal("code generated at run time", new BlockedStack([Wait, Generated, Generated, .. Pool]).Nearest);

    [Fact]
    public void A_thread_without_work_is_of_the_pool_and_does_not_work()
    {
        BlockedStack stack = new([Of("System.Threading.LowLevelLifoSemaphore", "WaitNative"), Pool[1]]);

        Assert.True(stack.IsPool);
        Assert.False(stack.IsWorking);
    }

    [Theory]
    [InlineData("System.Net.Sockets.Socket", "Receive", BlockingKind.Socket)]
    [InlineData("System.Net.Http.HttpClient", "Send", BlockingKind.Http)]
    [InlineData("System.IO.RandomAccess", "ReadAtOffset", BlockingKind.File)]
    [InlineData("System.Threading.SemaphoreSlim", "Wait", BlockingKind.Signal)]
    [InlineData("System.Threading.Lock", "TryEnterSlow", BlockingKind.Lock)]
    [InlineData("System.Net.Sockets.SocketAsyncContext", "ReceiveAsync", null)]
    [InlineData("System.Threading.SemaphoreSlim", "WaitAsync", null)]
    [InlineData("System.IO.MemoryStream", "Read", null)]
    [InlineData("System.IO.Compression.DeflateStream", "Inflate", null)]
    public void Only_calls_that_block_are_kinds_of_blocking(string type, string method, BlockingKind? kind) =>
        Assert.Equal(kind, new BlockedStack([Of(type, method), .. Pool]).Kind);

    private static Frame Of(string type, string method, FrameOrigin origin = FrameOrigin.Framework) => new(type, method, origin, null, null);
}
