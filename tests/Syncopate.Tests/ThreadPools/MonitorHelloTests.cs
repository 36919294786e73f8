using Syncopate.Agent;
using Syncopate.Running.Machines;
using Xunit;

namespace Syncopate.Tests.ThreadPools;

public sealed class MonitorHelloTests
{
    private const string Token = "0123456789ABCDEF0123456789ABCDEF";

    [Theory]
    [InlineData(".NET 11.0.0-rc.2", "/srv/Käse/Shop.dll")]
    [InlineData(".NET 10.0.12", "")]
    [InlineData(".NET 10.0.12", "/srv/a\nb/Shop.dll")]
    public void A_hello_survives_the_wire(string runtime, string program)
    {
        byte[] hello = MonitorHello.Write(Token, 0x12345678, runtime, program);

        Assert.Equal((Token, 0x12345678, hello.Length - MonitorHello.Length), MonitorHello.Read(hello));
        Assert.Equal((runtime, program), MonitorHello.ReadTexts(hello[MonitorHello.Length..]));
    }

    [Fact]
    public void A_path_too_long_for_the_wire_is_left_out()
    {
        byte[] hello = MonitorHello.Write(Token, 1, ".NET 10.0.12", new string('x', 70_000));

        Assert.Equal((".NET 10.0.12", ""), MonitorHello.ReadTexts(hello[MonitorHello.Length..]));
    }

    [Fact]
    public async Task A_family_announces_itself_to_the_children_of_its_first_process()
    {
        await using MonitorListener listener = new();
        Dictionary<string, string?> environment = new();

        ProcessFamily family = listener.ExpectFamily(environment);

        Assert.True(MonitorAddress.Parse(environment[MonitorAddress.Variable])?.WithChildren);
        Assert.Null(family.Find(11));
    }

    [Fact]
    public async Task Each_process_of_a_family_has_a_watch_of_its_own()
    {
        await using MonitorListener listener = new();
        ProcessFamily family = listener.ExpectFamily(new Dictionary<string, string?>());

        PoolWatch first = family.Add(11);
        PoolWatch second = family.Add(12);

        Assert.Same(first, family.Find(11));
        Assert.Same(second, family.Find(12));
        Assert.NotSame(first, second);
    }
}
