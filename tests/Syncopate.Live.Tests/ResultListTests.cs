using System.Globalization;
using Xunit;

namespace Syncopate.Live.Tests;

/// <summary>What the pages of results list, and what they say of the rest.</summary>
[Trait("Judges", "behaviour")]
public sealed class ResultListTests(ServedWithResults fixture) : IClassFixture<ServedWithResults>
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>They were deleted with the result, and neither listed nor named before that.</summary>
    [Fact]
    public async Task Logs_of_servers_can_be_downloaded_and_are_named_before_they_are_deleted()
    {
        string folder = Directory.CreateDirectory(Path.Combine(fixture.Served.Root, "logged", "logs")).FullName;
        await File.WriteAllTextAsync(Path.Combine(fixture.Served.Root, "logged", "run.jsonl"), "", Token);
        await File.WriteAllTextAsync(Path.Combine(folder, "001-sync.log"), "started", Token);
        await File.WriteAllTextAsync(Path.Combine(folder, "thesis.txt"), "mine", Token);
        File.CreateSymbolicLink(Path.Combine(folder, "link.log"), Path.Combine(folder, "thesis.txt"));
        using HttpClient client = await fixture.Served.ClientAsync();

        string page = await client.GetStringAsync("/result?result=logged", Token);
        string question = await client.GetStringAsync("/delete?result=logged", Token);
        using HttpResponseMessage log = await client.GetAsync("/file?result=logged&file=logs%2F001-sync.log", Token);
        string content = await log.Content.ReadAsStringAsync(Token);
        using HttpResponseMessage link = await client.GetAsync("/file?result=logged&file=logs%2Flink.log", Token);
        using HttpResponseMessage other = await client.GetAsync("/file?result=logged&file=logs%2Fthesis.txt", Token);
        using HttpResponseMessage deleted = await Served.PostAsync(client, "/delete", ("result", "logged"));
        string[] left =
            [.. Directory.GetFiles(folder).Select(file => Path.GetFileName(file)).Order(StringComparer.Ordinal)];
        Directory.Delete(Path.Combine(fixture.Served.Root, "logged"), recursive: true);

        Assert.Contains("file=logs%2F001-sync.log\"", page, StringComparison.Ordinal);
        Assert.DoesNotContain("link.log", page, StringComparison.Ordinal);
        Assert.Contains("This deletes 1 file of it and 1 log of its servers", question, StringComparison.Ordinal);
        Assert.Equal("started", content);
        Assert.Equal("001-sync.log", log.Content.Headers.ContentDisposition?.FileNameStar);
        Assert.Equal((404, 404, 200), ((int)link.StatusCode, (int)other.StatusCode, (int)deleted.StatusCode));
        Assert.Equal(["link.log", "thesis.txt"], left);
    }

    /// <summary>A list that left some out said that it was everything.</summary>
    [Fact]
    public async Task A_list_that_leaves_results_out_says_how_many_there_are()
    {
        string many = Path.Combine(fixture.Served.Root, "many");
        for (int i = 0; i < 999; i++)
        {
            string folder = Directory.CreateDirectory(Path.Combine(many, i.ToString("000", CultureInfo.InvariantCulture))).FullName;
            await File.WriteAllTextAsync(Path.Combine(folder, "run.jsonl"), "", Token);
        }

        using HttpClient client = await fixture.Served.ClientAsync();
        string all = await client.GetStringAsync("/results", Token);
        Directory.Delete(many, recursive: true);
        string few = await client.GetStringAsync("/results", Token);

        Assert.Contains("Of 1,001 results, the 1,000 whose names come last are listed.", all, StringComparison.Ordinal);
        Assert.DoesNotContain("whose names come last", few, StringComparison.Ordinal);
    }
}
