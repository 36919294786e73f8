using Syncopate.Watch.Blocking;
using Syncopate.Watch.Stacks;
using Xunit;

namespace Syncopate.Watch.Tests.Blocking;

/// <summary>On an assembly as it was built: method, file and line of what a route's handler blocks in, without any stack.</summary>
[Trait("Judges", "behaviour")]
public sealed class EndpointHandlersTests
{
    [Theory]
    [InlineData("GET /result", "Task.Result", "Endpoints.Map", "AnswerAsync().Result")]
    [InlineData("GET /orders/12", "Thread.Sleep", "Endpoints.Map", "Thread.Sleep(id)")]
    [InlineData("GET /orders/12", "Monitor.Enter", "Endpoints.Map", "lock (gate)")]
    [InlineData("POST /orders/12", "Task.Wait", "Endpoints.Further", "AnswerAsync().Wait()")]
    public void A_handler_is_found_by_its_route_and_the_line_by_the_call_that_blocks(string route, string call, string place, string line)
    {
        Frame? found = Find(route, call);

        Assert.Equal(place, found?.Name);
        Assert.Contains(line, File.ReadLines(found!.File!).ElementAt(found.Line!.Value - 1), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("GET /nothing", "Task.Result")]
    [InlineData("PUT /result", "Task.Result")]
    [InlineData("GET /result", "Thread.Sleep")]
    [InlineData("GET /result", "")]
    [InlineData("GET /admin/twice", "Thread.Sleep")] // Two lines call it: which of them blocks is not known.
    public void What_is_not_certain_is_not_told(string route, string call) => Assert.Null(Find(route, call));

    [Fact]
    public void Of_an_unknown_route_the_only_handler_that_makes_the_call_is_the_one()
    {
        Assert.Contains("AnswerAsync().Result", File.ReadLines(Find("", "Task.Result")!.File!).ElementAt(Find("", "Task.Result")!.Line!.Value - 1), StringComparison.Ordinal);
        Assert.Null(Find("", "Task.WaitAny"));
    }

    [Fact]
    public void What_a_method_enters_before_the_call_is_known_by_its_code()
    {
        Assert.Equal("Monitor.Enter", Find("GET /orders/12", "Thread.Sleep")?.Guard);
        Assert.Null(Find("GET /result", "Task.Result")?.Guard);
    }

    private static Frame? Find(string route, string call)
    {
        using SourceModule module = SourceModule.Open(EndToEnd.Tests.Built.Dll("WatchedProgram"));
        return new EndpointHandlers([module]).Find(route, call);
    }
}
