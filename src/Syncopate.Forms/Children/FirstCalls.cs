using System.Diagnostics;
using Syncopate.Calling;
using Syncopate.Units;

namespace Syncopate.Children;

/// <summary>Calls a form a few times to see what it gives, and whether it does what its kind promises.</summary>
/// <param name="work">The form.</param>
internal sealed class FirstCalls(FormWork work)
{
    // The first call compiles, and a single one may meet a collection: the calmest of the later ones counts.
    private const int Looks = 5;
    private static readonly TimeSpan LongEnough = TimeSpan.FromSeconds(1);

    /// <summary>Makes them. Blocks the thread, which is not of the pool.</summary>
    /// <param name="timeout">How long a call may take.</param>
    public CallReport Make(TimeSpan timeout)
    {
        using CancellationTokenSource stop = new();
        long from = Stopwatch.GetTimestamp();
        Task<object?> call = work.AnswerAsync(stop.Token);
        if (!Ends(call, timeout))
        {
            stop.Cancel();
            return Failed(FormattableString.Invariant($"did not return within {timeout.TotalSeconds:0.###} s (--timeout)"));
        }

        double milliseconds = Stopwatch.GetElapsedTime(from).TotalMilliseconds;
        if (call.Exception?.InnerException is { } failure)
            return Failed($"threw {ThrownText.Of(failure)}");
        if (!call.IsCompletedSuccessfully)
            return Failed("was cancelled, though nobody cancelled it");
#pragma warning disable RS0030 // The task is done, and this thread is not of the pool.
        AnswerText answer = AnswerText.Of(call.Result);
#pragma warning restore RS0030
        return Look(new CallReport("", answer.Text, answer.Hash, milliseconds, 0, 0, 0, false), timeout, stop);
    }

    private CallReport Look(CallReport first, TimeSpan timeout, CancellationTokenSource stop)
    {
        CallReport calmest = first with { WholeMilliseconds = double.MaxValue };
        long began = Stopwatch.GetTimestamp();
        for (int look = 0; look < Looks && Stopwatch.GetElapsedTime(began) < LongEnough; look++)
        {
            TimeSpan cpu = Environment.CpuUsage.TotalTime;
            Task<CallTimes> call = work.TimeAsync(stop.Token);
            if (!Ends(call, timeout) || !call.IsCompletedSuccessfully)
                break; // The load meets it again, and has words for it.
            double used = (Environment.CpuUsage.TotalTime - cpu).TotalMilliseconds;
#pragma warning disable RS0030 // The task is done, and this thread is not of the pool.
            CallTimes times = call.Result;
#pragma warning restore RS0030
            double whole = Length(times.Whole);
            if (whole < calmest.WholeMilliseconds)
            {
                calmest = first with
                {
                    WholeMilliseconds = whole,
                    HeldMilliseconds = Length(times.Held),
                    BusyMilliseconds = times.BusyMilliseconds ?? used,
                    WasDone = times.WasDone,
                };
            }
        }

        return calmest.WholeMilliseconds < double.MaxValue ? calmest : first;
    }

    private static double Length(long ticks) => Milliseconds.FromSeconds(ticks) / Stopwatch.Frequency;

    private static bool Ends(Task call, TimeSpan timeout) => ((IAsyncResult)call).AsyncWaitHandle.WaitOne(timeout);

    private static CallReport Failed(string what) => new(what, "", "", 0, 0, 0, 0, false);
}
