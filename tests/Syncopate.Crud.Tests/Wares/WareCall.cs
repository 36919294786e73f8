namespace Syncopate.Crud.Tests.Wares;

/// <summary>One call in both forms, and the row that it leaves when it says that it was done.</summary>
/// <param name="Name">What it does, for a report.</param>
/// <param name="Row">The row that it is about; null for a new one whose key is made.</param>
/// <param name="Synchronous">One form; given the row as the user saw it.</param>
/// <param name="Asynchronous">The other.</param>
/// <param name="Expected">The row as text, given what it was before, empty for none; null where it must be gone.</param>
internal sealed record WareCall(
    string Name,
    string? Row,
    Func<CrudService<WareContext>, WareRow, Result> Synchronous,
    Func<CrudService<WareContext>, WareRow, CancellationToken, Task<Result>> Asynchronous,
    Func<string, string?> Expected)
{
    /// <summary>Whether it reads the row by a projection: EF Core cannot read one without what the class says is always there.
    /// </summary>
    public bool IsOfView { get; init; }

    /// <summary>What becomes of its time, its day and its price is up to their columns; null where it gives none.</summary>
    public WareValues? Given { get; init; }
}
