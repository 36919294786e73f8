namespace Syncopate.Cluster.Loads;

/// <summary>Whether more was sent than a policy allows, in any second: not on average since the start, as a target that was slow first
/// may not be loaded the faster afterwards.</summary>
/// <param name="mostPerSecond">What is allowed, in requests per second.</param>
internal sealed class SendingRate(double mostPerSecond)
{
    // So much more is no crossing: what is due evenly at the rate that is allowed comes a little closer together where a generator was kept
    // from its processor.
    private const double Slack = 1.25;

    private static readonly TimeSpan Window = TimeSpan.FromSeconds(1);

    // The first is the last one that is at least a second older than the newest, or the first of all.
    private readonly List<(TimeSpan At, long Sent)> _looks = [(TimeSpan.Zero, 0)];

    /// <summary>Takes down what has been sent by a time.</summary>
    /// <param name="at">Since the first look, which saw nothing; never less than before.</param>
    /// <param name="sent">All requests so far.</param>
    /// <returns>Whether that is more than is allowed, in the last second or since the first look.</returns>
    public bool IsBeyond(TimeSpan at, long sent)
    {
        _looks.Add((at, sent));
        int oldest = _looks.FindLastIndex(look => at - look.At >= Window);
        if (oldest > 0)
            _looks.RemoveRange(0, oldest);
        (TimeSpan from, long before) = _looks[0];
        TimeSpan window = at - from > Window ? at - from : Window;
        // One more, as a second can hold one more than is due in a second.
        return sent - before > Slack * mostPerSecond * window.TotalSeconds + 1;
    }
}
