namespace Syncopate.Crud.Tests.Wares;

/// <summary>What is in the database of one ware.</summary>
/// <param name="Text">All that does not depend on the kind of the column, but the versions; null for no row.</param>
/// <param name="Version">The one that the service raises.</param>
/// <param name="Stamp">The one of the database, which differs from database to database.</param>
/// <param name="Begins">As its column keeps it.</param>
/// <param name="Day">As its column keeps it.</param>
/// <param name="Price">As its column keeps it.</param>
internal readonly record struct WareRow(
    string? Text, int Version, uint Stamp, DateTimeOffset Begins, DateTime Day, decimal Price)
{
    /// <summary>Of its crate.</summary>
    public int Round { get; init; }

    public static WareRow Of(Ware ware) =>
        new(WareKind.Text(ware), ware.Version, ware.Stamp, ware.Begins, ware.Day, ware.Price)
        {
            Round = ware.Crate.Round,
        };
}
