namespace SampleSite.Listing;

/// <summary>A list without its rows: what its head and its foot are drawn from.</summary>
/// <param name="Url">Where the list is, without a query.</param>
/// <param name="Query">What was asked for.</param>
/// <param name="Number">The page that is shown, from 1.</param>
/// <param name="Pages">How many there are, at least 1.</param>
/// <param name="Total">Rows on all of them.</param>
public sealed record ListFrame(string Url, ListQuery Query, int Number, int Pages, int Total)
{
    /// <summary>The address of another page of the same list.</summary>
    public string UrlOf(int page) => Url + (Query with { Page = page }).ToQueryString();
}
