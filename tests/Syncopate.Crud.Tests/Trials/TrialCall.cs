namespace Syncopate.Crud.Tests.Trials;

/// <summary>One call in both forms, and what must be in the database when it says that it was done.</summary>
/// <param name="Name">What it does, for a report.</param>
/// <param name="Synchronous">One form.</param>
/// <param name="Asynchronous">The other.</param>
/// <param name="Touches">Whether the call may change this row, by kind and key.</param>
/// <param name="Holds">Whether the rows are those that the answer promises; given the rows before, those after, and the answer.</param>
internal sealed record TrialCall(
    string Name,
    Func<CrudService<TrialContext>, Result> Synchronous,
    Func<CrudService<TrialContext>, CancellationToken, Task<Result>> Asynchronous,
    Func<string, bool> Touches,
    Func<Dictionary<string, string>, Dictionary<string, string>, Result, bool> Holds);
