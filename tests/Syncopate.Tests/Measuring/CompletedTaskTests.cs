using Xunit;

namespace Syncopate.Tests.Measuring;

/// <summary>What docs/cost.md says that an async method allocates which is done when it returns. State machines are
/// structs in a Release build only: what is held is what a result adds.</summary>
[Trait("Judges", "behaviour")]
public sealed class CompletedTaskTests
{
    private const int Calls = 1_000;
    private const long TaskOfInt = 72;

    [Fact]
    public void A_task_that_the_runtime_keeps_costs_no_bytes_and_any_other_result_a_task()
    {
        long none = Bytes(static () => PlainAsync());

        Assert.Equal(none, Bytes(static () => FlagAsync()));
        Assert.Equal(none, Bytes(static () => NumberAsync(-1)));
        Assert.Equal(none, Bytes(static () => NumberAsync(8)));
        Assert.Equal(none + Calls * TaskOfInt, Bytes(static () => NumberAsync(-2)));
        Assert.Equal(none + Calls * TaskOfInt, Bytes(static () => NumberAsync(9)));
    }

    // The least of five runs: the runtime may allocate once on this thread, when it replaces a method by faster code.
    private static long Bytes(Func<Task> call)
    {
        for (int i = 0; i < Calls; i++)
            _ = call();
        long least = long.MaxValue;
        for (int run = 0; run < 5; run++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < Calls; i++)
                _ = call();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return least;
    }

    private static async Task PlainAsync() => await Task.CompletedTask;

    private static async Task<bool> FlagAsync()
    {
        await Task.CompletedTask;
        return true;
    }

    private static async Task<int> NumberAsync(int value)
    {
        await Task.CompletedTask;
        return value;
    }
}
