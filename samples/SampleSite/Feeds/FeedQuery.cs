using System.Globalization;
using Microsoft.AspNetCore.Mvc;

namespace SampleSite.Feeds;

/// <summary>What a page passes on to the feeds that it asks.</summary>
public sealed record FeedQuery
{
    /// <summary>How long each feed is to wait, in milliseconds; null leaves it to the feed's own setting.</summary>
    [FromQuery(Name = "delay"), Wait]
    public int? DelayMilliseconds { get; init; }

    /// <summary>Name of the feed that is to fail on demand; null when none is.</summary>
    [FromQuery(Name = "fail")]
    public string? Fail { get; init; }

    /// <summary>The query string for one feed; empty when nothing was asked.</summary>
    public string For(string feed)
    {
        var query = QueryString.Empty;
        if (DelayMilliseconds is { } delay)
            query = query.Add("delay", delay.ToString(CultureInfo.InvariantCulture));
        if (feed == Fail)
            query = query.Add("fail", "true");

        return query.ToUriComponent();
    }
}
