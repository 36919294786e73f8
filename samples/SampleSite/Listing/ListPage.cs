using SampleSite.Timing;
using Syncopate.Crud;

namespace SampleSite.Listing;

/// <summary>A page with a list on it.</summary>
/// <typeparam name="TRow">One row.</typeparam>
/// <param name="Url">Where the list is, without a query.</param>
/// <param name="Query">What was asked for.</param>
/// <param name="Rows">What there is.</param>
/// <param name="Time">Where the server's time went until now.</param>
public sealed record ListPage<TRow>(string Url, ListQuery Query, Page<TRow> Rows, ServerShare Time)
{
    /// <summary>What the parts of the page that do not care about the rows need.</summary>
    public ListFrame Frame => new(Url, Query, Rows.Number, Rows.Count ?? 1, Rows.Total ?? Rows.Items.Count);
}
