using Syncopate.Telemetry;

namespace Syncopate.Cli.Lines;

/// <summary>Where a measurement goes and how it is shown, checked.</summary>
/// <param name="Seed">Seed of the random orders; given or drawn.</param>
/// <param name="Folder">The folder that was named; null for a new one.</param>
/// <param name="Json">Print one document on stdout.</param>
/// <param name="Open">Open the page when done.</param>
internal sealed record ResultSettings(ulong Seed, string? Folder, bool Json, bool Open)
{
    /// <summary>True to draw the verdict as a picture too.</summary>
    public bool Card { get; init; }

    /// <summary>Where figures go beside the journal.</summary>
    public TelemetrySettings Telemetry { get; init; } = TelemetrySettings.None;
}
