using System.Text.Json.Serialization;

namespace Syncopate.Reporting;

/// <summary>When and how a run was made.</summary>
/// <param name="Mode">"quick", "default" or "full".</param>
/// <param name="Seed">Seed of the random orders; a string in JSON, because JavaScript's numbers are exact only up to 2^53.</param>
/// <param name="Command">The command that repeats it.</param>
/// <param name="StartedUtc">Wall clock at the start.</param>
/// <param name="DurationSeconds">Monotonic length up to the last record.</param>
/// <param name="Outcome">"finished", "cancelled", "targetFailed", "faulted", or "killed" when the journal has no end.</param>
public sealed record ReportRun(
    string Mode,
    [property: JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)] ulong Seed,
    string Command,
    DateTimeOffset StartedUtc,
    double DurationSeconds,
    string Outcome);
