using Syncopate.Crud.Tests.Databases;

namespace Syncopate.Crud.Tests.BothForms;

/// <summary>One call in both forms, and what must come of it on every database: there is one expectation for all.</summary>
/// <param name="Name">A sentence.</param>
/// <param name="Synchronous">One form.</param>
/// <param name="Asynchronous">The other.</param>
public sealed record CrudCase(
    string Name,
    Func<CrudService<BlogContext>, Result> Synchronous,
    Func<CrudService<BlogContext>, CancellationToken, Task<Result>> Asynchronous)
{
    public Outcome Outcome { get; init; }

    public string Message { get; init; } = "";

    /// <summary>Path and message of each; null when there is one with the message of the result and no path.</summary>
    public IReadOnlyList<CrudError> Errors { get; init; } = [];

    /// <summary>What the tables hold afterwards; null when they must hold what they held before.</summary>
    public string? Rows { get; init; }
}
