using System.Text.Json.Serialization;

namespace Syncopate.Reporting;

/// <summary>What the generator used, and whether it was the limit.</summary>
/// <param name="CpuSeconds">CPU time of its process; no number, in JSON null, where no interval was measured.</param>
/// <param name="Cores">Processors it used on average; no number, in JSON null, where no interval was measured.</param>
/// <param name="CpuMicrosecondsPerRequest">CPU time for one request; null without a request.</param>
/// <param name="BusyShares">For each of its threads the share of time it was at work or kept from it; empty for the
/// engine on the thread pool, where the system does not report it, and when the run was killed.</param>
/// <param name="WasTheLimit">True when answers had to wait for it, so that its own delay counts as the server's; null when the load was
/// killed, as it is judged at the end.</param>
internal sealed record GeneratorFigures(
    [property: JsonConverter(typeof(MeasuredOrNull))] double CpuSeconds,
    [property: JsonConverter(typeof(MeasuredOrNull))] double Cores,
    double? CpuMicrosecondsPerRequest,
    IReadOnlyList<double> BusyShares,
    bool? WasTheLimit);
