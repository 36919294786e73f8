using System.Text.Json;
using System.Text.Json.Serialization;

namespace Syncopate;

/// <summary>A piece of work that exists in two or three forms which give the same result.</summary>
/// <param name="Title">What the work is, in a few words.</param>
/// <param name="UseCase">The class of work, as the articles have it.</param>
/// <param name="Forms">Two or three forms, the baseline first.</param>
internal sealed record Workload(string Title, UseCase UseCase, IReadOnlyList<WorkloadForm> Forms)
{
    /// <summary>What holds of the work: what its experiment states, else what follows from its use case.</summary>
    [JsonIgnore]
    public WorkTraits Traits => StatedTraits ?? WorkTraits.Of(UseCase);

    /// <summary>What the experiment states itself; null where its use case says it, as in all journals before there were traits.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public WorkTraits? StatedTraits { get; init; }

    /// <summary>The class of work as files name it, such as "ioBound".</summary>
    [JsonIgnore]
    public string UseCaseName => JsonNamingPolicy.CamelCase.ConvertName(UseCase.ToString());
}

/// <summary>One form of a workload, as the load generator reaches it.</summary>
/// <param name="Form">Which form it is; unique within a workload.</param>
/// <param name="Label">What a reader calls it, such as "Async, one after the other".</param>
/// <param name="Path">Path and query below the server's address; starts with "/".</param>
/// <param name="LimitMilliseconds">The least time physics allows for one answer (the waits that cannot overlap); 0 when
/// there is no such limit.</param>
internal sealed record WorkloadForm(Form Form, string Label, string Path, double LimitMilliseconds);
