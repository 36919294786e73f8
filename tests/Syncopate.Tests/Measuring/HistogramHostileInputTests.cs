using System.Text;
using Syncopate.Histograms;
using Xunit;

namespace Syncopate.Tests.Measuring;

/// <summary>
/// Seeded damage to what the readers take in (reliability row R14): whatever comes, they answer with a histogram or with
/// <see cref="HistogramFormatException"/>; any other exception fails the test and names the seed's step.
/// </summary>
public sealed class HistogramHostileInputTests
{
    private static readonly long[] EdgeNumbers =
    [
        0, 1, -1, 2, 127, 128, 255, int.MaxValue, int.MinValue, long.MaxValue, long.MinValue, 1L << 53,
    ];

    [Fact]
    public void No_damaged_text_gets_past_the_decoder()
    {
        Random random = new(14);
        string[] seeds = [.. Specimens().Select(HistogramCodec.Encode)];
        Tally tally = new();

        for (int step = 0; step < 40_000; step++)
        {
            tally.Try(
                step, () => HistogramCodec.Decode(
                    Encoding.Latin1.GetString(Mutate(random, Encoding.Latin1.GetBytes(seeds[step % seeds.Length])))));
        }

        tally.Check(40_000);
    }

    [Fact]
    public void No_damaged_wrapper_gets_past_the_decoder()
    {
        Random random = new(15);
        byte[][] seeds = [.. Specimens().Select(h => Convert.FromBase64String(HistogramCodec.Encode(h)))];
        Tally tally = new();

        for (int step = 0; step < 40_000; step++)
            tally.Try(step, () => HistogramCodec.Decode(Convert.ToBase64String(Mutate(random, seeds[step % seeds.Length]))));

        tally.Check(40_000);
    }

    [Fact]
    public void No_damaged_payload_gets_past_the_decoder()
    {
        Random random = new(16);
        byte[][] seeds = [.. Specimens().Select(h => HistogramCodecTests.Unwrap(HistogramCodec.Encode(h)))];
        Tally tally = new();

        for (int step = 0; step < 40_000; step++)
            tally.Try(step, () => HistogramCodec.Decode(HistogramCodecTests.Wrap(Mutate(random, seeds[step % seeds.Length]))));

        tally.Check(40_000);
        Assert.NotEqual(0, tally.Accepted);
    }

    [Fact]
    public void No_damaged_log_gets_past_the_reader()
    {
        Random random = new(17);
        byte[] log = HistogramLogTests.Written([.. Specimens().Select((h, i) => new HistogramLogEntry(i == 0 ? null : "form", i, 1, h))]);
        Tally tally = new();

        for (int step = 0; step < 10_000; step++)
        {
            using HistogramLogReader reader = new(new MemoryStream(Mutate(random, log)));
            tally.Try(step, () =>
            {
                while (reader.Read() is { } entry)
                    Assert.True(double.IsFinite(entry.StartSeconds + entry.LengthSeconds));
            });
        }

        tally.Check(10_000);
        Assert.NotEqual(0, tally.Accepted);
    }

    private static Histogram[] Specimens() =>
    [
        new(1, 2000, 1),
        HistogramTests.Of([3, 5, 5, 900], highest: 1000),
        HistogramTests.Of(HistogramMergeTests.Values(3), lowest: 1000, digits: 2),
    ];

    private static byte[] Mutate(Random random, byte[] seed)
    {
        List<byte> bytes = [.. seed];
        for (int i = random.Next(1, 4); i > 0; i--)
            MutateOnce(random, bytes);
        return [.. bytes];
    }

    private static void MutateOnce(Random random, List<byte> bytes)
    {
        int at = random.Next(bytes.Count + 1);
        int length = random.Next(Math.Min(16, bytes.Count - at) + 1);
        switch (random.Next(7))
        {
            case 0 when at < bytes.Count:
                bytes[at] ^= (byte)(1 << random.Next(8));
                break;
            case 1 when at < bytes.Count:
                bytes[at] = (byte)random.Next(256);
                break;
            case 2:
                bytes.RemoveRange(at, length);
                break;
            case 3:
                bytes.InsertRange(random.Next(bytes.Count + 1), bytes.GetRange(at, length));
                break;
            case 4:
                bytes.RemoveRange(at, bytes.Count - at);
                break;
            case 5:
                OverwriteNumber(random, bytes, at);
                break;
            default:
                bytes.InsertRange(
                    at, Encoding.ASCII.GetBytes(
                        ((string[])["1e308", "-1", "NaN", ",", "\n", "#[StartTime: ", "Tag=", "="])[random.Next(8)]));
                break;
        }
    }

    private static void OverwriteNumber(Random random, List<byte> bytes, int at)
    {
        long number = EdgeNumbers[random.Next(EdgeNumbers.Length)];
        at &= ~3;
        for (int shift = 56; shift >= 0 && at < bytes.Count; shift -= 8)
            bytes[at++] = (byte)(number >> shift);
    }

    private sealed class Tally
    {
        private int _refused;

        public int Accepted { get; private set; }

        public void Try(int step, Action read)
        {
            try
            {
                read();
                Accepted++;
            }
            catch (HistogramFormatException)
            {
                _refused++;
            }
            catch (Exception exception) when (exception is not HistogramFormatException)
            {
                throw new InvalidOperationException($"Step {step} met a foreign exception: {exception.Message}", exception);
            }
        }

        public void Check(int steps)
        {
            Assert.Equal(steps, Accepted + _refused);
            Assert.True(_refused > steps / 4, $"Only {_refused} of {steps} inputs were refused: the damage is too mild to test anything.");
        }
    }
}
