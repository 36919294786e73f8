using Syncopate.Units;

namespace Syncopate.Cluster.Agents;

/// <summary>The common clock as one agent knows it, by the answers of the last seconds. It hangs on the monotonic clock, and a wrong or
/// jumping wall clock changes nothing. One thing at a time: the session's.</summary>
/// <remarks>Each answer bounds what the clocks differ by: the common clock was read after the question left and before its answer came.
/// What all bounds have in common is narrower than what the quickest answer has, as one question may have had the quickest way there and
/// another one the quickest way back: chance on a way does not shift the middle, only what is always longer one way does. A bound is the
/// wider the older it is, by what two clocks can drift apart meanwhile, so that fresh answers count for more (Marzullo and Owicki, 1983:
/// Maintaining the time in a distributed system).</remarks>
/// <param name="time">The agent's clocks.</param>
internal sealed class AgentClock(TimeProvider time)
{
    // The newest: an agent that is ready asks up to twenty times a second, and then they are of its last seconds alone. A server's clock
    // that is being adjusted gains or loses ten times what two clocks drift apart.
    private const int MostAnswers = 32;

    // What two quartz clocks drift apart, as a share of the time, when nobody disciplines them.
    private const double Drift = 50e-6;

    // Whoever asks again when an answer has come is in step with timers on the way, which may hold each of its questions equally long, and
    // none of the answers. Pauses of different lengths break that step; they are longer than a tick of such timers, 4 ms.
    private const double GoldenRatio = 0.6180339887498949;

    // As above. A timer takes whole milliseconds.
    private static readonly TimeSpan LongestPause = TimeSpan.FromMilliseconds(7);

    // How long an answer counts.
    private static readonly TimeSpan Window = TimeSpan.FromSeconds(10);

    private readonly List<Answer> _answers = []; // The oldest first.

    /// <summary>Whether there was an answer.</summary>
    public bool IsKnown => _answers.Count > 0;

    /// <summary>Common clock minus monotonic clock.</summary>
    public long OffsetMicroseconds => Known().Offset;

    /// <summary>What to say about it.</summary>
    public ClockReading Reading
    {
        get
        {
            (Answer quickest, long offset) = Known();
            return new ClockReading(quickest.Wall - (quickest.Answered + offset), quickest.RoundTrip);
        }
    }

    /// <summary>Takes an answer.</summary>
    /// <param name="asked">When the question left, on the monotonic clock.</param>
    /// <param name="common">What the common clock was between the two, in microseconds.</param>
    /// <param name="answered">When the answer came.</param>
    public void Add(long asked, long common, long answered)
    {
        long wall = (long)(time.GetUtcNow() - DateTimeOffset.UnixEpoch).TotalMicroseconds;
        if (_answers.Count == MostAnswers)
            _answers.RemoveAt(0);
        _answers.Add(new Answer(At(asked), common, At(answered), wall));
        RemoveOld(answered);
    }

    /// <summary>Asks until there are so many answers of the last seconds.</summary>
    /// <param name="readAsync">Reads the common clock, in microseconds.</param>
    /// <param name="answers">How many; at least 1.</param>
    /// <param name="cancellationToken">Gives up.</param>
    public async Task MeasureAsync(
        Func<CancellationToken, Task<long>> readAsync, int answers, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(answers, 1);
        RemoveOld(time.GetTimestamp());
        // Counted once: where an answer takes a second the first ones are old before the last ones have come.
        int missing = answers - _answers.Count;
        for (int i = 0; i < missing; i++)
        {
            await Task.Delay(PauseBefore(i), time, cancellationToken).ConfigureAwait(false);
            long asked = time.GetTimestamp();
            long common = await readAsync(cancellationToken).ConfigureAwait(false);
            Add(asked, common, time.GetTimestamp());
        }
    }

    /// <summary>Begins anew: the common clock is another one than it was.</summary>
    public void Forget() => _answers.Clear();

    /// <summary>An instant of the common clock on the monotonic one.</summary>
    public long ToTimestamp(long commonMicroseconds) =>
        (long)((commonMicroseconds - OffsetMicroseconds) * Microseconds.TicksIn(time.TimestampFrequency));

    // None before the first. The parts of multiples of the golden ratio lie as evenly as so many numbers can, and need no chance.
    private static TimeSpan PauseBefore(int question) =>
        TimeSpan.FromMilliseconds(Math.Floor(question * GoldenRatio % 1 * (LongestPause.TotalMilliseconds + 1)));

    private void RemoveOld(long now)
    {
        long oldest = At(now) - (long)Window.TotalMicroseconds;
        int young = _answers.FindIndex(answer => answer.Answered >= oldest);
        _answers.RemoveRange(0, young < 0 ? _answers.Count : young);
    }

    /// <summary>The middle of what the answers have in common, from the newest back to where they have nothing: there the common clock was
    /// set.</summary>
    private (Answer Quickest, long Offset) Known()
    {
        if (_answers.Count == 0)
            throw new InvalidOperationException("The common clock was not asked for yet.");
        Answer newest = _answers[^1];
        Answer quickest = newest;
        (long low, long high) = (long.MinValue, long.MaxValue);
        for (int i = _answers.Count - 1; i >= 0; i--)
        {
            Answer answer = _answers[i];
            long drift = (long)(Drift * (newest.Answered - answer.Answered));
            (long lower, long higher) = (answer.Common - answer.Answered - drift, answer.Common - answer.Asked + drift);
            if (lower > high || higher < low)
                break;
            (low, high) = (Math.Max(low, lower), Math.Min(high, higher));
            if (answer.RoundTrip < quickest.RoundTrip)
                quickest = answer;
        }

        return (quickest, low + (high - low) / 2);
    }

    /// <summary>In microseconds of the monotonic clock.</summary>
    private long At(long timestamp) => (long)(timestamp * Microseconds.PerTick(time.TimestampFrequency));

    /// <summary>An answer, in microseconds: of the monotonic clock when it was asked for and when it came, of the common clock between the
    /// two, of the wall clock when it came.</summary>
    private readonly record struct Answer(long Asked, long Common, long Answered, long Wall)
    {
        public long RoundTrip => Answered - Asked;
    }
}
