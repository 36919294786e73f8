using System.Net;
using Syncopate.Live.Serving;
using Xunit;

namespace Syncopate.Live.Tests;

/// <summary>A page whose tool is not there any more.</summary>
[Trait("Judges", "behaviour")]
public sealed class MissingToolTests : IDisposable
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("syncopate-missing-");

    /// <summary>The page was an error without a word, and an empty folder was left.</summary>
    [Fact]
    public async Task A_tool_that_cannot_be_started_is_said_to_be_and_leaves_no_folder()
    {
        string missing = Path.Combine(_root.FullName, "nowhere");
        LiveTool tool = new(
            [missing],
            [new ToolCommand("compare", "", [new ToolOption("URL", "", "URL", 3)], [])],
            (_, _) => Task.FromResult<string?>(null))
        {
            Quote = static word => word,
            Verdict = static (_, _) => "",
        };
        LiveOptions options = new(Path.Combine(_root.FullName, "out"), 0, TimeProvider.System, tool);
        await using LiveServer server = await LiveServer.StartAsync(options, TestContext.Current.CancellationToken);
        using HttpClient client = new(new HttpClientHandler { AllowAutoRedirect = false })
        {
            BaseAddress = new Uri(server.Address.GetLeftPart(UriPartial.Authority)),
        };
        using HttpResponseMessage let = await client.GetAsync(server.Address, TestContext.Current.CancellationToken);

        using HttpResponseMessage answer = await Served.PostAsync(client, "/race/start", ("what", "delay"), ("users", "20"));
        string page = await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.Conflict, answer.StatusCode);
        Assert.Contains($"'{missing}' cannot be started: ", WebUtility.HtmlDecode(page), StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(options.Root));
    }

    public void Dispose() => _root.Delete(recursive: true);
}
