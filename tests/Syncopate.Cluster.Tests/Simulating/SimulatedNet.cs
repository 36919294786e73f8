using Syncopate.Cluster.Links;
using Syncopate.Cluster.Links.InProcess;

namespace Syncopate.Cluster.Tests.Simulating;

/// <summary>The way between one actor and the store: it takes time, loses questions and answers, and can be cut.</summary>
internal sealed class SimulatedNet(InProcessStore store, ActorTime time, Random random)
{
    public bool IsCut { get; set; }

    /// <summary>How often a call loses its question or its answer, 0 to 1.</summary>
    public double LossShare { get; set; }

    public int SlowestMilliseconds { get; set; } = 20;

    /// <summary>When each call was made, on the actor's own clock, whether it arrived or not.</summary>
    public List<long> AskedAt { get; } = [];

    /// <summary>Calls that reached the store.</summary>
    public long Calls { get; private set; }

    public InProcessStore Store => store;

    public ActorTime Time => time;

    /// <summary>Another session may take its place already when the store has not noticed the end of this one.</summary>
    public async Task<T> CallAsync<T>(SimulatedSession session, Func<Task<T>> call)
    {
        AskedAt.Add(time.GetTimestamp());
        await DelayAsync();
        if (!session.IsOpen || IsCut || random.NextDouble() < LossShare)
            throw await LostAsync(session);
        Calls++;
        T answer = await call();
        await DelayAsync();
        if (!session.IsOpen || IsCut || random.NextDouble() < LossShare)
            throw await LostAsync(session); // It was done, and nobody knows.
        return answer;
    }

    public Task DelayAsync() =>
        Task.Delay(TimeSpan.FromTicks(random.NextInt64(1, SlowestMilliseconds * TimeSpan.TicksPerMillisecond)), time,
        CancellationToken.None);

    private async Task<LinkBrokenException> LostAsync(SimulatedSession session)
    {
        // A cut is seen after a second or two; a reset at once. The store sees it on its own.
        if (IsCut)
            await Task.Delay(TimeSpan.FromSeconds(1.5), time, CancellationToken.None);
        session.End();
        return new LinkBrokenException("lost");
    }
}

/// <summary>Whether a session is open at the store.</summary>
internal sealed class SimulatedSession
{
    private readonly Action _leave;

    public SimulatedSession(Action leave) => _leave = leave;

    public bool IsOpen { get; private set; } = true;

    public void End()
    {
        if (IsOpen)
            _leave();
        IsOpen = false;
    }
}
