using System.Text;
using Syncopate.Load;
using Syncopate.Load.Http1;
using Xunit;

namespace Syncopate.Tests.Load;

public sealed class RequestBytesTests
{
    private static readonly HttpTarget Target = new(new Uri("http://127.0.0.1:5080"));

    [Fact]
    public void A_request_has_the_fields_of_the_engine() => Assert.Equal(
        "GET /a?b=c HTTP/1.1\r\nHost: 127.0.0.1:5080\r\nUser-Agent: Syncopate\r\nAccept: */*\r\n\r\n",
        Text(new LoadRequest("/a?b=c", new UsersTimesLoops(1, 1))));

    [Fact]
    public void Fields_of_the_user_take_the_place_of_those_of_the_engine_in_whatever_case_they_are() => Assert.Equal(
        "PUT / HTTP/1.1\r\naccept: text/html\r\nHOST: example.com\r\nuser-Agent: me\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        Text(new LoadRequest("/", new UsersTimesLoops(1, 1))
        {
            Method = "PUT",
            Headers = [new("accept", "text/html"), new("HOST", "example.com"), new("user-Agent", "me")],
            KeepsConnections = false,
        }));

    /// <summary>Also where the body has the same words.</summary>
    [Fact]
    public void A_request_with_a_trace_has_room_for_the_value_of_its_header()
    {
        byte[] bytes = RequestBytes.Of(Target, new LoadRequest("/", new UsersTimesLoops(1, 1))
        {
            TraceParents = new TraceParents(1),
            Body = "\r\ntraceparent: 1\r\n"u8.ToArray(),
        });

        int place = RequestBytes.TraceParentIn(bytes);

        Assert.Equal($"{new string('0', 55)}\r\n", Encoding.ASCII.GetString(bytes, place, 57));
    }

    private static string Text(LoadRequest request) => Encoding.ASCII.GetString(RequestBytes.Of(Target, request));
}
