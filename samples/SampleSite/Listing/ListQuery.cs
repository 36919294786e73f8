using System.ComponentModel.DataAnnotations;
using Microsoft.AspNetCore.Http.Extensions;

namespace SampleSite.Listing;

/// <summary>Which rows of a list a visitor asks for, as it stands in the address.</summary>
public sealed record ListQuery
{
    /// <summary>A text that the rows contain; null or empty takes all.</summary>
    [StringLength(64)]
    public string? Find { get; init; }

    /// <summary>Members to sort by, descending after a minus; checked by the library against those that the list allows.</summary>
    [StringLength(64)]
    public string? Sort { get; init; }

    /// <summary>The key of a tag that posts must have; null takes all.</summary>
    public int? Tag { get; init; }

    /// <summary>From 1.</summary>
    [Range(1, 1_000_000)]
    public int Page { get; init; } = 1;

    /// <summary>Rows on a page.</summary>
    [Range(1, 100)]
    public int Size { get; init; } = 20;

    /// <summary>The query string that asks for this; empty when all is as it would be without one.</summary>
    public string ToQueryString()
    {
        ListQuery usual = new();
        QueryBuilder query = new();
        if (!string.IsNullOrEmpty(Find))
            query.Add("find", Find);
        if (!string.IsNullOrEmpty(Sort))
            query.Add("sort", Sort);
        if (Tag is { } tag)
            query.Add("tag", $"{tag}");
        if (Page != usual.Page)
            query.Add("page", $"{Page}");
        if (Size != usual.Size)
            query.Add("size", $"{Size}");

        return query.ToString();
    }

    /// <summary>The same list by another member: ascending, and descending when it is sorted by that already.</summary>
    public ListQuery SortedBy(string member) => this with { Page = 1, Sort = Sort == member ? $"-{member}" : member };
}
