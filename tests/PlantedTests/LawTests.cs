using Xunit;

namespace PlantedTests;

[Trait("Judges", "laws")]
public sealed class LawTests
{
    [Fact]
    public void Slot() => Plant.Judge(nameof(Slot));

    [Fact]
    public void Wait()
    {
        if (Plant.Fails(nameof(Wait)))
            throw new TimeoutException("planted");
    }
}
