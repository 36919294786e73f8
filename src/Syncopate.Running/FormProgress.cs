namespace Syncopate.Running;

/// <summary>One form so far.</summary>
/// <param name="Form">The form.</param>
/// <param name="Label">What a reader calls it.</param>
/// <param name="MeanMilliseconds">Mean latency; 0 without an answer.</param>
/// <param name="RequestsPerSecond">Answers per second while it was driven; no number where none came within the time of its slots.</param>
/// <param name="Errors">Failed requests.</param>
internal sealed record FormProgress(Form Form, string Label, double MeanMilliseconds, double RequestsPerSecond, long Errors)
{
    /// <summary>Mean latency in the round just completed; null without an answer.</summary>
    public double? LastMilliseconds { get; init; }

    /// <summary>Most threads that its pool had; null when that is not known.</summary>
    public int? Threads { get; init; }
}
