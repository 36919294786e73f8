using Xunit;

namespace PlantedTests;

public sealed class PureTests
{
    [Fact]
    public void Convention() => Plant.Judge(nameof(Convention));

    [Fact]
    public void Crash()
    {
        if (Plant.Fails(nameof(Crash)))
            Environment.FailFast("planted");
    }
}
