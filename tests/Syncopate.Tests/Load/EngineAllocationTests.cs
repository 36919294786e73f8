using Syncopate.Load;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>Runs when no other test does: the runtime counts allocations of all threads in one sum.</summary>
[CollectionDefinition(nameof(EngineAllocationTests), DisableParallelization = true)]
[Collection(nameof(EngineAllocationTests))]
public sealed class EngineAllocationTests
{
    private const int Users = 4;
    private const int Loops = 2_000;

    [Theory(Timeout = 60_000)]
    [InlineData(0)]
    [InlineData(1_000)]
    public async Task A_request_allocates_nothing(int traces)
    {
        using NullServer server = new();
        using ILoadEngine loop = LoadEngine.Open(server.Target);
        await AllocatedBytesAsync(loop, Loops, traces); // Connections, code, the histogram of each thread.

        // Opening, starting and summing up cost the same for few and many requests, so the difference is what requests cost.
        long few = await AllocatedBytesAsync(loop, Loops, traces);
        long many = await AllocatedBytesAsync(loop, 5 * Loops, traces);

        double bytesPerRequest = (many - few) / (4.0 * Loops * Users);
        TestContext.Current.TestOutputHelper?.WriteLine($"{bytesPerRequest:0.00} bytes a request; {few:N0} and {many:N0} bytes");
        Assert.InRange(bytesPerRequest, double.NegativeInfinity, 1.0);
    }

    private static async Task<long> AllocatedBytesAsync(ILoadEngine loop, int loops, int traces)
    {
        LoadRequest request = new("/", new UsersTimesLoops(Users, loops)) { MaximumTraces = traces };
        long before = GC.GetTotalAllocatedBytes(precise: true);
        LoadResult result = await loop.RunAsync(request, TestContext.Current.CancellationToken);
        long after = GC.GetTotalAllocatedBytes(precise: true);
        Assert.Equal(Users * loops, result.Count);
        return after - before;
    }
}
