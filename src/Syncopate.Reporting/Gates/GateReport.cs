using System.Text.Json.Serialization;

namespace Syncopate.Reporting.Gates;

/// <summary>What the gate found.</summary>
internal sealed record GateReport
{
    /// <summary>Version of this schema.</summary>
    public int Schema { get; init; } = 1;

    /// <summary>True when the build may go on.</summary>
    public required bool Passed { get; init; }

    /// <summary>The same in one sentence.</summary>
    public required string Sentence { get; init; }

    /// <summary>Where the result was read.</summary>
    public required string Result { get; init; }

    /// <summary>Where the baseline was read; null without one.</summary>
    public required string? Baseline { get; init; }

    /// <summary>True when fixed limits were held and the result, or the baseline, lacks something that was asked for.</summary>
    public required bool Partial { get; init; }

    /// <summary>What limits the trust in the checks, one sentence each.</summary>
    public required IReadOnlyList<string> Notes { get; init; }

    /// <summary>Every check: thresholds in the order in which they were given, then pairs, then regressions.</summary>
    public required IReadOnlyList<GateCheck> Checks { get; init; }
}

/// <summary>One check of the gate.</summary>
internal sealed record GateCheck
{
    /// <summary>Id of the experiment.</summary>
    public required string Experiment { get; init; }

    /// <summary>The form, lower case.</summary>
    public required string Form { get; init; }

    /// <summary>The figure or metric, as command lines name it.</summary>
    public required string Figure { get; init; }

    /// <summary>What the form is compared with.</summary>
    public required GateCheckKind Kind { get; init; }

    /// <summary>How it ended.</summary>
    public GateOutcome Outcome { get; init; }

    /// <summary>What was found, such as "241 ms" or "18% slower".</summary>
    public string Found { get; init; } = "";

    /// <summary>What it was compared with, and how sure that is, such as "limit 300 ms".</summary>
    public string Detail { get; init; } = "";

    /// <summary>The figure in ms, requests per second, bytes, a count, or percent of requests; null for a regression and
    /// when not measured.</summary>
    public double? Value { get; init; }

    /// <summary>The fixed limit in the unit of <see cref="Value"/>; null for a regression.</summary>
    public double? Limit { get; init; }

    /// <summary>How much worse than in the baseline, in percent, negative for better; null for a threshold, when
    /// nothing could be compared, and beyond any number.</summary>
    public double? Percent { get; init; }

    /// <summary>Lower end of the interval of <see cref="Percent"/>; null when there is none.</summary>
    public double? LowPercent { get; init; }

    /// <summary>Upper end of the interval of <see cref="Percent"/>; null when there is none.</summary>
    public double? HighPercent { get; init; }

    /// <summary>How much worse the form may be, in percent; null for a threshold.</summary>
    public double? LimitPercent { get; init; }

    /// <summary>The form of the same result that it is compared with; null where it is not compared with one.</summary>
    public string? Against { get; init; }

    /// <summary>Such as "delay.async.p95".</summary>
    public string Name => $"{Experiment}.{Form}.{Figure}";

    /// <summary>Such as "delay.async.p95 241 ms (limit 300 ms)".</summary>
    public string Sentence => $"{Name} {Found} ({Detail})";

    /// <summary>False for a limit on a figure that was not measured: it was not kept, and was not crossed either.</summary>
    [JsonIgnore]
    public bool IsJudged => Kind != GateCheckKind.Threshold || Value is not null;

    /// <summary>How it ended, in words: "ok", "FAIL", "not judged" or "undecided".</summary>
    [JsonIgnore]
    public string Mark => Outcome switch
    {
        GateOutcome.Failed => IsJudged ? "FAIL" : "not judged",
        GateOutcome.Undecided => "undecided",
        GateOutcome.Ok => "ok",
        _ => throw new InvalidOperationException($"{Outcome} is not an outcome."),
    };
}

/// <summary>What a check compares a form with.</summary>
internal enum GateCheckKind
{
    /// <summary>A fixed limit.</summary>
    Threshold,

    /// <summary>Itself in the baseline.</summary>
    Regression,

    /// <summary>Another form of the same result.</summary>
    Pair,
}

/// <summary>How a check ended.</summary>
internal enum GateOutcome
{
    /// <summary>The limit is kept.</summary>
    Ok,

    /// <summary>The limit is crossed, beyond what noise explains.</summary>
    Failed,

    /// <summary>The data cannot tell, or there is nothing to compare with.</summary>
    Undecided,
}
