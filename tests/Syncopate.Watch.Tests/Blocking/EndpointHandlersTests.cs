using Syncopate.Watch.Blocking;
using Xunit;

namespace Syncopate.Watch.Tests.Blocking;

/// <summary>On an assembly as it was built: method, file and line of what a route's handler blocks in, without any stack.</summary>
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

    private static Frame? Find(string route, string call)
    {
        using SourceModule module = SourceModule.Open(EndToEnd.Tests.Built.Dll("WatchedProgram"));
        return new EndpointHandlers([module]).Find(route, call);
    }
}
