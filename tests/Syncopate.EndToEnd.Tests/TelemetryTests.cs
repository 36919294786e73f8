using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using System.Text.RegularExpressions;
using Syncopate.Journaling;
using Syncopate.Running.Servers;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>Figures in the user's own OpenTelemetry backend are those of the report: by OTLP, decoded by messages that we did not
/// write, and as Prometheus reads them.</summary>
[Trait("Judges", "behaviour")]
public sealed class TelemetryTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("syncopate-otlp-");

    private string Out => Path.Combine(_folder.FullName, "run");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_load_tells_the_counts_the_latencies_and_the_sentence_of_its_report()
    {
        await using OtlpReceiver receiver = await OtlpReceiver.StartAsync();
        await using TwinSite site = await TwinSite.StartAsync();

        (int code, string _, string error) = await Tool.RunAsync("load", site.Address + "/wait/20", "-c", "5", "-n", "200", "--otlp",
            receiver.Address, "--out", Out);

        Assert.True(code == 0, error);
        JsonElement report = await ReportAsync();
        IReadOnlyList<JsonElement> metrics = await receiver.MessagesAsync("metrics");
        JsonElement duration = Point(metrics[^1], "syncopate.request.duration", "exponentialHistogram");
        Assert.Equal(200, report.GetProperty("count").GetInt64());
        Assert.Equal(200, duration.GetProperty("count").GetInt64());
        Assert.Equal(200, duration.GetProperty("positive").GetProperty("bucketCounts").EnumerateArray().Sum(c => c.GetInt64()));
        Assert.Equal(report.GetProperty("mean").GetDouble(), 1000 * duration.GetProperty("sum").GetDouble() / 200, 0.01);
        Assert.Equal(200, Point(metrics[^1], "syncopate.requests", "sum").GetProperty("asInt").GetInt64());
        JsonElement run = Assert.Single(Spans(await receiver.MessagesAsync("traces")));
        Assert.Equal("syncopate load", run.GetProperty("name").GetString());
        Assert.Equal(report.GetProperty("sentence").GetString(), Attribute(Verdict(run), "syncopate.sentence").GetString());
    }

    [Fact]
    public async Task Failures_are_told_by_kind()
    {
        await using OtlpReceiver receiver = await OtlpReceiver.StartAsync();
        await using TwinSite site = await TwinSite.StartAsync();

        await Tool.RunAsync("load", site.Address + "/fails", "-c", "2", "-n", "10", "--otlp", receiver.Address, "--out", Out);

        JsonElement errors = Point((await receiver.MessagesAsync("metrics"))[^1], "syncopate.errors", "sum");
        Assert.Equal(10, errors.GetProperty("asInt").GetInt64());
        Assert.Equal("status 500", Attribute(errors, "error.type").GetString());
    }

    [Fact]
    public async Task A_comparison_is_a_trace_of_its_slots_with_the_verdict_as_an_event()
    {
        await using OtlpReceiver receiver = await OtlpReceiver.StartAsync();
        await using TwinSite site = await TwinSite.StartAsync();

        (int code, string _, string error) = await Tool.RunAsync("compare", site.Address + "/wait/60", site.Address + "/wait/20", "--users",
            "4", "--budget", "60s", "--otlp", receiver.Address, "--out", Out);

        Assert.True(code == 0, error);
        JsonElement experiment = (await ReportAsync()).GetProperty("experiments")[0];
        JsonElement primary = experiment.GetProperty("comparisons").EnumerateArray().First(c => c.GetProperty("primary").GetBoolean());
        IReadOnlyList<JsonElement> metrics = await receiver.MessagesAsync("metrics");
        IReadOnlyList<JsonElement> spans = Spans(await receiver.MessagesAsync("traces"));
        string journal = await File.ReadAllTextAsync(Path.Combine(Out, "run.jsonl"), Token);
        int slots = Regex.Count(journal, "\"type\":\"slot\"") - Regex.Count(journal, "\"kind\":\"warmUp\"");
        JsonElement run = spans[^1];
        JsonElement judged = spans[^2];

        Assert.Equal(slots + 2, spans.Count);
        Assert.All(spans.Take(slots), s => Assert.Equal(Id(judged, "spanId"), Id(s, "parentSpanId")));
        Assert.Equal(Id(run, "spanId"), Id(judged, "parentSpanId"));
        Assert.Single(spans.Select(s => Id(s, "traceId")).Distinct());
        Assert.Equal(experiment.GetProperty("verdict").GetString(), Attribute(Verdict(judged), "syncopate.verdict").GetString());
        Assert.Equal(primary.GetProperty("ratio").GetDouble(), Attribute(Verdict(judged), "syncopate.ratio").GetDouble());
        foreach (JsonElement form in experiment.GetProperty("forms").EnumerateArray())
        {
            string name = form.GetProperty("form").GetString() ?? "";
            JsonElement point = Points(metrics[^1], "syncopate.request.duration", "exponentialHistogram").Single(p =>
                Attribute(p, "syncopate.form").GetString() == name && Attribute(p, "syncopate.slot").GetString() == "measured");
            Assert.Equal(form.GetProperty("count").GetInt64(), point.GetProperty("count").GetInt64());
        }
    }

    [Fact]
    public async Task A_run_tells_the_threads_and_the_queue_of_each_form_as_its_journal_has_them()
    {
        await using OtlpReceiver receiver = await OtlpReceiver.StartAsync();

        (int code, string _, string error) = await Tool.RunAsync("run", "cpu-bound", "--quick", "--seed", "7", "--otlp", receiver.Address,
            "--out", Out);

        Assert.True(code == 0, error);
        IReadOnlyList<JsonElement> metrics = await receiver.MessagesAsync("metrics");
        Slot[] slots = [.. JournalReader.Read(Path.Combine(Out, "run.jsonl")).Records.OfType<Slot>()];
        foreach ((Form form, string name) in new[] { (Form.Sync, "sync"), (Form.Async, "async") })
        {
            TargetUse last = slots.Where(s => s.Form == form && s.Kind == SlotKind.Measured)
                .Select(s => s.Target).OfType<TargetUse>().Last(use => use.IsMonitored);
            Assert.Equal(last.MaximumThreads, Gauge(metrics[^1], "syncopate.target.threads", name));
            Assert.Equal(last.MaximumQueueLength, Gauge(metrics[^1], "syncopate.target.queue.length", name));
        }

        JsonElement judged = Spans(await receiver.MessagesAsync("traces"))[^2];
        Assert.Equal("cpu-bound", judged.GetProperty("name").GetString());
        Assert.Equal((await ReportAsync()).GetProperty("experiments")[0].GetProperty("sentence").GetString(),
            Attribute(Verdict(judged), "syncopate.sentence").GetString());
    }

    [Fact]
    public async Task A_watch_tells_the_threads_and_the_queue_of_its_last_moment_and_the_sentence_of_its_report()
    {
        await using OtlpReceiver receiver = await OtlpReceiver.StartAsync();
        await using RunningSample site = await RunningSample.StartAsync("FeedService");

        (int code, string _, string error) = await Tool.RunAsync("watch", site.ProcessId.ToString(CultureInfo.InvariantCulture),
            "--duration", "4s", "--otlp", receiver.Address, "--out", Out);

        Assert.True(code == 0, error);
        JsonElement pool = (await File.ReadAllLinesAsync(Path.Combine(Out, "watch.jsonl"), Token))
            .Select(line => JsonElement.Parse(line).GetProperty("record"))
            .Last(record => record.TryGetProperty("pool", out JsonElement seen) && seen.ValueKind == JsonValueKind.Object)
            .GetProperty("pool");
        IReadOnlyList<JsonElement> metrics = await receiver.MessagesAsync("metrics");
        Assert.Equal(pool.GetProperty("threads").GetInt64(),
            Point(metrics[^1], "syncopate.target.threads", "gauge").GetProperty("asInt").GetInt64());
        Assert.Equal(pool.GetProperty("longestQueue").GetInt64(),
            Point(metrics[^1], "syncopate.target.queue.length", "gauge").GetProperty("asInt").GetInt64());
        JsonElement run = Assert.Single(Spans(await receiver.MessagesAsync("traces")));
        Assert.Equal("syncopate watch", run.GetProperty("name").GetString());
        JsonElement report = await ReportAsync();
        bool isJudged = report.TryGetProperty("verdict", out JsonElement verdict) && verdict.ValueKind == JsonValueKind.Object;
        Assert.Equal((isJudged ? verdict : report).GetProperty("sentence").GetString(),
            Attribute(Verdict(run), "syncopate.sentence").GetString());
    }

    [Theory]
    [InlineData(503, "status 503")]
    [InlineData(0, "Connection refused")]
    public async Task A_receiver_that_takes_nothing_costs_a_warning_and_not_the_run(int status, string why)
    {
        await using OtlpReceiver? receiver = status > 0 ? await OtlpReceiver.StartAsync(status) : null;
        await using TwinSite site = await TwinSite.StartAsync();
        string address = receiver?.Address ?? "http://127.0.0.1:9"; // Where nobody listens.

        (int code, string _, string error) = await Tool.RunAsync("load", site.Address + "/wait/20", "-c", "5", "-d", "5s", "--otlp",
            address, "--out", Out);

        Assert.True(code == 0, error);
        Assert.Contains($"Warning: {address}/ does not take figures ({why}).", error, StringComparison.Ordinal);
        Assert.True((await ReportAsync()).GetProperty("count").GetInt64() > 0);
    }

    [Fact]
    public async Task A_receiver_that_never_answers_is_waited_for_three_times_and_not_at_every_slot()
    {
        using TcpListener silent = new(IPAddress.Loopback, 0);
        silent.Start(); // The system takes connections, and nobody reads them.
        string address = string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{((IPEndPoint)silent.LocalEndpoint).Port}");
        await using TwinSite site = await TwinSite.StartAsync();

        (int code, string _, string error) = await Tool.RunAsync("compare", site.Address + "/wait/60", site.Address + "/wait/20", "--users",
            "4", "--budget", "30s", "--otlp", address, "--out", Out);

        Assert.True(code == 0, error);
        Assert.Equal(1, Regex.Count(error, Regex.Escape($"Warning: {address}/ does not take figures (no answer within 2 s).")));
        int asked = 0;
        for (; silent.Pending(); asked++)
            (await silent.AcceptTcpClientAsync(Token)).Dispose();
        Assert.InRange(asked, 1, 3);
    }

    [Fact]
    public async Task Prometheus_reads_them_at_a_port_of_this_machine_while_the_load_runs()
    {
        await using TwinSite site = await TwinSite.StartAsync();
        int port = FreePort.Find();
        string address = string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{port}/metrics");
        await using Tool tool = Tool.Start("load", site.Address + "/wait/20", "-c", "5", "-d", "60s", "--metrics-port",
            port.ToString(CultureInfo.InvariantCulture), "--out", Out);
        using HttpClient prometheus = new();

        string text = "";
        while (!text.Contains("syncopate_request_duration_seconds_count", StringComparison.Ordinal))
        {
            await Task.Delay(100, Token); // As often as it is reported; the test has its own limit.
            text = await TextAsync(prometheus, address);
        }

        tool.Signal("INT");
        Assert.Equal(130, await tool.ExitAsync());
        Assert.Matches(@"(?m)^syncopate_requests_total(\{.*\})? [1-9]", text);
        Assert.Matches("""(?m)^syncopate_request_duration_seconds_bucket\{.*le="\+Inf"\} [1-9]""", text);
    }

    [Fact]
    public async Task A_port_that_is_taken_is_said_before_anything_is_measured()
    {
        using TcpListener other = new(IPAddress.Loopback, 0);
        other.Start();
        int port = ((IPEndPoint)other.LocalEndpoint).Port;

        (int code, string _, string error) = await Tool.RunAsync("load", "http://localhost:9/", "--metrics-port",
            port.ToString(CultureInfo.InvariantCulture), "--out", Out);

        Assert.Equal(4, code);
        Assert.Contains(string.Create(CultureInfo.InvariantCulture, $"--metrics-port: 127.0.0.1:{port} cannot be listened on"), error,
            StringComparison.Ordinal);
        Assert.False(Directory.Exists(Out));
    }

    [Theory]
    [InlineData("localhost:4318", "found 'localhost:4318'")]
    [InlineData("ftp://localhost/", "found 'ftp://localhost/'")]
    [InlineData("http://me:secret@localhost:4318", "--otlp takes no password in its address")]
    public async Task An_address_that_is_none_is_refused(string address, string says)
    {
        (int code, string _, string error) = await Tool.RunAsync("load", "http://localhost:9/", "--otlp", address, "--out", Out);

        Assert.Equal(2, code);
        Assert.Contains(says, error, StringComparison.Ordinal);
        Assert.DoesNotContain("secret", error, StringComparison.Ordinal);
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private async Task<JsonElement> ReportAsync() =>
        JsonElement.Parse(await File.ReadAllTextAsync(Path.Combine(Out, "report.json"), Token));

    private static async Task<string> TextAsync(HttpClient client, string address)
    {
        try
        {
            return await client.GetStringAsync(address, Token);
        }
        catch (HttpRequestException)
        {
            return ""; // It does not listen yet.
        }
    }

    private static JsonElement Point(JsonElement message, string metric, string kind) => Assert.Single(Points(message, metric, kind));

    private static long Gauge(JsonElement message, string metric, string form) => Points(message, metric, "gauge").Single(p =>
        Attribute(p, "syncopate.form").GetString() == form && Attribute(p, "syncopate.slot").GetString() == "measured")
        .GetProperty("asInt").GetInt64();

    private static IReadOnlyList<JsonElement> Points(JsonElement message, string metric, string kind) =>
        [.. message.GetProperty("resourceMetrics").EnumerateArray().SelectMany(r => r.GetProperty("scopeMetrics").EnumerateArray())
            .SelectMany(s => s.GetProperty("metrics").EnumerateArray()).Single(m => m.GetProperty("name").GetString() == metric)
            .GetProperty(kind).GetProperty("dataPoints").EnumerateArray()];

    private static IReadOnlyList<JsonElement> Spans(IEnumerable<JsonElement> messages) =>
        [.. messages.SelectMany(m => m.GetProperty("resourceSpans").EnumerateArray())
            .SelectMany(r => r.GetProperty("scopeSpans").EnumerateArray()).SelectMany(s => s.GetProperty("spans").EnumerateArray())];

    private static JsonElement Verdict(JsonElement span) =>
        Assert.Single(span.GetProperty("events").EnumerateArray(), e => e.GetProperty("name").GetString() == "verdict");

    private static string Id(JsonElement span, string name) => span.GetProperty(name).GetProperty("data").GetRawText();

    private static JsonElement Attribute(JsonElement of, string name) =>
        of.GetProperty("attributes").EnumerateArray().Single(a => a.GetProperty("key").GetString() == name).GetProperty("value")
            .EnumerateObject().Single().Value;
}
