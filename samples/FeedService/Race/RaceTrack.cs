using Microsoft.AspNetCore.Http.HttpResults;

namespace FeedService.Race;

/// <summary>Runs the lanes of races in which one client sends several requests and keeps the first answer. Any thread may call.</summary>
internal sealed class RaceTrack(TimeProvider clock, int scalePercent)
{
    // A lane looks up this often whether anybody still wants it, as a loop over records or pages would.
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(10);

    private RaceCount _count = new(); // Replaced by a reset; a lane keeps the one it started with, so none counts in two.

    public RaceStatistics Statistics => Volatile.Read(ref _count).Read();

    public void Reset() => Volatile.Write(ref _count, new());

    public async Task<Ok<LaneAnswer>> RunAsync(int ticket, int lane, CancellationToken cancellationToken)
    {
        RaceCount count = Volatile.Read(ref _count);
        TimeSpan planned = LaneWork.Of(ticket, lane) * scalePercent / 100;
        long begin = clock.GetTimestamp();
        count.Start();
        try
        {
            for (TimeSpan worked = TimeSpan.Zero; worked < planned; worked = clock.GetElapsedTime(begin))
                await Task.Delay(planned - worked < Tick ? planned - worked : Tick, clock, cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            count.Stop(planned, clock.GetElapsedTime(begin));
            throw;
        }

        count.Finish(planned, clock.GetElapsedTime(begin));
        return TypedResults.Ok(new LaneAnswer(ticket, lane, planned.TotalMilliseconds));
    }
}
