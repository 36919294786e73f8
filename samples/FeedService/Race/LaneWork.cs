namespace FeedService.Race;

/// <summary>
/// How long a lane works: uniform from 50 to 500 ms, drawn from ticket and lane alone, so that every form, process and
/// run races the same lanes.
/// The draw is the output function of SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014, figure 16: mix64 and the golden gamma): System.Random promises no sequence, and HashCode differs from
/// process to process.</summary>
internal static class LaneWork
{
    private const ulong GoldenGamma = 0x9E3779B97F4A7C15;

    /// <summary>Any ticket; lanes from 0 to 15.</summary>
    public static TimeSpan Of(int ticket, int lane)
    {
        ulong z = (((ulong)(uint)ticket << 4) + (ulong)lane + 1) * GoldenGamma;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        z ^= z >> 31;

        double uniform = (z >> 11) * (1.0 / (1UL << 53)); // 53 bits, in [0, 1)
        return TimeSpan.FromMilliseconds(50 + (450 * uniform));
    }
}
