namespace FeedService.Feeds;

/// <summary>How long one feed takes before it answers, and whether the answer is a failure. Immutable; shared by all requests.</summary>
internal sealed class FeedDelay
{
    public const int MaximumMilliseconds = 60_000;

    /// <param name="feed">Its name in <c>Feeds:Delays:{feed}</c>; <c>Feeds:DelayMilliseconds</c> holds for all that are not there.</param>
    /// <param name="configuration">Read once.</param>
    /// <exception cref="StartException">The delay is no number of milliseconds from 0 to 60000.</exception>
    public FeedDelay(string feed, IConfiguration configuration)
    {
        int ofAll = configuration.Whole("Feeds:DelayMilliseconds", MaximumMilliseconds, fallback: 500);
        Feed = feed;
        UsualMilliseconds = configuration.Whole($"Feeds:Delays:{feed}", MaximumMilliseconds, fallback: ofAll);
    }

    public string Feed { get; }

    /// <summary>The delay of a request that asks for none.</summary>
    public int UsualMilliseconds { get; }

    /// <summary>What <c>?delay=</c> and <c>?fail=</c> of a request ask for.</summary>
    /// <returns>How long to wait, and the answer to give after it; null when the feed itself is to answer.</returns>
    public (TimeSpan Delay, IResult? Answer) Read(IQueryCollection query)
    {
        int milliseconds = UsualMilliseconds;
        if (query.TryGetValue("delay", out var text) && !Settings.TryWhole(text, MaximumMilliseconds, out milliseconds))
            return (default, Problems.Invalid("delay", $"'{text}' is not a whole number of milliseconds from 0 to {MaximumMilliseconds}."));

        bool fail = false;
        if (query.TryGetValue("fail", out text) && !bool.TryParse(text, out fail))
            return (default, Problems.Invalid("fail", $"'{text}' is neither true nor false."));

        return (TimeSpan.FromMilliseconds(milliseconds), fail ? Problems.Failing(Feed) : null);
    }
}
