namespace Syncopate.Reporting;

/// <summary>Everything a report says, made from the journal alone. <c>report.json</c> is this record; the page and the Markdown are drawn from it.</summary>
public sealed record ReportDocument
{
    /// <summary>Version of this schema; a field is never renamed within it.</summary>
    public required int Schema { get; init; }

    /// <summary>The tool that measured.</summary>
    public required ReportTool Tool { get; init; }

    /// <summary>The run: mode, seed, command, start, length and how it ended.</summary>
    public required ReportRun Run { get; init; }

    /// <summary>The machine.</summary>
    public required Machine Machine { get; init; }

    /// <summary>The result of the whole run in two short sentences.</summary>
    public required string Headline { get; init; }

    /// <summary>The headline with its figures, two or three sentences.</summary>
    public required string Summary { get; init; }

    /// <summary>How far a form differs from itself in this run.</summary>
    public required ReportNoise Noise { get; init; }

    /// <summary>One entry an experiment that has at least one complete slot, in the order in which they ran.</summary>
    public required IReadOnlyList<ExperimentReport> Experiments { get; init; }

    /// <summary>The tables that experiments are part of; empty when each stands alone.</summary>
    public IReadOnlyList<GroupReport> Groups
    {
        get;
        init => field = value ?? field; // The serializer passes null for what a report does not tell.
    } = [];

    /// <summary>What was left out on purpose, as a run of this size could not decide it; null when nothing was.</summary>
    public NotAsked? NotAsked { get; init; }

    /// <summary>What limits the trust in the run as a whole.</summary>
    public required IReadOnlyList<Doubt> Warnings { get; init; }

    /// <summary>True when something that was asked for is missing; <see cref="Missing"/> says what.</summary>
    public required bool Partial { get; init; }

    /// <summary>What is missing, one sentence each; empty when nothing is.</summary>
    public required IReadOnlyList<string> Missing { get; init; }
}
