using System.Net.Sockets;
using System.Runtime.Versioning;
using Syncopate.Load;
using Syncopate.Load.Http1;
using Syncopate.Load.Loops;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>Ten requests per second, on a clock that moves by hand.</summary>
[SupportedOSPlatform("linux")]
[Trait("Judges", "behaviour")]
public sealed class OpenModelTests
{
    private static readonly LoadRequest Request = new("/", Arrivals.AtRate(10, TimeSpan.FromSeconds(1)))
    {
        OutageTimeout = TimeSpan.FromHours(1), // Nobody is found dead here.
    };

    [Fact]
    public void What_is_due_while_no_connection_is_free_is_sent_as_soon_as_one_is_and_has_overflowed()
    {
        using LocalLoop loop = new(Request);
        OpenModel model = Start(loop, out Connection connection, out Socket accepted);
        Assert.Equal((1, long.MaxValue, false), (loop.Sheet.Started, model.NextDue, model.IsDone));

        model.Advance(loop.Pass(TimeSpan.FromMilliseconds(250)));
        Assert.Equal((1, 0), (loop.Sheet.Started, loop.Sheet.Overflowed));
        loop.Answer(accepted, connection, ScriptedServer.Good);
        Assert.Equal((2, 1), (loop.Sheet.Started, loop.Sheet.Overflowed));
        loop.Answer(accepted, connection, ScriptedServer.Good);
        loop.Answer(accepted, connection, ScriptedServer.Good);

        Assert.Equal((3, 2), (loop.Sheet.Started, loop.Sheet.Overflowed));
        Assert.Equal(loop.Run.StartedTimestamp + loop.Run.ToTicks(TimeSpan.FromMilliseconds(300)), model.NextDue);
        // From when they were due: at 0, 100 and 200 ms.
        Assert.Equal(loop.Run.ToTicks(TimeSpan.FromMilliseconds(250 + 150 + 50)), loop.Sheet.LatencyTicks);
        accepted.Dispose();
    }

    [Fact]
    public void What_has_waited_for_a_whole_timeout_is_given_up_unsent()
    {
        using LocalLoop loop = new(Request, timeout: TimeSpan.FromMilliseconds(450));
        OpenModel model = Start(loop, out Connection connection, out Socket accepted);

        model.Advance(loop.Pass(TimeSpan.FromMilliseconds(600)));

        // The first is in flight, the one of 100 ms is given up, the others wait.
        Assert.Equal((2, 1, 1), (loop.Sheet.Started, loop.Sheet.Overflowed, loop.Failed(Findings.TimedOut)));
        Assert.Equal(1, loop.Run.Progress.InFlight);
        loop.Answer(accepted, connection, ScriptedServer.Good);
        Assert.Equal((3, 2, 1), (loop.Sheet.Started, loop.Sheet.Overflowed, loop.Failed(Findings.TimedOut)));
        accepted.Dispose();
    }

    /// <summary>A request that fails at once ends while the model is still sending: it must not begin to send once more.</summary>
    [Fact]
    public void Requests_that_fail_at_once_are_each_sent_once()
    {
        using LocalLoop loop = new(Request);
        loop.Server.Stop();
        Connection connection = loop.Connect();
        OpenModel model = new(loop.Exchanges, loop.Run, loop.Run.Arrivals!, 0, [connection]);
        loop.Exchanges.Model = model;

        model.Start(loop.Pass(TimeSpan.FromMilliseconds(450)));

        Assert.Equal(5, loop.Failed(Findings.ConnectionRefused));
        Assert.Equal((5, 0), (loop.Sheet.Started, loop.Run.Progress.InFlight));
        Assert.Equal(loop.Run.StartedTimestamp + loop.Run.ToTicks(TimeSpan.FromMilliseconds(500)), model.NextDue);
    }

    /// <summary>A rate holds for a time, not until its last request.</summary>
    [Fact]
    public void A_load_is_done_when_its_time_is_over_and_its_last_request_has_ended()
    {
        using LocalLoop loop = new(Request with { Shape = Arrivals.AtRate(10, TimeSpan.FromMilliseconds(200)) });
        OpenModel model = Start(loop, out Connection connection, out Socket accepted);
        loop.Answer(accepted, connection, ScriptedServer.Good);

        model.Advance(loop.Pass(TimeSpan.FromMilliseconds(100)));
        Assert.Equal((2, loop.Run.AskedEnd, false), (loop.Sheet.Started, model.NextDue, model.IsDone));
        model.Advance(loop.Pass(TimeSpan.FromMilliseconds(100)));
        Assert.Equal((2, long.MaxValue, false), (loop.Sheet.Started, model.NextDue, model.IsDone));
        loop.Answer(accepted, connection, ScriptedServer.Good);

        Assert.Equal((2, long.MaxValue, true), (loop.Sheet.Started, model.NextDue, model.IsDone));
        accepted.Dispose();
    }

    [Fact]
    public void Nothing_is_sent_any_more_when_the_load_stops()
    {
        using LocalLoop loop = new(Request);
        OpenModel model = Start(loop, out Connection connection, out Socket accepted);
        loop.Answer(accepted, connection, ScriptedServer.Good);

        loop.Run.Cancel();
        model.Advance(loop.Pass(TimeSpan.FromMilliseconds(250)));

        Assert.Equal(1, loop.Sheet.Started);
        accepted.Dispose();
    }

    private static OpenModel Start(LocalLoop loop, out Connection connection, out Socket accepted)
    {
        connection = loop.Connect();
        OpenModel model = new(loop.Exchanges, loop.Run, loop.Run.Arrivals!, 0, [connection]);
        loop.Exchanges.Model = model;
        model.Start(loop.Exchanges.Now);
        accepted = loop.Server.Accept();
        return model;
    }
}
