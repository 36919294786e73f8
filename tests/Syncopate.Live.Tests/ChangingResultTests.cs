using System.Net;
using Microsoft.AspNetCore.Http;
using Syncopate.Live.Pages;
using Xunit;

namespace Syncopate.Live.Tests;

/// <summary>A result that changes, or goes, while a page of it is open.</summary>
[Trait("Judges", "behaviour")]
public sealed class ChangingResultTests(ServedWithResults fixture) : IClassFixture<ServedWithResults>
{
    // More than the buffers between server and browser hold: the rest is read from the file after it has grown.
    private const long Bytes = 64L << 20;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact(Timeout = 180_000)]
    public async Task A_file_that_grows_while_it_is_downloaded_arrives_with_the_length_that_was_announced()
    {
        string file = Path.Combine(fixture.Served.Root, "result-1", "growing.hlog");
        await using (FileStream begun = File.Create(file))
            begun.SetLength(Bytes);
        using HttpClient client = await fixture.Served.ClientAsync();

        using HttpResponseMessage answer = await client.GetAsync("/file?result=result-1&file=growing.hlog",
            HttpCompletionOption.ResponseHeadersRead, Token);
        await File.AppendAllTextAsync(file, "more", Token);
        byte[] kept = await answer.Content.ReadAsByteArrayAsync(Token);
        File.Delete(file);

        Assert.Equal(Bytes, kept.LongLength);
    }

    /// <summary>What may run in a report may not in a page of ours, whose styles it forbids.</summary>
    [Theory]
    [InlineData("/report?result=gone", "There is no such result.")]
    [InlineData("/report?result=unreported", "There is no such file.")]
    public async Task A_report_that_is_gone_is_said_to_be_on_a_page_with_its_styles(string path, string said)
    {
        string folder = Directory.CreateDirectory(Path.Combine(fixture.Served.Root, "unreported")).FullName;
        await File.WriteAllTextAsync(Path.Combine(folder, "run.jsonl"), "", Token);
        using HttpClient client = await fixture.Served.ClientAsync();

        using HttpResponseMessage answer = await client.GetAsync(path, Token);

        Assert.Equal(HttpStatusCode.NotFound, answer.StatusCode);
        Assert.Contains("style-src 'self'", Assert.Single(answer.Headers.GetValues("Content-Security-Policy")), StringComparison.Ordinal);
        Assert.Contains(said, await answer.Content.ReadAsStringAsync(Token), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/compare?result=result-1&result=gone", HttpStatusCode.NotFound, "There is no such result.")]
    [InlineData("/compare?result=result-1", HttpStatusCode.BadRequest, "; 1 was marked.")]
    [InlineData("/compare?result=result-1&result=result-1", HttpStatusCode.BadRequest, "; 1 was marked.")]
    [InlineData("/compare", HttpStatusCode.BadRequest, "; 0 were marked.")]
    public async Task Of_two_that_were_marked_the_one_that_is_gone_is_missing_and_not_unmarked(
        string path, HttpStatusCode status, string said)
    {
        using HttpClient client = await fixture.Served.ClientAsync();

        using HttpResponseMessage answer = await client.GetAsync(path, Token);

        Assert.Equal(status, answer.StatusCode);
        Assert.Contains(said, await answer.Content.ReadAsStringAsync(Token), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_page_that_may_not_read_its_file_says_so_and_is_not_empty(bool isForbidden)
    {
        using MemoryStream page = new();
        DefaultHttpContext context = new();
        context.Response.Body = page;
        context.Response.Headers.ContentSecurityPolicy = "of pages";

        await PageFrame.GuardAsync(context, asked =>
        {
            asked.Response.ContentLength = 5;
            asked.Response.Headers.ContentSecurityPolicy = "of the file";
            asked.Response.Headers.ContentDisposition = "attachment";
            throw isForbidden ? (Exception)new UnauthorizedAccessException("Not yours.") : new FileNotFoundException("Not yours.");
        });

        Assert.Equal(StatusCodes.Status500InternalServerError, context.Response.StatusCode);
        Assert.Null(context.Response.ContentLength);
        Assert.Equal("of pages", context.Response.Headers.ContentSecurityPolicy.ToString());
        Assert.Empty(context.Response.Headers.ContentDisposition.ToString());
        Assert.Contains("Not yours.", System.Text.Encoding.UTF8.GetString(page.ToArray()), StringComparison.Ordinal);
    }
}
