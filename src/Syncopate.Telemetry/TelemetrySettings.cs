namespace Syncopate.Telemetry;

/// <summary>Where figures go beside the journal.</summary>
/// <param name="Otlp">Base address of a receiver of OTLP by HTTP and Protobuf, such as http://localhost:4318; null for none.</param>
/// <param name="MetricsPort">Port on 127.0.0.1 at which Prometheus may read; null for none.</param>
internal sealed record TelemetrySettings(Uri? Otlp, int? MetricsPort)
{
    /// <summary>Nothing is sent anywhere.</summary>
    public static TelemetrySettings None { get; } = new(null, null);

    /// <summary>True when figures go somewhere.</summary>
    public bool IsWanted => Otlp is not null || MetricsPort is not null;
}
