using Syncopate.Watch.Awaits;
using Xunit;

namespace Syncopate.Watch.Tests;

public sealed class WaterfallTests
{
    [Fact]
    public void A_call_that_never_suspended_is_drawn_as_work_and_not_as_waiting()
    {
        CallTrace synchronous = new("Shop.Orders+<Load>d__1") { IsMethod = true, Start = 0, End = 8 };
        CallTrace suspended = new("Shop.Orders+<Pay>d__2") { IsMethod = true, Start = 0, FirstSuspended = 3, End = 8 };

        Assert.Equal(8, Assert.Single(Waterfall.Rows(synchronous, new CallTree([synchronous]))).ToFirstAwaitMilliseconds);
        Assert.Equal(3, Assert.Single(Waterfall.Rows(suspended, new CallTree([suspended]))).ToFirstAwaitMilliseconds);
    }
}
