using Syncopate.Cluster.Loads;
using Syncopate.Load;
using Xunit;

namespace Syncopate.Cluster.Tests;

public sealed class PreparedLoadTests
{
    /// <summary>It was looked at twenty times a second while it waited, and now and then in the very moment in which it was to
    /// begin.</summary>
    [Fact]
    public async Task Nothing_wakes_up_before_a_load_begins()
    {
        Timers time = new();
        using CancellationTokenSource stop = new();
        using PreparedLoad load = new(new Waiting(time), new LoadRequest("/", new UsersTimesLoops(1, 1)), AgentPolicy.Closed, time);
        await load.OpenAsync(static _ => { }, stop.Token);

        Task<string> running = load.RunAsync(time.GetTimestamp() + 3_600 * time.TimestampFrequency);
        TimeSpan first = await time.First;
        await stop.CancelAsync();
        await running;

        Assert.True(first > TimeSpan.FromMinutes(30), $"It is looked at after {first.TotalSeconds} s of an hour.");
    }

    /// <summary>A load that only waits for its start.</summary>
    private sealed class Waiting(TimeProvider time) : ILoadEngine
    {
        public string Name => "waiting";

        public LoadProgress Progress => default;

        public async Task<LoadResult> RunAsync(LoadRequest request, CancellationToken cancellationToken = default)
        {
            await (request.Start?.HoldAsync(time, cancellationToken) ?? Task.CompletedTask);
            return LoadResult.Nothing(time.GetTimestamp());
        }

        public void Dispose()
        {
        }
    }

    /// <summary>The system's clock, and for how long its first timer was set.</summary>
    private sealed class Timers : TimeProvider
    {
        private readonly TaskCompletionSource<TimeSpan> _first =
            new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task<TimeSpan> First => _first.Task;

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            _first.TrySetResult(dueTime);
            return base.CreateTimer(callback, state, dueTime, period);
        }
    }
}
