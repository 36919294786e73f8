using System.CommandLine;
using Syncopate.Telemetry;

namespace Syncopate.Cli.Lines;

/// <summary>The options that send figures to the user's own OpenTelemetry backend.</summary>
internal sealed class TelemetryLine
{
    private readonly Option<string?> _otlp = new("--otlp")
    {
        Description = "Send histograms, counts, threads and verdict to this OpenTelemetry receiver, such as http://localhost:4318.",
        HelpName = "URL",
    };
    private readonly Option<string?> _port = new("--metrics-port")
    {
        Description = "Serve the figures to Prometheus at http://127.0.0.1:N/metrics; other machines cannot reach it.",
        HelpName = "N",
    };

    /// <summary>The options, in the order of the help.</summary>
    public IReadOnlyList<Option> All => [_otlp, _port];

    /// <exception cref="UsageException">Something cannot be done as written.</exception>
    public TelemetrySettings Read(ParseResult line) => new(
        line.GetValue(_otlp) is { } text ? Address(text) : null,
        line.GetValue(_port) is { } port ? (int)LineValue.Whole(_port.Name, port, 1, ushort.MaxValue) : null);

    private static Uri Address(string text) =>
        !Uri.TryCreate(text, UriKind.Absolute, out Uri? address) || address is not { Scheme: "http" or "https", Query: "", Fragment: "" }
            ? throw new UsageException(
                $"--otlp takes the base address of a receiver; found '{text}'. Example: --otlp http://localhost:4318")
            : address.UserInfo.Length > 0
                ? throw new UsageException("--otlp takes no password in its address: a command line is read by others. "
                    + "Put it into a header, by the environment: OTEL_EXPORTER_OTLP_HEADERS=\"authorization=...\"")
                : address;
}
