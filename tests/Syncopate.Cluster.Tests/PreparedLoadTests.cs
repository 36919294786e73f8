using Syncopate.Cluster.Loads;
using Syncopate.Load;
using Xunit;

namespace Syncopate.Cluster.Tests;

[Trait("Judges", "behaviour")]
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

    /// <summary>A policy of 20 requests per second allows 41 within the first second, however long the agent was ready before: two seconds
    /// allowed it 83. It has sent 80, which are too many until a look that comes two seconds late.</summary>
    [Fact]
    public async Task The_time_before_a_load_begins_allows_it_no_more()
    {
        AgentPolicy policy = AgentPolicy.Closed with { MostRequestsPerSecond = 20 };
        Waiting engine = new(TimeProvider.System) { Requests = 80, Lasts = TimeSpan.FromSeconds(20) };
        using PreparedLoad load = new(engine, new LoadRequest("/", new UsersTimesLoops(1, 80)), policy, TimeProvider.System);
        await load.OpenAsync(static _ => { }, TestContext.Current.CancellationToken);

        ClusterException crossed = await Assert.ThrowsAsync<ClusterException>(
            () => load.RunAsync(TimeProvider.System.GetTimestamp() + 2 * TimeProvider.System.TimestampFrequency));

        Assert.Contains("more than the 20 requests per second that its policy allows", crossed.Message, StringComparison.Ordinal);
    }

    /// <summary>A load that waits for its start, sends all at once, and lasts for a while.</summary>
    private sealed class Waiting(TimeProvider time) : ILoadEngine
    {
        private volatile bool _hasBegun;

        public int Requests { get; init; }

        public TimeSpan Lasts { get; init; }

        public string Name => "waiting";

        public LoadProgress Progress => _hasBegun ? new LoadProgress(Requests, 0) : default;

        public async Task<LoadResult> RunAsync(LoadRequest request, CancellationToken cancellationToken = default)
        {
            await (request.Start?.HoldAsync(time, cancellationToken) ?? Task.CompletedTask);
            _hasBegun = true;
            await Task.Delay(Lasts, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
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
