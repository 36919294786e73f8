using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing.Parsers;
using Xunit;

namespace Syncopate.Watch.Tests;

public sealed class WatchSessionTests
{
    private const int Thrown = 40_000;

    // Some 12 MB of events come while the reader stands still, and the buffer takes one.
    [Fact]
    public async Task Events_that_came_and_events_that_were_lost_are_all_there_were()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("pool");
        using ManualResetEventSlim standing = new();
        int came = 0;
        EventPipeSessionConfiguration small = new(
            [new EventPipeProvider(ClrTraceEventParser.ProviderName, EventLevel.Error, (long)ClrTraceEventParser.Keywords.Exception)], circularBufferSizeMB: 1, requestRundown: false);
        await using WatchSession session = await WatchSession.StartAsync(
            watched.ProcessId,
            small,
            source => source.Clr.ExceptionStart += _ =>
            {
                standing.Wait();
                came++;
            },
            TestContext.Current.CancellationToken);

        await watched.AskAsync($"throw {Thrown}");
        standing.Set();
        await watched.AskAsync("throw 1"); // A later event tells that those before it are missing.
        await watched.EndAsync();
        await session.Reading;

        Assert.InRange(session.LostEvents, 1, Thrown);
        Assert.Equal(Thrown + 1, came + session.LostEvents);
    }
}
