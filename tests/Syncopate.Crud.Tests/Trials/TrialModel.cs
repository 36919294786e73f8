using Microsoft.EntityFrameworkCore;

namespace Syncopate.Crud.Tests.Trials;

/// <summary>One of the models that the trials go through.</summary>
/// <param name="Departure">What becomes of ships when their harbour is deleted.</param>
/// <param name="HidesSunk">Whether a filter hides the ships that are sunk.</param>
/// <param name="HasVersion">Whether the version of a ship is compared.</param>
public sealed record TrialModel(DeleteBehavior Departure, bool HidesSunk, bool HasVersion)
{
    private static readonly DeleteBehavior[] Departures =
        [DeleteBehavior.Restrict, DeleteBehavior.SetNull, DeleteBehavior.Cascade, DeleteBehavior.ClientSetNull];

    public static IReadOnlyList<TrialModel> All { get; } =
    [
        .. from departure in Departures
           from hides in (bool[])[false, true]
           from version in (bool[])[false, true]
           select new TrialModel(departure, hides, version),
    ];
}
