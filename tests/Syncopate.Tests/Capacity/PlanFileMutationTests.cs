using System.Text;
using Syncopate.Planning;
using Xunit;

namespace Syncopate.Tests.Capacity;

/// <summary>A file that somebody wrote by hand, or got from somebody.</summary>
public sealed class PlanFileMutationTests
{
    private static readonly byte[] Shop = Encoding.UTF8.GetBytes("""
        {
          "cores": 4, "backgroundCores": 0.5, "minimumThreads": 8, "maximumThreads": 200, "users": 200, "thinkMilliseconds": 1000, // a note
          "endpoints": [
            { "name": "orders", "share": 7, "cpuMilliseconds": 3, "waitMilliseconds": 80 },
            { "waitMilliseconds": 300, "waits": 4, },
          ],
          "levels": [ { "load": 1, "requestsPerSecond": [10, 11] }, { "load": 2, "requestsPerSecond": [19] } ],
        }
        """);

    private static readonly byte[][] Pieces = Damage.Bytes(
        "\"endpoints\": [", "\"cores\":", "null", "1e999", "-", "[", "]", "{", "}", ",", ":", "//", "/*", "\"\\ud800\"", "\u00FF");

    [Fact]
    public void A_damaged_plan_is_read_or_refused_in_words() =>
        Damage.Try<ArgumentException>(random => Damage.To(Shop, Pieces, random), Read, Damage.Inputs);

    [Fact]
    public void A_plan_of_odd_values_is_read_or_refused_in_words() =>
        Damage.Try<ArgumentException>(random => Damage.ToValuesOf(Shop, random), Read, Damage.Inputs);

    private static void Read(byte[] json) => PlanFile.Parse(Encoding.UTF8.GetString(json)).Kinds();
}
