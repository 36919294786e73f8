using System.Text.Json.Serialization;

namespace Syncopate.Reporting.Loads;

/// <summary>Everything that is reported of one load, made from its journal alone. In JSON the members of
/// <see cref="Figures"/> stand at the top level. Times are in ms.</summary>
internal sealed record LoadReport
{
    /// <summary>Version of this schema; a field is never renamed within it.</summary>
    public required int Schema { get; init; }

    /// <summary>The tool that measured.</summary>
    public required ReportTool Tool { get; init; }

    /// <summary>Command, start, length and how it ended.</summary>
    public required ReportRun Run { get; init; }

    /// <summary>The machine.</summary>
    public required Machine Machine { get; init; }

    /// <summary>What was asked for, as the journal has it.</summary>
    public required LoadDescription Target { get; init; }

    /// <summary>The load in words, such as "50 users for 10 s".</summary>
    public required string LoadSentence { get; init; }

    /// <summary>The result in one sentence.</summary>
    public required string Sentence { get; init; }

    /// <summary>The figures that every form of an experiment has, too.</summary>
    public required FormReport Figures { get; init; }

    /// <summary>Shortest latency; no number, in JSON null, without an answer.</summary>
    [JsonConverter(typeof(MeasuredOrNull))]
    public required double Min { get; init; }

    /// <summary>Latency by percentile, rising; only percentiles with ten answers beyond them.</summary>
    public required IReadOnlyList<LoadPercentile> Percentiles { get; init; }

    /// <summary>Failed requests by kind, the most frequent first.</summary>
    public required IReadOnlyList<LoadErrors> ErrorsByKind { get; init; }

    /// <summary>Latencies counted between bounds that grow by one factor; empty without an answer.</summary>
    public required IReadOnlyList<LoadBand> Distribution { get; init; }

    /// <summary>The steps of a scenario in their order; empty for a single request.</summary>
    public required IReadOnlyList<LoadStepReport> Steps { get; init; }

    /// <summary>From sending to the first byte.</summary>
    public required LatencyFigures FirstByte { get; init; }

    /// <summary>Opening of connections.</summary>
    public required LatencyFigures Connects { get; init; }

    /// <summary>At a rate, from sending to the last byte: what the server did, without the wait to be sent; else null.</summary>
    public required LatencyFigures? Service { get; init; }

    /// <summary>At a rate, how late requests were begun; else null.</summary>
    public required LatencyFigures? Lateness { get; init; }

    /// <summary>For users, the latencies with those added that a slow answer kept from being sent. Invented by a rule,
    /// for comparison only; null at a rate.</summary>
    public required LatencyFigures? Corrected { get; init; }

    /// <summary>Asked and reached rate; null for users.</summary>
    public required LoadRate? Rate { get; init; }

    /// <summary>What came after the time of the load; null when nothing did, and for a number of requests.</summary>
    public required LoadDrain? Drain { get; init; }

    /// <summary>Requests sent once more, because the server had closed their connection between two requests; null
    /// where it is not known.</summary>
    public required long? Reopened { get; init; }

    /// <summary>Traffic.</summary>
    public required LoadBytes Bytes { get; init; }

    /// <summary>Little's law.</summary>
    public required LoadInFlight InFlight { get; init; }

    /// <summary>What the generator used.</summary>
    public required GeneratorFigures Generator { get; init; }

    /// <summary>What each of several machines sent; empty for a load from one process.</summary>
    public IReadOnlyList<LoadAgent> Agents { get; init; } = [];

    /// <summary>How well they began together; null for a load from one process.</summary>
    public LoadTogether? Together { get; init; }

    /// <summary>What the target's process used; null when it was not watched.</summary>
    public required LoadProcess? Process { get; init; }

    /// <summary>The intervals in order.</summary>
    public required IReadOnlyList<LoadIntervalReport> Intervals { get; init; }

    /// <summary>Conditions that the load was compared with; may be empty.</summary>
    public required IReadOnlyList<LoadThreshold> Thresholds { get; init; }

    /// <summary>What limits the trust in these figures.</summary>
    public required IReadOnlyList<Doubt> Warnings { get; init; }

    /// <summary>True when the load did not run to its end, or its journal is damaged.</summary>
    public required bool Partial { get; init; }

    /// <summary>What is missing, one sentence each; empty when nothing is.</summary>
    public required IReadOnlyList<string> Missing { get; init; }
}

