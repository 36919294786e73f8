using System.Diagnostics;
using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers;
using Syncopate.Watch.Processes;
using Xunit;

namespace Syncopate.Watch.Tests;

[Trait("Judges", "behaviour")]
public sealed class WatchSessionTests
{
    private const int Thrown = 40_000;

    // Some 12 MB of events come while the reader stands still, and the buffer takes one.
    [Fact]
    public async Task Events_that_came_and_events_that_were_lost_are_all_there_were()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("pool");
        using Exceptions exceptions = new();
        await using WatchSession session = await exceptions.ReadAsync(watched.ProcessId, bufferMegabytes: 1);

        int thrown = Thrown;
        await watched.AskAsync($"throw {Thrown}");
        exceptions.Release();
        // The runtime writes an event of its own when the process ends; it must find room, for if it were lost it would be counted, too.
        for (; !exceptions.HaveCaughtUp; thrown++)
            await watched.AskAsync("throw 1");
        await watched.EndAsync();
        await session.Reading;

        Assert.InRange(session.LostEvents, 1, thrown);
        Assert.Equal(thrown, exceptions.Came + session.LostEvents);
    }

    // Some 100 kB lie unread in the connection when the process has answered that the session is over.
    [Fact]
    public async Task Events_that_were_not_read_yet_when_the_session_was_stopped_are_read()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("pool");
        using Exceptions exceptions = new();
        WatchSession session = await exceptions.ReadAsync(watched.ProcessId, bufferMegabytes: 64);

        await watched.AskAsync("throw 1");
        await exceptions.Standing;
        await watched.AskAsync("throw 300");
        Task ending = session.DisposeAsync().AsTask();
        // A process answers one question after the other: with these it has answered the first, and who closes the
        // connection at that answer has had the time to.
        for (int question = 0; question < 50; question++)
            await Task.Run(() => new DiagnosticsClient(watched.ProcessId).GetProcessEnvironment(), TestContext.Current.CancellationToken);
        exceptions.Release();
        await ending;

        Assert.Equal(301, exceptions.Came);
    }

    /// <summary>Counts the exceptions that a process throws, by a reader that stands still at the first one until it is released.</summary>
    private sealed class Exceptions : IDisposable
    {
        private readonly TaskCompletionSource _standing = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly ManualResetEventSlim _released = new();
        private long _releasedAt = long.MaxValue;
        private volatile bool _haveCaughtUp;

        /// <summary>Completes when the first one has come.</summary>
        public Task Standing => _standing.Task;

        /// <summary>How many came; exact when the session has ended.</summary>
        public int Came { get; private set; }

        /// <summary>True when one has come that was thrown after the reader was released.</summary>
        public bool HaveCaughtUp => _haveCaughtUp;

        public Task<WatchSession> ReadAsync(int processId, int bufferMegabytes)
        {
            EventPipeProvider provider = new(ClrTraceEventParser.ProviderName, EventLevel.Error, (long)ClrTraceEventParser.Keywords.Exception);
            EventPipeSessionConfiguration configuration = new([provider], bufferMegabytes, requestRundown: false);
            return WatchSession.StartAsync(
                processId, configuration, null, source => source.Clr.ExceptionStart += Count, TestContext.Current.CancellationToken);
        }

        public void Release()
        {
            _releasedAt = Stopwatch.GetTimestamp();
            _released.Set();
        }

        public void Dispose() => _released.Dispose();

        private void Count(TraceEvent exception)
        {
            _standing.TrySetResult();
            _released.Wait();
            Came++;
            _haveCaughtUp |= WatchSession.Timestamp(exception) > _releasedAt;
        }
    }
}
