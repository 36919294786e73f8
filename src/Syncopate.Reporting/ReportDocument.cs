using System.Text.Json.Serialization;

namespace Syncopate.Reporting;

/// <summary>Everything a report says, made from the journal alone. <c>report.json</c> is this record; the page and the
/// Markdown are drawn from it.</summary>
internal sealed record ReportDocument
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
        init => field = value ?? field; // The serializer passes null for what a report leaves out.
    } = [];

    /// <summary>What each of several machines sent; empty for a load from one process.</summary>
    public IReadOnlyList<LoadAgent> Agents
    {
        get;
        init => field = value ?? field; // As above.
    } = [];

    /// <summary>How well those machines began together; null when fewer than two began.</summary>
    public LoadTogether? Together { get; init; }

    /// <summary>What was left out on purpose, as a run of this size could not decide it; null when nothing was.</summary>
    public NotAsked? NotAsked { get; init; }

    /// <summary>What limits the trust in the run as a whole.</summary>
    public required IReadOnlyList<Doubt> Warnings { get; init; }

    /// <summary>True when something that was asked for is missing; <see cref="Missing"/> says what.</summary>
    public required bool Partial { get; init; }

    /// <summary>What is missing, one sentence each; empty when nothing is.</summary>
    public required IReadOnlyList<string> Missing { get; init; }
}

/// <summary>When and how a run was made.</summary>
/// <param name="Mode">"quick", "default" or "full".</param>
/// <param name="Seed">Seed of the random orders; a string in JSON, because JavaScript's numbers are exact only up to 2^53.</param>
/// <param name="Command">The command that repeats it.</param>
/// <param name="StartedUtc">Wall clock at the start.</param>
/// <param name="DurationSeconds">Monotonic length up to the last record.</param>
/// <param name="Outcome">"finished", "cancelled", "targetFailed", "faulted", or "killed" when the journal has no end.</param>
internal sealed record ReportRun(
    string Mode,
    [property: JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)] ulong Seed,
    string Command,
    DateTimeOffset StartedUtc,
    double DurationSeconds,
    string Outcome)
{
    /// <summary>False of a journal that lost its header: of such a run only length and outcome are known.</summary>
    [JsonIgnore]
    public bool HasHeader => StartedUtc > DateTimeOffset.UnixEpoch;
}

/// <summary>The noise floor: the largest difference a form may show against itself.</summary>
/// <param name="FloorPercent">The end of the interval that lies furthest from no difference, in percent; null when it
/// was not measured.</param>
/// <param name="Ratio">Second slot over first of the same form; null when not measured.</param>
/// <param name="Low">Lower end of its interval.</param>
/// <param name="High">Upper end of its interval.</param>
/// <param name="Rounds">Rounds it rests on.</param>
/// <param name="Form">The form measured against itself.</param>
/// <param name="Sentence">The same in words.</param>
internal sealed record ReportNoise(double? FloorPercent, double? Ratio, double? Low, double? High, int Rounds, Form? Form, string Sentence);

/// <summary>Questions that a run left out on purpose.</summary>
/// <param name="Experiments">Their ids, in the order of the journal; at least one.</param>
/// <param name="Sentence">The same in one sentence, with what asks them.</param>
internal sealed record NotAsked(IReadOnlyList<string> Experiments, string Sentence);
