using Xunit;

namespace PlantedTests;

[Trait("Judges", "behaviour")]
public sealed class BehaviourTests
{
    [Fact]
    public void Race() => Plant.Judge(nameof(Race));

    [Fact]
    public async Task Hang()
    {
        if (Plant.Fails(nameof(Hang)))
            await Task.Delay(Timeout.InfiniteTimeSpan, CancellationToken.None);
    }

    [Fact]
    public void A() => Plant.Judge(nameof(A));

    [Fact]
    public void B() => Plant.Judge(nameof(B));

    [Fact]
    public void C() => Plant.Judge(nameof(C));
}
