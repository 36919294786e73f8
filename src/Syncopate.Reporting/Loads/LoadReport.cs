namespace Syncopate.Reporting.Loads;

/// <summary>Everything that is told of one load, made from its journal alone. In JSON the members of <see cref="Figures"/> stand at the top level. Times are in ms.</summary>
public sealed record LoadReport
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

    /// <summary>Shortest latency; 0 without an answer.</summary>
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

    /// <summary>For users, the latencies with those added that a slow answer kept from being sent. Invented by a rule, for comparison only; null at a rate.</summary>
    public required LatencyFigures? Corrected { get; init; }

    /// <summary>Asked and reached rate; null for users.</summary>
    public required LoadRate? Rate { get; init; }

    /// <summary>What came after the time of the load; null when nothing did, and for a number of requests.</summary>
    public required LoadDrain? Drain { get; init; }

    /// <summary>Requests sent once more, because the server had closed their connection between two requests; null where it is not known.</summary>
    public required long? Reopened { get; init; }

    /// <summary>Traffic.</summary>
    public required LoadBytes Bytes { get; init; }

    /// <summary>Little's law.</summary>
    public required LoadInFlight InFlight { get; init; }

    /// <summary>What the generator used.</summary>
    public required GeneratorFigures Generator { get; init; }

    /// <summary>What the target's process used; null when it was not watched.</summary>
    public required LoadProcess? Process { get; init; }

    /// <summary>The intervals in order.</summary>
    public required IReadOnlyList<LoadIntervalReport> Intervals { get; init; }

    /// <summary>Conditions that the load was held against; may be empty.</summary>
    public required IReadOnlyList<LoadThreshold> Thresholds { get; init; }

    /// <summary>What limits the trust in these figures.</summary>
    public required IReadOnlyList<Doubt> Warnings { get; init; }

    /// <summary>True when the load did not run to its end, or its journal is damaged.</summary>
    public required bool Partial { get; init; }

    /// <summary>What is missing, one sentence each; empty when nothing is.</summary>
    public required IReadOnlyList<string> Missing { get; init; }
}
