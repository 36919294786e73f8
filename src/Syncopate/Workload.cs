namespace Syncopate;

/// <summary>A piece of work that exists in two or three forms which give the same result.</summary>
/// <param name="Title">What the work is, in a few words.</param>
/// <param name="UseCase">The class of work, which decides which published advice applies.</param>
/// <param name="Forms">Two or three forms, the baseline first.</param>
public sealed record Workload(string Title, UseCase UseCase, IReadOnlyList<WorkloadForm> Forms);
