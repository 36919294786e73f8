using System.Globalization;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;
using Syncopate.Reporting;
using Syncopate.Watch;

namespace Syncopate.Telemetry;

/// <summary>Sends what a run measures to the user's own OpenTelemetry backend, as each slot or interval ends: between slots, never
/// within one. What cannot be sent is counted and reported at the end; the run goes on, its journal is the result.</summary>
/// <remarks>One thread at a time, as the journal that it follows.</remarks>
internal sealed class RunTelemetry : IDisposable
{
    private const string Service = "syncopate";
    private const int SendTimeout = 2_000; // Milliseconds.

    // 100 µs to 100 s, ten to a decade: Prometheus has no buckets that find their own size.
    private static readonly double[] Bounds = [.. Enumerable.Range(0, 61).Select(i => Math.Round(1e-4 * Math.Pow(10, i / 10.0), 7))];

    private readonly Action<string> _say;
    private readonly TelemetrySettings _settings;
    private readonly TelemetrySending _figuresSending;
    private readonly TelemetrySending _spansSending;
    private readonly TelemetryMetrics _metrics = new();
    private readonly TelemetrySpans? _spans;
    private readonly MeterProvider? _pushed;
    private readonly MeterProvider? _pulled;
    private readonly TracerProvider? _traces;
    private bool _isGivenUpSaid;
    private bool _isOver;

    private RunTelemetry(TelemetrySettings settings, string version, Action<string> say)
    {
        _say = say;
        _settings = settings;
        ReceiverSilence silence = new();
        (_figuresSending, _spansSending) = (new TelemetrySending(silence), new TelemetrySending(silence));
        ResourceBuilder resource = ResourceBuilder.CreateEmpty()
            .AddService(Service, serviceVersion: version, serviceInstanceId: Guid.NewGuid().ToString("N"));
        if (settings.MetricsPort is { } port)
            _pulled = Listen(port, resource);
        if (settings.Otlp is not { } address)
            return;
        _traces = Sdk.CreateTracerProviderBuilder()
            .SetResourceBuilder(resource)
            .SetSampler(new AlwaysOnSampler())
            .AddSource(TelemetrySpans.Source)
            .AddProcessor(new SimpleActivityExportProcessor(new OtlpTraceExporter(Options(address, "v1/traces", _spansSending))))
            .Build();
        _spans = new TelemetrySpans(TimeProvider.System);
        // Sent when this says so: a timer of the package's would send within a slot.
        _pushed = Sdk.CreateMeterProviderBuilder()
            .SetResourceBuilder(resource)
            .AddMeter(TelemetryMetrics.Meter)
            .AddView(TelemetryMetrics.Duration, new Base2ExponentialBucketHistogramConfiguration())
            .AddReader(new BaseExportingMetricReader(new OtlpMetricExporter(Options(address, "v1/metrics", _figuresSending))))
            .Build();
    }

    /// <summary>Opens it.</summary>
    /// <param name="settings">Where figures go.</param>
    /// <param name="version">Version of the tool.</param>
    /// <param name="say">Takes a line for the user, when figures could not be sent.</param>
    /// <returns>Null when nothing is wanted.</returns>
    /// <exception cref="TelemetryException">The port cannot be listened on.</exception>
    public static RunTelemetry? Open(TelemetrySettings settings, string version, Action<string> say)
    {
        ArgumentNullException.ThrowIfNull(settings);
        ArgumentNullException.ThrowIfNull(say);
        return settings.IsWanted ? new RunTelemetry(settings, version, say) : null;
    }

    /// <summary>Takes what the journal has just kept.</summary>
    public void Take(JournalRecord record)
    {
        ArgumentNullException.ThrowIfNull(record);
        bool isNews = _metrics.Take(record);
        _spans?.Take(record);
        if (isNews)
            Send();
    }

    /// <summary>Takes what a watch has just seen.</summary>
    public void Take(WatchRecord record)
    {
        ArgumentNullException.ThrowIfNull(record);
        _spans?.Take(record);
        if (record is not WatchSample moment)
            return;
        _metrics.Take(moment);
        Send();
    }

    /// <summary>Sends the verdicts of a report, as events of its experiments' spans.</summary>
    public void Conclude(ReportDocument report)
    {
        ArgumentNullException.ThrowIfNull(report);
        _spans?.Conclude(report);
        End();
    }

    /// <summary>Tells one verdict in words, as an event of the run's span.</summary>
    public void Conclude(string sentence)
    {
        _spans?.Conclude(sentence);
        End();
    }

    private void End()
    {
        if (_isOver)
            return;
        _isOver = true;
        _spans?.End();
        Send();
        int failed = _figuresSending.Failed + _spansSending.Failed;
        if (failed > 0)
        {
            string why = _figuresSending.Failed > 0 ? _figuresSending.LastFailure : _spansSending.LastFailure;
            _say(string.Create(CultureInfo.InvariantCulture,
                $"Warning: {failed} of {failed + _figuresSending.Sent + _spansSending.Sent} messages to {_settings.Otlp} were not taken "
                + $"({why}). The journal and the report have everything."));
        }
    }

    private void Send()
    {
        if (!_figuresSending.IsGivenUp)
            _pushed?.ForceFlush(SendTimeout);
        if (!_figuresSending.IsGivenUp || _isGivenUpSaid)
            return;
        _isGivenUpSaid = true;
        _say($"Warning: {_settings.Otlp} does not take figures ({_figuresSending.LastFailure}). No more are sent there; the run goes on, "
            + "and its journal and report have everything.");
    }

    private static OtlpExporterOptions Options(Uri address, string path, TelemetrySending sending) => new()
    {
        Endpoint = new Uri(new Uri(address.AbsoluteUri.TrimEnd('/') + "/"), path),
        Protocol = OtlpExportProtocol.HttpProtobuf,
        TimeoutMilliseconds = SendTimeout,
        HttpClientFactory = () => new HttpClient(sending.Handler(), disposeHandler: true)
        {
            Timeout = TimeSpan.FromMilliseconds(SendTimeout),
        },
    };

    private static MeterProvider Listen(int port, ResourceBuilder resource)
    {
        try
        {
            return Sdk.CreateMeterProviderBuilder()
                .SetResourceBuilder(resource)
                .AddMeter(TelemetryMetrics.Meter)
                .AddView(TelemetryMetrics.Duration, new ExplicitBucketHistogramConfiguration { Boundaries = Bounds })
                .AddPrometheusHttpListener(options => (options.Host, options.Port) = ("127.0.0.1", port))
                .Build();
        }
        catch (Exception e) when (e is System.Net.HttpListenerException or System.Net.Sockets.SocketException or InvalidOperationException)
        {
            throw new TelemetryException(string.Create(CultureInfo.InvariantCulture, $"--metrics-port: 127.0.0.1:{port} cannot be listened "
                + $"on: {e.Message.TrimEnd('.')}. Give a port that nothing else has."), e);
        }
    }

    /// <summary>Sends what is left, and closes everything.</summary>
    public void Dispose()
    {
        End();
        _traces?.Dispose();
        _pushed?.Dispose();
        _pulled?.Dispose();
        _spans?.Dispose();
        _metrics.Dispose();
    }
}
