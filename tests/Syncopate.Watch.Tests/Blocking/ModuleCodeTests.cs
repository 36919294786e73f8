using Syncopate.Watch.Stacks;
using Xunit;

namespace Syncopate.Watch.Tests.Blocking;

/// <summary>What the IL of an assembly says, as it was built.</summary>
[Trait("Judges", "behaviour")]
public sealed class ModuleCodeTests
{
    [Theory]
    [InlineData("Guards", "ReadAndRest", "has it, has left it")]
    [InlineData("Guards", "LockAndRest", "has it, has left it")]
    [InlineData("Guards", "LeaveEarly", "has it")]
    [InlineData("Guards", "Again", "has it, has left it")]
    [InlineData("Guards", "Through", "has it, has left it")] // By methods of its own.
    [InlineData("Convoy", "SleepNamed", "has it")] // Nothing is entered.
    public void Each_sleep_of_a_method_is_known_to_come_before_or_after_it_leaves_what_it_entered(
        string type, string method, string expected)
    {
        string told = string.Join(
            ", ", OfSleeps(type, method, (code, token, at) => code.HasLeft(token, at) ? "has left it" : "has it"));

        Assert.Equal(expected, told);
    }

    [Theory]
    [InlineData("LockAndRest", "Monitor.Enter")]
    [InlineData("Through", "SemaphoreSlim.Wait")]
    [InlineData("Own", "WaitHandle.WaitOne")]
    [InlineData("Borrow", "BlockingCollection.Take")]
    [InlineData("Spin", "SpinLock.Enter")]
    [InlineData("Read", "ReaderWriterLock.AcquireReaderLock")]
    [InlineData("After", null)] // What it calls has left it again.
    [InlineData("Poll", null)]
    public void What_a_method_enters_is_known_also_where_a_method_of_its_own_does(string method, string? guard) =>
        Assert.Equal(guard, OfSleeps("Guards", method, (code, token, at) => code.Guard(token, at))[0]);

    [Theory]
    [InlineData("Poll", true)]
    [InlineData("Again", true)]
    [InlineData("LeaveEarly", false)]
    public void A_sleep_in_a_loop_is_known_by_the_way_back(string method, bool isInLoop) =>
        Assert.Equal(isInLoop, OfSleeps("Guards", method, (code, token, at) => code.IsInLoop(token, at))[0]);

    // Who waits for a semaphore and does not release it waits for a signal.
    [Theory]
    [InlineData("Guards", "LeaveEarly", true)]
    [InlineData("Guards", "Through", true)] // By a method of its own.
    [InlineData("Guards", "Own", false)]
    [InlineData("Convoy", "Await", false)]
    [InlineData("Convoy", "Work", false)]
    public void A_method_that_releases_a_semaphore_is_known(string type, string method, bool givesBack)
    {
        using SourceModule module = SourceModule.Open(EndToEnd.Tests.Built.Dll("WatchedProgram"));
        ModuleCode code = Assert.IsType<ModuleCode>(module.Code);

        Assert.Equal(givesBack, code.GivesBack(code.Methods.Single(one => code.Name(one) == ($"WatchedProgram.{type}", method))));
    }

    [Theory]
    [InlineData("Async", true)]
    [InlineData("LeaveEarly", false)]
    public void A_method_that_may_have_a_semaphore_while_it_is_suspended_is_known(string method, bool entersAsync)
    {
        using SourceModule module = SourceModule.Open(EndToEnd.Tests.Built.Dll("WatchedProgram"));
        ModuleCode code = Assert.IsType<ModuleCode>(module.Code);

        Assert.Equal(entersAsync, code.EntersAsync(code.Methods.Single(one => code.Name(one) == ("WatchedProgram.Guards", method))));
    }

    private static T[] OfSleeps<T>(string type, string method, Func<ModuleCode, int, int, T> ask)
    {
        using SourceModule module = SourceModule.Open(EndToEnd.Tests.Built.Dll("WatchedProgram"));
        ModuleCode code = Assert.IsType<ModuleCode>(module.Code);
        int token = code.Methods.Single(one => code.Name(one) == ($"WatchedProgram.{type}", method));
        return [.. code.Instructions(token)
            .Where(one => code.Name(one.Token) is { Type: "System.Threading.Thread", Method: "Sleep" })
            .Select(one => ask(code, token, one.Offset))];
    }
}
