namespace Syncopate;

/// <summary>A piece of work that exists in two or three forms which give the same result.</summary>
/// <param name="Title">What the work is, in a few words.</param>
/// <param name="UseCase">The class of work, which decides which published advice applies.</param>
/// <param name="Forms">Two or three forms, the baseline first.</param>
internal sealed record Workload(string Title, UseCase UseCase, IReadOnlyList<WorkloadForm> Forms);

/// <summary>One form of a workload, as the load generator reaches it.</summary>
/// <param name="Form">Which form it is; unique within a workload.</param>
/// <param name="Label">What a reader calls it, such as "Async, one after the other".</param>
/// <param name="Path">Path and query below the server's address; starts with "/".</param>
/// <param name="LimitMilliseconds">The least time physics allows for one answer (the waits that cannot overlap); 0 when
/// there is no such limit.</param>
internal sealed record WorkloadForm(Form Form, string Label, string Path, double LimitMilliseconds);
