using Xunit;

namespace PlantedTests;

[Trait("Judges", "time")]
public sealed class TimeTests
{
    /// <summary>Two, or as many as no machine may leave without a judgement.</summary>
    public static TheoryData<string> Rows =>
        [.. Plant.Has("Many") ? Enumerable.Range(1, 31).Select(row => $"{row}") : ["one", "two"]];

    [Theory]
    [MemberData(nameof(Rows))]
    public void Figure(string row)
    {
        Assert.SkipWhen(Plant.Has("Many"), "Not judged: planted.");
        Plant.Judge($"{nameof(Figure)}-{row}");
    }

    [Fact]
    public void Busy()
    {
        Assert.SkipWhen(Plant.Fails("Skipped"), "Not judged: planted.");
        Plant.Judge(nameof(Busy));
    }
}
