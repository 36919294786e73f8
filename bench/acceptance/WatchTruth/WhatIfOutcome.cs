using System.Text.Json.Serialization;

namespace Syncopate.Acceptance.WatchTruth;

/// <summary>One program, what the experiment within its process said of 60 threads, and what two processes of their own did.</summary>
/// <param name="Seed">Which program.</param>
/// <param name="AtUtc">When.</param>
/// <param name="PerSecond">Pages per second as it is, in a process of its own.</param>
/// <param name="WithThreads">With a minimum of 60 threads, in another.</param>
/// <param name="Ratio">What the experiment says: how many times as many work items; null where it says none.</param>
/// <param name="Low">Lower end of its interval.</param>
/// <param name="High">Upper end of it.</param>
/// <param name="Sentence">That in words.</param>
internal sealed record WhatIfOutcome(
    int Seed,
    DateTimeOffset AtUtc,
    double PerSecond,
    double WithThreads,
    double? Ratio,
    double? Low,
    double? High,
    string Sentence)
{
    // By so much two processes of one program differ on a machine that others use a little.
    private const double Apart = 1.3;

    /// <summary>What the two processes did, one over the other; infinity where the program as it is completed nothing.</summary>
    [JsonIgnore] // JSON has no infinity.
    public double Truth => WithThreads / PerSecond;

    /// <summary>Whether the interval of the experiment holds the truth, as near as two processes are to each other. An experiment
    /// without a ratio is right where a program completes nothing as it is.</summary>
    public bool Agrees => Low is { } low && High is { } high ? low / Apart <= Truth && Truth <= high * Apart : PerSecond == 0;
}
