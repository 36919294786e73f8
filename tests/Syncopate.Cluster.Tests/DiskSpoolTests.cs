using Syncopate.Cluster.Agents;
using Syncopate.Cluster.Links;
using Syncopate.Journaling;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>What an agent has on its own disk, across processes.</summary>
public sealed class DiskSpoolTests
{
    private static readonly Guid Run = new("11111111-2222-3333-4444-555555555555");

    private static StoredInterval Interval(int round, int sequence) => new(Run, round, 3, 7, sequence, $"body {round} {sequence}");

    [Fact]
    public void What_was_kept_is_left_for_the_next_process_in_its_order_until_it_is_cleared()
    {
        using RunFolder folder = new();
        using (DiskSpool killed = DiskSpool.Open(folder.Path))
        {
            foreach ((int round, int sequence) in new[] { (1, 1), (1, 2), (2, 1) })
                killed.Keep(Interval(round, sequence));
        }

        using DiskSpool next = DiskSpool.Open(folder.Path);
        IReadOnlyList<StoredInterval> left = next.Left();
        next.Clear();

        Assert.Equal([Interval(1, 1), Interval(1, 2), Interval(2, 1)], left);
        Assert.Empty(next.Left());
        Assert.Empty(Directory.GetFiles(folder.Path, "*.spool"));
    }

    /// <summary>A process that is killed while it writes was never told that the interval is safe.</summary>
    [Theory]
    [InlineData(1, 2)] // The line feed alone: all of the record is there.
    [InlineData(20, 1)]
    public void A_line_that_is_torn_is_left_out_and_those_before_it_are_not(int missing, int count)
    {
        using RunFolder folder = new();
        using (DiskSpool killed = DiskSpool.Open(folder.Path))
        {
            killed.Keep(Interval(1, 1));
            killed.Keep(Interval(1, 2));
        }

        using (FileStream file = File.OpenWrite(Assert.Single(Directory.GetFiles(folder.Path, "*.spool"))))
            file.SetLength(file.Length - missing);
        using DiskSpool next = DiskSpool.Open(folder.Path);

        Assert.Equal(new[] { Interval(1, 1), Interval(1, 2) }.Take(count), next.Left());
    }

    /// <summary>Each would delete what the other keeps.</summary>
    [Fact]
    public void Two_agents_cannot_have_one_folder()
    {
        using RunFolder folder = new();
        using DiskSpool first = DiskSpool.Open(folder.Path);

        ClusterException refused = Assert.Throws<ClusterException>(() => DiskSpool.Open(folder.Path));

        Assert.Contains($"cannot be kept in '{folder.Path}'", refused.Message, StringComparison.Ordinal);
        Assert.EndsWith("Each agent needs a folder of its own that it may write: --spool DIR", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_folder_that_cannot_be_written_is_refused_before_anything_is_measured()
    {
        using RunFolder folder = new();
        string file = Path.Combine(folder.Path, "file");
        File.WriteAllText(file, "");

        ClusterException refused = Assert.Throws<ClusterException>(() => DiskSpool.Open(Path.Combine(file, "spool")));

        Assert.Contains("--spool DIR", refused.Message, StringComparison.Ordinal);
    }

    /// <summary>As another build may have written it: sent it cannot be, and to be cleared it must not be.</summary>
    [Fact]
    public void What_is_left_and_cannot_be_read_is_named_and_stays()
    {
        using RunFolder folder = new();
        string file = Path.Combine(folder.Path, "11111111222233334444555555555555-1-3-7.spool");
        File.WriteAllBytes(file, JournalLine.Write("""{"number":1}"""u8));
        using DiskSpool spool = DiskSpool.Open(folder.Path);

        ClusterException refused = Assert.Throws<ClusterException>(() => spool.Left());

        Assert.Contains($"lies in '{folder.Path}' and cannot be read", refused.Message, StringComparison.Ordinal);
        Assert.True(File.Exists(file));
    }
}
