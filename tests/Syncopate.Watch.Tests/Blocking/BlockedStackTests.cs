using Syncopate.Watch.Blocking;
using Syncopate.Watch.Processes;
using Syncopate.Watch.Stacks;
using Xunit;

namespace Syncopate.Watch.Tests.Blocking;

[Trait("Judges", "behaviour")]
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

    /// <summary>A callback that was compiled into its caller was told as "ExecutionContext.RunInternal", which runs everything.</summary>
    [Theory]
    [InlineData("a callback of a timer", "System.Threading.TimerQueueTimer")]
    [InlineData("a work item of the pool", "System.Threading.QueueUserWorkItemCallbackDefaultContext")]
    [InlineData("ExecutionContext.RunInternal", "Shop.Proxy")]
    public void What_runs_every_callback_is_no_place(string place, string runs) => Assert.Equal(
        place,
        new BlockedStack([
            Of("System.Threading.Thread", "Sleep"), Of("System.Threading.ExecutionContext", "RunInternal"), Of(runs, "Fire"), .. Pool])
            .Nearest);

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

    // Parallel.For(0, 8, _ => Thread.Sleep(20)): the body left its frame to the sleep.
    [Fact]
    public void A_body_of_a_parallel_loop_that_left_its_frame_waits_in_what_it_called()
    {
        BlockedStack stack = new([
            Of("System.Threading.Thread", "Sleep"), Of("System.Threading.Tasks.Parallel", "ForWorker"),
            Of("Shop.Orders", "Pay", FrameOrigin.Own), .. Pool]);

        Assert.Equal((BlockingKind.Sleep, "Thread.Sleep", "Orders.Pay"), (stack.Kind, stack.Call, stack.User?.Name));
    }

    // Of a method that has two permits, two threads of the pool slept in what it calls, and none was seen to wait: "at most 10 times as
    // much with 30 threads", which changed nothing.
    [Fact]
    public void What_a_caller_entered_before_guards_what_it_calls()
    {
        Frame hold = Of("Shop.Orders", "Hold", FrameOrigin.Own);
        Frame permits = Of("Shop.Orders", "Permits", FrameOrigin.Own) with { Guard = "SemaphoreSlim.Wait" };

        Assert.Equal("SemaphoreSlim.Wait", new BlockedStack([Of("System.Threading.Thread", "Sleep"), hold, permits, .. Pool]).Guard);
        Assert.Null(new BlockedStack([Of("System.Threading.Thread", "Sleep"), hold, .. Pool]).Guard);
    }

    // It may ask for what needs a thread of the pool itself.
    [Fact]
    public void A_sleep_in_a_loop_polls()
    {
        Frame sleep = Of("System.Threading.Thread", "Sleep");
        Frame pay = Of("Shop.Orders", "Pay", FrameOrigin.Own);

        Assert.True(new BlockedStack([sleep, pay with { IsInLoop = true }, .. Pool]).IsPolling);
        Assert.True(new BlockedStack([sleep, Of("System.Threading.SpinWait", "SpinUntil"), pay, .. Pool]).IsPolling);
        Assert.False(new BlockedStack([sleep, pay, .. Pool]).IsPolling);
        Assert.False(new BlockedStack([Wait, pay with { IsInLoop = true }, .. Pool]).IsPolling);
    }

    [Fact]
    public void A_package_is_not_the_place_when_own_code_called_it()
    {
        BlockedStack stack = new([Wait, Of("Redis.Client", "Get", FrameOrigin.Package), Of("Shop.Orders", "Pay", FrameOrigin.Own), .. Pool]);

        Assert.Equal("Orders.Pay", stack.User?.Name);
        Assert.Equal("Client.Get", stack.Call);
    }

    // A semaphore as a signal: who was given it works on, and has nothing.
    [Fact]
    public void What_gives_back_is_the_method_that_waits()
    {
        Frame wait = Of("System.Threading.SemaphoreSlim", "Wait");
        Frame pay = Of("Shop.Orders", "Pay", FrameOrigin.Own);

        Assert.True(new BlockedStack([wait, pay with { GivesBack = true }, Middleware, .. Pool]).GivesBack);
        Assert.False(new BlockedStack([wait, pay, Middleware with { GivesBack = true }, .. Pool]).GivesBack);
        Assert.True(new BlockedStack([wait, pay, Middleware with { EntersAsync = true }, .. Pool]).EntersAsync);
        Assert.False(new BlockedStack([wait with { EntersAsync = true }, pay, .. Pool]).EntersAsync);
    }

    // HttpClient.Send, whose handler lets in few at a time: "with 50 threads up to 250 per second", and it let in four.
    [Fact]
    public void What_a_package_waits_in_that_the_framework_calls_is_the_kind()
    {
        Frame send = Of("System.Net.Http.HttpClient", "Send");
        Frame handler = Of("Bulkhead.LimitHandler", "Send", FrameOrigin.Package);
        Frame pay = Of("Shop.Orders", "Pay", FrameOrigin.Own);

        BlockedStack limited = new([Of("System.Threading.SemaphoreSlim", "Wait"), handler, send, pay, .. Pool]);
        BlockedStack passed = new([Of("System.Net.Http.HttpMessageInvoker", "Send"), handler, send, pay, .. Pool]);

        Assert.Equal((BlockingKind.Signal, "LimitHandler.Send"), (limited.Kind, limited.Call));
        Assert.Equal(BlockingKind.Http, passed.Kind);
    }

    // SqlConnection.Open, while those that have the connections await: their continuations need a thread of the pool.
    [Fact]
    public void A_driver_that_waits_for_a_signal_waits_for_others_of_its_process_and_not_for_bytes()
    {
        Frame open = Of("Shop.OwnConnection", "Open", FrameOrigin.Driver);
        Frame pay = Of("Shop.Orders", "Pay", FrameOrigin.Own);
        Frame signal = Of("System.Threading.WaitHandle", "WaitMultiple");

        Assert.True(new BlockedStack([signal, open, pay, .. Pool]).WaitsWithin);
        Assert.False(new BlockedStack([
            Of("System.Threading.ManualResetEventSlim", "Wait"), Of("System.Net.Sockets.Socket", "Receive"), open, pay, .. Pool])
            .WaitsWithin);
        Assert.False(new BlockedStack([signal, pay, .. Pool]).WaitsWithin);
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

    // "Thread.Sleep called by Thread.Sleep" was reported of a lambda that was compiled into the pool's own code.
    [Fact]
    public void A_call_is_not_its_own_caller() => Assert.Equal("a work item of the pool", new BlockedStack([Of("System.Threading.Thread", "Sleep"), .. Pool]).Nearest);

    // The first requests of a server wait for its routes, and go on without the server's own frames below them.
    [Fact]
    public void A_mapped_handler_is_known_as_one_also_after_an_await_and_an_action_of_a_controller_is_not()
    {
        Frame resumed = Of("Microsoft.AspNetCore.Routing.EndpointRoutingMiddleware+<<Invoke>g__AwaitMatcher|10_0>d", "MoveNext");
        Frame action = Of("Microsoft.AspNetCore.Mvc.Infrastructure.ActionMethodExecutor+SyncActionResultExecutor", "Execute");

        Assert.True(new BlockedStack([Wait, Generated, resumed, .. Pool]).IsOfEndpoint);
        Assert.False(new BlockedStack([Wait, Generated, action, resumed, .. Pool]).IsOfEndpoint);
        Assert.False(new BlockedStack([Wait, Generated, .. Pool]).IsOfEndpoint);
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

    // On a real application the lock of the console logger was reported as the middleware's "await next(context)".
    [Fact]
    public void The_method_of_the_framework_that_takes_the_lock_is_told_where_the_own_code_is_far_away()
    {
        Frame enter = Of("System.Threading.Monitor", "Enter");
        Frame next = Of("Microsoft.AspNetCore.Diagnostics.ExceptionHandlerMiddlewareImpl", "Invoke");
        BlockedStack logger = new([enter, Of("Microsoft.Extensions.Logging.Console.ConsoleLoggerProcessor", "Enqueue"), next, Middleware, Requests, .. Pool]);
        BlockedStack texts = new([enter, Of("System.Resources.RuntimeResourceSet", "GetObject"), next, Middleware, Requests, .. Pool]);

        Assert.Equal(("Monitor.Enter", "ConsoleLoggerProcessor.Enqueue", "Timing.Use"), (logger.Call, logger.Via, logger.User?.Name));
        Assert.Equal("RuntimeResourceSet.GetObject", texts.Via);
    }

    [Fact]
    public void Nothing_stands_between_a_place_and_the_call_that_it_makes_itself()
    {
        Assert.Null(new BlockedStack([Wait, Of("Shop.Orders", "Pay", FrameOrigin.Own), Middleware, .. Pool]).Via);
        Assert.Null(new BlockedStack([Wait, Of("Redis.Client", "Get", FrameOrigin.Package), Of("Shop.Orders", "Pay", FrameOrigin.Own), .. Pool]).Via);
        Assert.Null(new BlockedStack([Wait, Generated, Requests, .. Pool]).Via);
    }

    [Theory]
    [InlineData("System.Threading.Tasks.Parallel", "ForWorker", "Parallel.For")]
    [InlineData("System.Threading.Tasks.Parallel", "ForEachWorker", "Parallel.ForEach")]
    [InlineData("System.Threading.Tasks.Parallel", "Invoke", "Parallel.Invoke")]
    public void The_end_of_a_parallel_loop_is_no_sync_over_async(string type, string method, string call)
    {
        BlockedStack stack = new([Wait, Of("System.Threading.Tasks.TaskReplicator", "Run"), Of(type, method), Of("Shop.Orders", "Sum", FrameOrigin.Own), .. Pool]);

        Assert.False(stack.IsSyncOverAsync);
        Assert.Equal((BlockingKind.Signal, call), (stack.Kind, stack.Call));
    }

    [Fact]
    public void A_wait_that_no_rule_knows_is_called_by_what_the_place_calls()
    {
        BlockedStack stack = new([Of("Interop+Unknown", "Wait"), Of("System.Unknown", "WaitForIt"), Of("Shop.Orders", "Pay", FrameOrigin.Own), .. Pool]);

        Assert.Null(stack.Kind);
        Assert.Equal("Unknown.WaitForIt", stack.Call);
    }

    [Fact]
    public void Who_waits_for_a_static_constructor_waits_for_a_lock_and_who_runs_it_does_not()
    {
        Frame[] outer = [Of("System.Runtime.CompilerServices.InitHelpers", "InitClassSlow"), Of("Shop.Orders", "Pay", FrameOrigin.Own), .. Pool];

        Assert.Equal((BlockingKind.Lock, "the lock of a static constructor"), (new BlockedStack(outer).Kind, new BlockedStack(outer).Call));
        Assert.Null(new BlockedStack([Of("Shop.Prices", ".cctor", FrameOrigin.Own), .. outer]).Kind);
    }

    [Theory]
    [InlineData("System.Threading.SemaphoreSlim", "WaitCore", BlockingKind.Signal)]
    [InlineData("System.GC", "_WaitForPendingFinalizers", BlockingKind.Signal)]
    [InlineData("System.Net.Sockets.Socket", "Receive", BlockingKind.Socket)]
    [InlineData("System.Net.Http.HttpClient", "Send", BlockingKind.Http)]
    [InlineData("System.IO.RandomAccess", "ReadAtOffset", BlockingKind.File)]
    [InlineData("System.Threading.SemaphoreSlim", "Wait", BlockingKind.Signal)]
    [InlineData("System.Threading.Lock", "TryEnterSlow", BlockingKind.Lock)]
    [InlineData("System.Net.Sockets.SocketAsyncContext", "ReceiveAsync", null)]
    [InlineData("System.Threading.SemaphoreSlim", "WaitAsync", null)]
    [InlineData("System.IO.MemoryStream", "Read", null)]
    [InlineData("System.IO.Compression.DeflateStream", "Inflate", null)]
    public void Only_calls_that_block_are_kinds_of_blocking(string type, string method, Enum? kind) =>
        Assert.Equal((BlockingKind?)kind, new BlockedStack([Of(type, method), .. Pool]).Kind);

    private static Frame Of(string type, string method, FrameOrigin origin = FrameOrigin.Framework) => new(type, method, origin, null, null);
}
