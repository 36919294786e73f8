using System.Diagnostics;
using Syncopate.Journaling;
using Xunit;

namespace Syncopate.Tests.Measuring;

/// <summary>A journal is read in a time that grows with its length alone, whatever stands in it.</summary>
[Trait("Judges", "time")]
public sealed class JournalReaderTimeTests
{
    /// <summary>Each head claims a record that reaches to the end of the file. Summing them all would take 100,000
    /// times as long as summing the file once.</summary>
    [Fact]
    public void Heads_that_claim_what_is_not_theirs_cost_no_more_than_the_file_is_long()
    {
        byte[] head = "{\"length\":4000000,\"crc32c\":\"00000000\",\"record\":"u8.ToArray();
        byte[] hostile = Enumerable.Repeat(head, 100_000).SelectMany(b => b).ToArray();
        Crc32C.Compute(hostile);

        Assert.InRange(Ratio(() => Assert.Single(Read(hostile).Damage), () => Crc32C.Compute(hostile)), 0, 2_000);
    }

    /// <summary>The short one eight times in a row, so that both take equally long: beside other work the long one was always stopped,
    /// which the short one was not.</summary>
    [Fact]
    public void A_journal_eight_times_as_long_takes_about_eight_times_as_long()
    {
        byte[] slot = JournalExamples.Journal(
            JournalExamples.Slot(1) with
            {
                Pool = Enumerable.Repeat(new PoolSample(1, 2, 3, 4, 5, 6, 7), 300).ToArray(),
            });
        byte[] small = Enumerable.Repeat(slot, 10).SelectMany(b => b).ToArray();
        byte[] large = Enumerable.Repeat(slot, 80).SelectMany(b => b).ToArray();
        Read(large);

        Assert.InRange(Ratio(() => Assert.Equal(80, Read(large).Records.Count), EightTimes), 0, 4);

        void EightTimes()
        {
            for (int i = 0; i < 8; i++)
                Assert.Equal(10, Read(small).Records.Count);
        }
    }

    // In turns, as what else runs comes and goes; and of so many that one at least of each is stopped by nothing else: two of three were
    // not, beside another program of tests.
    private static double Ratio(Action one, Action other)
    {
        (long least, long leastOfOther) = (long.MaxValue, long.MaxValue);
        for (int turn = 0; turn < 15; turn++)
        {
            least = Math.Min(least, Ticks(one));
            leastOfOther = Math.Min(leastOfOther, Ticks(other));
        }

        return (double)least / leastOfOther;
    }

    private static long Ticks(Action action)
    {
        long start = Stopwatch.GetTimestamp();
        action();
        return Stopwatch.GetTimestamp() - start;
    }

    private static JournalReading Read(byte[] bytes) => new JournalScan(bytes, "run.jsonl").Run();
}
