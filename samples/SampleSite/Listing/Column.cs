namespace SampleSite.Listing;

/// <summary>A column that a list can be sorted by.</summary>
/// <param name="List">The list.</param>
/// <param name="Member">The member of the row, as the address names it.</param>
/// <param name="Title">What stands above it.</param>
public sealed record Column(ListFrame List, string Member, string Title)
{
    /// <summary>Where a click on the title leads.</summary>
    public string Url => List.Url + List.Query.SortedBy(Member).ToQueryString();

    /// <summary>How the list is sorted by it, in the words of ARIA; null when it is not.</summary>
    public string? Direction => List.Query.Sort == Member ? "ascending" : List.Query.Sort == "-" + Member ? "descending" : null;
}