/// <summary>A point of a latency distribution.</summary>
/// <param name="Percentile">Above 0, below 100.</param>
/// <param name="Milliseconds">So many percent of the answers took no longer.</param>
internal sealed record LoadPercentile(double Percentile, double Milliseconds);

/// <summary>Failed requests of one kind.</summary>
/// <param name="Kind">Such as "status 503" or "timed out".</param>
/// <param name="Count">How many; at least 1.</param>
internal sealed record LoadErrors(string Kind, long Count);

/// <summary>Answers within two bounds of latency.</summary>
/// <param name="From">Lower bound in ms; excluded, but in the first band.</param>
/// <param name="To">Upper bound in ms, included.</param>
/// <param name="Count">How many; may be 0.</param>
internal sealed record LoadBand(double From, double To, long Count);

/// <summary>One step of a scenario.</summary>
/// <param name="Name">As the scenario names it, else its path.</param>
/// <param name="Figures">Its latencies; those of all steps together are those of the load.</param>
/// <param name="Failed">Its failed requests; null in journals that do not report it.</param>
internal sealed record LoadStepReport(string Name, LatencyFigures Figures, long? Failed);

/// <summary>The rate of a load at which requests are due.</summary>
/// <param name="AskedPerSecond">Requests due per second, on average; what stands behind a failed step of a pass was not due.</param>
/// <param name="ReachedPerSecond">Requests answered or failed per second; no number, in JSON null, where no interval was measured.</param>
/// <param name="Overflowed">Requests due while as many were in flight as may be; they waited in the generator.</param>
internal sealed record LoadRate(
    double AskedPerSecond,
    [property: JsonConverter(typeof(MeasuredOrNull))] double ReachedPerSecond,
    long Overflowed);

/// <summary>What came after the time of a load, to requests sent within it. The rate leaves it out; latencies and
/// failures do not.</summary>
/// <param name="Answers">Good answers.</param>
/// <param name="Failures">Failed requests.</param>
/// <param name="Seconds">How long the last of them took after the time was over.</param>
internal sealed record LoadDrain(long Answers, long Failures, double Seconds);

/// <summary>Traffic of a load.</summary>
/// <param name="Sent">Bytes sent, heads included; null where the engine cannot tell, or sent none.</param>
/// <param name="Received">Bytes received, heads and framing included; null where <paramref name="Sent"/> is.</param>
/// <param name="Bodies">Bytes of all response bodies.</param>
internal sealed record LoadBytes(long? Sent, long? Received, long Bodies);

/// <summary>Little's law: requests in flight are rate times latency. No number, in JSON null, where no interval was measured.</summary>
/// <param name="Mean">Requests in flight at once, averaged over the load.</param>
/// <param name="Share">Time in flight over the time users should have had a request in flight; 1 is perfect. At a rate:
/// over the time since requests were due.</param>
internal sealed record LoadInFlight(
    [property: JsonConverter(typeof(MeasuredOrNull))] double Mean,
    [property: JsonConverter(typeof(MeasuredOrNull))] double Share);

/// <summary>What the target's process used during a load. A collection counts in each generation that it went through.
/// All but the processor time is null where the process reported nothing itself.</summary>
/// <param name="CpuSeconds">CPU time.</param>
/// <param name="Cores">Processors it used on average.</param>
/// <param name="AllocatedBytes">Bytes allocated on its managed heap.</param>
/// <param name="Gen0Collections">Collections of generation 0.</param>
/// <param name="Gen1Collections">Collections of generation 1.</param>
/// <param name="Gen2Collections">Collections of generation 2.</param>
internal sealed record LoadProcess(
    double CpuSeconds, double Cores, long? AllocatedBytes, int? Gen0Collections, int? Gen1Collections, int? Gen2Collections);

/// <summary>A condition under which the load fails, compared with it.</summary>
/// <param name="Condition">As it was given, such as "p99 &gt; 300ms".</param>
/// <param name="Passed">False when the condition came true, or could not be judged.</param>
/// <param name="Sentence">Such as "p99 241 ms (limit 300 ms)".</param>
internal sealed record LoadThreshold(string Condition, bool Passed, string Sentence)
{
    /// <summary>False when it could not be judged, since its figure was not measured.</summary>
    [JsonIgnore]
    public bool IsJudged { get; init; } = true;

    /// <summary>How it ended, in words: "Held", "Failed" or "Not judged".</summary>
    [JsonIgnore]
    public string Outcome => Passed ? "Held" : IsJudged ? "Failed" : "Not judged";
}
