namespace SampleSite.Feeds;

/// <summary>What came of asking one feed: its items, or the reason why there are none.</summary>
/// <param name="Name">Name of the feed.</param>
/// <param name="Title">Its heading.</param>
/// <param name="Lines">Every item, in the feed's order; empty when there is a problem.</param>
/// <param name="Problem">A sentence for the visitor; null when the feed answered as it should.</param>
/// <param name="Milliseconds">From the call to its last byte or its failure.</param>
public sealed record FeedAnswer(string Name, string Title, IReadOnlyList<FeedLine> Lines, string? Problem, double Milliseconds);
