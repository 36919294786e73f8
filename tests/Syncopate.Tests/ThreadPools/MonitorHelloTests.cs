using Syncopate.Agent;
using Syncopate.Running.Machines;
using Xunit;

namespace Syncopate.Tests.ThreadPools;

public sealed class MonitorHelloTests
{
    private const string Token = "0123456789ABCDEF0123456789ABCDEF";

    [Fact]
    public void A_hello_survives_the_wire() =>
        Assert.Equal((Token, 0x12345678), MonitorHello.Read(MonitorHello.Write(Token, 0x12345678)));

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
