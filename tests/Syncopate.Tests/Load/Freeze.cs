using System.Diagnostics;

namespace Syncopate.Tests.Load;

/// <summary>A server that answers at once, but is frozen at the end of every period; and what requests at a constant
/// rate see of that.</summary>
/// <param name="Length">S, how long it is frozen.</param>
/// <param name="Period">P, from the start of one period to the next.</param>
internal sealed record Freeze(TimeSpan Length, TimeSpan Period)
{
    /// <summary>The share S / P of the requests waits, evenly from 0 to S: quantile q above 1 - S / P is S - P (1 - q).</summary>
    public double QuantileMilliseconds(double quantile) => Length.TotalMilliseconds - Period.TotalMilliseconds * (1 - quantile);

    public ScriptedServer Serve()
    {
        long start = Stopwatch.GetTimestamp();
        return new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                TimeSpan phase = TimeSpan.FromTicks(Stopwatch.GetElapsedTime(start).Ticks % Period.Ticks);
                if (phase > Period - Length)
                    await Task.Delay(Period - phase);
                await connection.SendAsync(ScriptedServer.Good);
            }
        });
    }
}
