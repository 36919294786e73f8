using Syncopate.Load;
using Syncopate.Load.Engines;

namespace Syncopate.Cluster.Loads;

/// <summary>What this machine's generator can send, measured: requests/s that it takes from a server in this process that answers at
/// once. It shares the processors with that server, as on every machine that is measured so: a figure by which machines are compared with
/// each other, and not what a load will reach.</summary>
internal static class OwnCapacity
{
    private const int UsersOfAThread = 32;
    private const int Slices = 3;

    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(0.5);
    private static readonly TimeSpan Slice = TimeSpan.FromSeconds(0.25);

    /// <summary>Sends for half a second, so that the code of the generator is compiled before a load is measured with it.</summary>
    public static async Task WarmAsync(TimeProvider time, CancellationToken cancellationToken)
    {
        using AnsweringServer server = new();
        using ILoadEngine engine = LoadEngine.Open(new HttpTarget(server.Address), null, time);
        int users = new LoadOptions().Threads; // One for each: others may do the same on this machine now.
        await engine.RunAsync(new LoadRequest("/", new UsersForTime(users, WarmUp)), cancellationToken).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
    }

    /// <summary>Measures it in about a second and a half.</summary>
    /// <returns>The most of three slices, as what else the machine does can only lower one; null when nothing was answered.</returns>
    public static async Task<double?> MeasureAsync(TimeProvider time, CancellationToken cancellationToken)
    {
        using AnsweringServer server = new();
        using ILoadEngine engine = LoadEngine.Open(new HttpTarget(server.Address), null, time);
        int users = UsersOfAThread * new LoadOptions().Threads;
        await engine.RunAsync(new LoadRequest("/", new UsersForTime(users, WarmUp)), cancellationToken).ConfigureAwait(false);
        double most = 0;
        for (int i = 0; i < Slices; i++)
        {
            LoadResult result = await engine.RunAsync(new LoadRequest("/", new UsersForTime(users, Slice)), cancellationToken)
                .ConfigureAwait(false);
            double seconds = time.GetElapsedTime(result.StartedTimestamp, result.EndedTimestamp).TotalSeconds;
            most = Math.Max(most, result.Count / seconds);
        }

        cancellationToken.ThrowIfCancellationRequested();
        return most > 0 ? Math.Round(most) : null;
    }
}
