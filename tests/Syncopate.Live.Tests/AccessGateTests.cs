using Microsoft.AspNetCore.Http;
using Syncopate.Live.Access;
using Xunit;

namespace Syncopate.Live.Tests;

/// <summary>Who brings the token is let in, and led on.</summary>
[Trait("Judges", "laws")]
public sealed class AccessGateTests
{
    private const int Port = 1234;

    [Theory]
    [InlineData("/race", "/race")]
    [InlineData("//evil.example", "/")]
    [InlineData("/\\evil.example", "/%5Cevil.example")] // A browser takes a backslash for a slash.
    [InlineData("/ü", "/%C3%BC")] // A header holds no such letter: the answer would be an error of the server.
    public async Task Who_brings_the_token_is_led_to_a_path_of_this_server(string path, string led)
    {
        AccessKeys keys = new();
        DefaultHttpContext context = new();
        context.Request.Method = HttpMethods.Get;
        context.Request.Host = new HostString("127.0.0.1", Port);
        context.Request.Path = new PathString(path);
        context.Request.QueryString = new QueryString("?token=" + keys.Token);

        await new AccessGate(keys, Port).PassAsync(context, static _ => Task.CompletedTask);

        Assert.Equal(StatusCodes.Status303SeeOther, context.Response.StatusCode);
        Assert.Equal(led, context.Response.Headers.Location.ToString());
    }
}
