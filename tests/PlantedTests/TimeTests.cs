using Xunit;

namespace PlantedTests;

[Trait("Judges", "time")]
public sealed class TimeTests
{
    [Theory]
    [InlineData("one")]
    [InlineData("two")]
    public void Figure(string row) => Plant.Judge($"{nameof(Figure)}-{row}");

    [Fact]
    public void Busy()
    {
        Assert.SkipWhen(Plant.Fails("Skipped"), "Not judged: planted.");
        Plant.Judge(nameof(Busy));
    }
}
