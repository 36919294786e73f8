namespace Syncopate.Tests.Reporting;

/// <summary>A slot as a thread pool would have served it, in steps of one millisecond: enough to give the pictures a true shape.</summary>
internal sealed class SimulatedSlot
{
    private const long Millisecond = 1_000_000;

    private readonly List<RequestTrace> _requests = [];
    private readonly List<PoolSample> _pool = [];

    /// <param name="load">Users at once, and the requests of each.</param>
    /// <param name="serviceMilliseconds">How long one request is served.</param>
    /// <param name="threads">How many can be served at an instant, in ms.</param>
    /// <param name="calls">Names of its outside calls.</param>
    /// <param name="together">Whether the calls overlap.</param>
    public SimulatedSlot((int Users, int Loops) load, int serviceMilliseconds, Func<int, int> threads, string[] calls, bool together)
    {
        List<(int User, int Sent, int Served, int End)> running = [];
        Queue<(int User, int Sent)> queue = new(Enumerable.Range(0, load.Users).Select(u => (u, 0)));
        int[] left = Enumerable.Repeat(load.Loops, load.Users).ToArray();
        for (int now = 0; queue.Count > 0 || running.Count > 0; now++)
        {
            foreach ((int User, int Sent, int Served, int End) done in running.Where(r => r.End <= now).ToList())
            {
                running.Remove(done);
                _requests.Add(Trace(done, calls, together));
                if (--left[done.User] > 0)
                    queue.Enqueue((done.User, now));
            }
            while (queue.Count > 0 && running.Count < threads(now))
            {
                var (user, sent) = queue.Dequeue();
                // A few ms of scatter that depend on nothing but the request.
                running.Add((user, sent, now, now + serviceMilliseconds + (user * 7 + now) % 5));
            }
            if (now % 100 == 0)
            {
                _pool.Add(
                    new(
                        now * Millisecond, Math.Max(threads(now), 0), running.Count, 32_767 - running.Count, 0,
                        queue.Count, _requests.Count));
            }
        }
    }

    /// <summary>The requests in the order in which they were sent.</summary>
    public IReadOnlyList<RequestTrace> Requests => [.. _requests.OrderBy(r => r.SentNanoseconds).ThenBy(r => r.User)];

    /// <summary>A sample each 100 ms, with the pool counted as no larger than what it was given.</summary>
    public IReadOnlyList<PoolSample> Pool(int most, int busiest) =>
        [.. _pool.Select(s => s with { Threads = Math.Min(s.Threads, most), InUse = Math.Min(Math.Min(s.InUse, s.Threads), busiest) })];

    private static RequestTrace Trace((int User, int Sent, int Served, int End) request, string[] calls, bool together)
    {
        long length = calls.Length == 0 ? 0 : (request.End - request.Served - 4) * Millisecond / (together ? 1 : calls.Length);
        IEnumerable<RequestPart> parts = calls.Select(
            (c, i) => new RequestPart(
                c, (request.Served + 2) * Millisecond + (together ? i * Millisecond / 5 : i * length),
                length - i * Millisecond / 2));
        return new(request.User, request.Sent * Millisecond, request.Served * Millisecond, request.End * Millisecond, [.. parts]);
    }
}
