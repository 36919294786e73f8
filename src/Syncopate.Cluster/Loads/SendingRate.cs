namespace Syncopate.Cluster.Loads;

/// <summary>Whether more was sent than a policy allows, by the last second and the last ten: not on average since the start, as a
/// target that was slow first may not be loaded the faster afterwards.</summary>
/// <param name="mostPerSecond">What is allowed, in requests per second.</param>
internal sealed class SendingRate(double mostPerSecond)
{
    // A generator that was kept from its processor for a second sends what was due meanwhile at once. Over ten seconds a quarter
    // more is no crossing.
    private readonly Window _short = new(TimeSpan.FromSeconds(1), 2 * mostPerSecond);
    private readonly Window _long = new(TimeSpan.FromSeconds(10), 1.25 * mostPerSecond);

    /// <summary>Takes down what has been sent by a time.</summary>
    /// <param name="at">Since the first look, which saw nothing; never less than before.</param>
    /// <param name="sent">All requests so far.</param>
    /// <returns>Whether that is more than is allowed.</returns>
    public bool IsBeyond(TimeSpan at, long sent) => _short.IsBeyond(at, sent) | _long.IsBeyond(at, sent);

    private sealed class Window(TimeSpan length, double mostPerSecond)
    {
        // The first is the last one that is at least so long before the newest, or the first of all.
        private readonly List<(TimeSpan At, long Sent)> _looks = [(TimeSpan.Zero, 0)];

        public bool IsBeyond(TimeSpan at, long sent)
        {
            _looks.Add((at, sent));
            int oldest = _looks.FindLastIndex(look => at - look.At >= length);
            if (oldest > 0)
                _looks.RemoveRange(0, oldest);
            (TimeSpan from, long before) = _looks[0];
            TimeSpan window = at - from > length ? at - from : length;
            // One more, as a second can hold one more than is due in a second.
            return sent - before > mostPerSecond * window.TotalSeconds + 1;
        }
    }
}
