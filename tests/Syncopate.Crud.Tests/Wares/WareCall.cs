namespace Syncopate.Crud.Tests.Wares;

/// <summary>One call in both forms, and the row that it leaves when it says that it was done.</summary>
/// <param name="Name">What it does, for a report.</param>
/// <param name="Synchronous">One form.</param>
/// <param name="Asynchronous">The other.</param>
/// <param name="Row">Key of the row that it is about, given its answer when it was done.</param>
/// <param name="Expected">The row as text, given the row before; null where it must be gone.</param>
internal sealed record WareCall(
    string Name,
    Func<CrudService<WareContext>, Result> Synchronous,
    Func<CrudService<WareContext>, CancellationToken, Task<Result>> Asynchronous,
    Func<Result, string> Row,
    Func<string?, string?> Expected);
