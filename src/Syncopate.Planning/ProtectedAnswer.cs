using System.Text.Json.Serialization;
using Syncopate.Planning.Formulas;
using Syncopate.Planning.Simulation;
using Syncopate.Units;

namespace Syncopate.Planning;

/// <summary>One form with one protection, while the dependency is slow for 15 of 60 seconds: figures of one machine.</summary>
/// <param name="Protection">What protects it, such as "timeout 200 ms".</param>
/// <param name="Style">How it waits.</param>
/// <param name="AnsweredShare">Share of the requests that arrived which succeeded within their callers' patience,
/// counted from the arrival, 0 to 1.</param>
/// <param name="OpenShare">Share of the requests that arrived which had neither succeeded nor failed at the end, 0 to 1.</param>
/// <param name="CallsPerRequest">Calls of the dependency for each request that arrived.</param>
/// <param name="MostInFlight">Most requests under way at once.</param>
/// <param name="LongestQueue">Most requests that waited for a thread.</param>
/// <param name="P99Milliseconds">99th percentile of all requests, failed ones included; those open at the end count with their age.</param>
/// <param name="RecoverySeconds">Seconds after the slow spell until all was well again; null when that did not happen.</param>
internal sealed record ProtectedAnswer(
    string Protection, WaitStyle Style, double AnsweredShare, double OpenShare, double CallsPerRequest, int MostInFlight, int LongestQueue,
    double P99Milliseconds, double? RecoverySeconds)
{
    /// <summary>False where fewer than ten requests lie beyond the 99th percentile: then it is how long single requests take.</summary>
    [JsonIgnore]
    public bool CarriesP99 { get; init; } = true;

    internal static ProtectedAnswer Of(ProtectedForm form)
    {
        DependencyOutcome outcome = form.Outcome;
        return new ProtectedAnswer(
            form.Protection,
            form.Style,
            outcome.InTimeShare,
            outcome.Open / (double)Math.Max(1, outcome.Arrived),
            outcome.Calls / (double)Math.Max(1, outcome.Arrived),
            outcome.MostInFlight,
            outcome.LongestQueue,
            Nanoseconds.ToMilliseconds(outcome.Latencies.ValueAtQuantile(0.99)),
            outcome.RecoverySeconds)
        {
            CarriesP99 = SlotRules.CarriesQuantile(0.99, outcome.Latencies.TotalCount),
        };
    }
}

/// <summary>One form with one protection against a slow dependency.</summary>
/// <param name="Protection">What protects it, such as "timeout 200 ms".</param>
/// <param name="Style">How it waits.</param>
/// <param name="Outcome">What happened.</param>
internal sealed record ProtectedForm(string Protection, WaitStyle Style, DependencyOutcome Outcome);
