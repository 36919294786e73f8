using System.Diagnostics;
using System.Globalization;
using System.Net;
using Xunit;

namespace Syncopate.Live.Tests;

/// <summary>A run as events: from the beginning, from where a page was, and to its end.</summary>
[Trait("Judges", "behaviour")]
public sealed class EventStreamTests(ServedWithResults fixture) : IClassFixture<ServedWithResults>
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_page_that_comes_back_goes_on_where_it_was_and_is_told_the_end()
    {
        string file = Begin("going");
        using HttpClient client = await fixture.Served.ClientAsync();

        (string id, string last) = await SecondAsync(client, "/events?result=going", null);
        await File.AppendAllTextAsync(file, """{"k":"stage","text":"three – ü"}""" + "\n" + """{"k":"stage","text":"fo""", Token);
        (string _, string resumed) = await FirstAsync(client, "/events?result=going", id);
        (string _, string other) = await FirstAsync(client, "/events?result=going", "another-run@999999");
        using StreamReader rest = await OpenAsync(client, "/events?result=going", id);
        File.Delete(file);

        string all = await rest.ReadToEndAsync(Token);

        Assert.Contains("two", last, StringComparison.Ordinal);
        Assert.EndsWith("\"three – ü\"}", resumed, StringComparison.Ordinal);
        Assert.Contains("start", other, StringComparison.Ordinal);
        Assert.DoesNotContain("fo", all, StringComparison.Ordinal); // Half a line is none.
        Assert.EndsWith("event: over\ndata: {}\n\n", all, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_whose_process_is_gone_is_over_though_its_file_is_there()
    {
        string folder = Directory.CreateDirectory(Path.Combine(fixture.Served.Root, "killed")).FullName;
        await File.WriteAllTextAsync(Path.Combine(folder, "run.jsonl"), "", Token);
        // The number is taken, as that of another process: it began at another time.
        await File.WriteAllTextAsync(Path.Combine(folder, "live.jsonl"),
            string.Create(CultureInfo.InvariantCulture, $$"""{"k":"start","pid":{{Environment.ProcessId}},"began":5}""") + "\n", Token);
        using HttpClient client = await fixture.Served.ClientAsync();
        using StreamReader events = await OpenAsync(client, "/events?result=killed", null);

        Assert.EndsWith("event: over\ndata: {}\n\n", await events.ReadToEndAsync(Token), StringComparison.Ordinal);
    }

    /// <summary>A run tells of its requests only while somebody follows it: a page that does not say so would have no dots.</summary>
    [Fact(Timeout = 180_000)]
    public async Task A_run_is_told_again_and_again_that_a_page_follows_it_and_not_that_one_asks_for_it()
    {
        string file = Begin("followed");
        string folder = Path.Combine(fixture.Served.Root, "followed");
        string sign = Path.Combine(folder, "followed");
        using HttpClient client = await fixture.Served.ClientAsync();
        using HttpRequestMessage asking = new(HttpMethod.Head, "/events?result=followed");
        using HttpResponseMessage asked = await client.SendAsync(asking, Token);
        bool isToldTooSoon = File.Exists(sign);
        TaskCompletionSource again = new(TaskCreationOptions.RunContinuationsAsynchronously);
        using FileSystemWatcher signs = new(folder, "followed");
        signs.Created += (_, _) => again.TrySetResult();

        using StreamReader events = await OpenAsync(client, "/events?result=followed", null);
        await NextAsync(events);
        bool isTold = File.Exists(sign);
        File.Delete(sign); // As the run does that has seen it.
        signs.EnableRaisingEvents = true;
        if (!File.Exists(sign)) // It may have been made before anybody looked.
            await again.Task.WaitAsync(Token);
        File.Delete(file);
        await events.ReadToEndAsync(Token);

        Assert.Equal((false, true), (isToldTooSoon, isTold));
        Assert.False(File.Exists(sign)); // Its run is over, and removes nothing any more.
    }

    /// <summary>A server that followed for any number of pages would read the file of the run for each of them.</summary>
    [Fact(Timeout = 180_000)]
    public async Task A_seventeenth_page_that_follows_is_refused_and_so_is_one_that_asks_whether_it_may()
    {
        await using Served served = await Served.StartAsync(results: 0);
        using ToldRun run = new(served, "crowded");
        using HttpClient client = await served.ClientAsync();
        List<StreamReader> followers = [];
        for (int i = 0; i < 16; i++)
            followers.Add(await OpenAsync(client, run.Events, null));

        using HttpResponseMessage further = await client.GetAsync(run.Events, Token);
        using HttpRequestMessage question = new(HttpMethod.Head, run.Events);
        using HttpResponseMessage asked = await client.SendAsync(question, Token);
        run.Dispose();
        foreach (StreamReader follower in followers)
        {
            await follower.ReadToEndAsync(Token);
            follower.Dispose();
        }

        Assert.Equal(HttpStatusCode.ServiceUnavailable, further.StatusCode);
        Assert.Equal(HttpStatusCode.ServiceUnavailable, asked.StatusCode);
    }

    /// <summary>A second page that opened in the middle of a long turn showed a part of its requests as if they were all.</summary>
    [Fact(Timeout = 180_000)]
    public async Task A_turn_of_which_a_page_is_not_sent_all_requests_says_so_once_and_one_of_which_it_is_does_not()
    {
        string[] frames = [.. Enumerable.Repeat(ToldRun.Frame, 3_000)];
        string[] later = [.. frames.Select(line => ToldRun.Later(line, 2, "async"))];
        Assert.InRange(frames.Sum(line => line.Length), 256 * 1024, int.MaxValue); // More than a page is sent of what was.
        using ToldRun run = new(fixture.Served, "long-turn",
            [ToldRun.Question("five-1"), ToldRun.Slot, .. frames, ToldRun.Later(ToldRun.Slot, 2, "async"), .. later,
                ToldRun.Later(ToldRun.Slot, 3, "sync"), ToldRun.Later(ToldRun.Frame, 3, "sync")]);
        using HttpClient client = await fixture.Served.ClientAsync();
        using StreamReader events = await OpenAsync(client, run.Events, null);
        await NextAsync(events); // Its file is open then.
        run.Dispose();

        string all = await events.ReadToEndAsync(Token);

        string[] gaps = [.. all.Split('\n').Where(line => line.Contains("gaps", StringComparison.Ordinal))];
        Assert.Equal(
            ["""data: {"k":"f","n":1,"t":50,"gaps":true,"e":[]}""", """data: {"k":"f","n":2,"t":50,"gaps":true,"e":[]}"""], gaps);
        Assert.DoesNotContain(ToldRun.Frame, all, StringComparison.Ordinal); // Of the first turn nothing else is new enough.
        Assert.Contains(later[^1], all, StringComparison.Ordinal);
        Assert.Contains(ToldRun.Later(ToldRun.Frame, 3, "sync"), all, StringComparison.Ordinal);
    }

    // A run of this very process, which is alive.
    private string Begin(string name)
    {
        string folder = Directory.CreateDirectory(Path.Combine(fixture.Served.Root, name)).FullName;
        File.WriteAllText(Path.Combine(folder, "run.jsonl"), "");
        using Process own = Process.GetCurrentProcess();
        long began = new DateTimeOffset(own.StartTime).ToUnixTimeMilliseconds();
        string file = Path.Combine(folder, "live.jsonl");
        File.WriteAllText(file, string.Create(CultureInfo.InvariantCulture, $$"""{"k":"start","pid":{{own.Id}},"began":{{began}}}""")
            + "\n" + """{"k":"stage","text":"two"}""" + "\n");
        return file;
    }

    private static async Task<StreamReader> OpenAsync(HttpClient client, string path, string? last)
    {
        HttpRequestMessage request = new(HttpMethod.Get, path);
        if (last is not null)
            request.Headers.Add("Last-Event-ID", last);
        HttpResponseMessage answer = await client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, Token);
        Assert.Equal("text/event-stream", answer.Content.Headers.ContentType?.MediaType);
        return new StreamReader(await answer.Content.ReadAsStreamAsync(Token));
    }

    private static async Task<(string Id, string Data)> FirstAsync(HttpClient client, string path, string? last)
    {
        using StreamReader events = await OpenAsync(client, path, last);
        return await NextAsync(events);
    }

    private static async Task<(string Id, string Data)> SecondAsync(HttpClient client, string path, string? last)
    {
        using StreamReader events = await OpenAsync(client, path, last);
        await NextAsync(events);
        return await NextAsync(events);
    }

    private static async Task<(string Id, string Data)> NextAsync(StreamReader events)
    {
        string id = "";
        while (await events.ReadLineAsync(Token) is { } line)
        {
            if (line.StartsWith("id: ", StringComparison.Ordinal))
                id = line["id: ".Length..];
            if (line.StartsWith("data: ", StringComparison.Ordinal))
                return (id, line);
        }

        throw new EndOfStreamException("The events ended.");
    }
}
