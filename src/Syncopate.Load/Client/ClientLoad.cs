using System.Text;
using Syncopate.Load.Tallying;

namespace Syncopate.Load.Client;

/// <summary>One load of the portable engine: users, or requests that are due at a rate, as tasks on the thread pool.</summary>
internal sealed class ClientLoad(LoadRun run, SharedTallies tallies, TimeProvider time, Func<ClientUser> newUser)
{
    // Between failures in a row; else a dead server would be asked without a break.
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    // Of an open loop; users interlock.
    private long _taken;
    private int _busy;

    /// <summary>Returns when the last request has ended.</summary>
    public async Task DriveAsync()
    {
        await run.ReleaseAsync().ConfigureAwait(false);
        int users = run.Request.Shape.MaximumUsers;
        Task driving = run.Arrivals is { } arrivals
            ? DriveArrivalsAsync(arrivals, users)
            : Task.WhenAll(Enumerable.Range(0, users).Select(DriveUserAsync));
        await driving.ConfigureAwait(false);
    }

    private async Task DriveUserAsync(int number)
    {
        // Users are started by one thread, but none may wait for another.
        await Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
        if (!await WaitUntilAsync(run.StartOf(number)).ConfigureAwait(false))
            return;
        using ClientUser user = newUser();
        run.Health.Enter();
        long activeSince = run.StartOf(number);
        long now = time.GetTimestamp();
        int failures = 0;
        for (int sent = 0; run.Wants(sent, now);)
        {
            (bool answered, bool ended, long end) = await ExchangeAsync(user, number, number, now).ConfigureAwait(false);
            sent += ended ? 1 : 0;
            long active = end - activeSince;
            Count(tally => tally.Active(active));
            failures = answered ? 0 : failures + 1;
            long thinksUntil = failures == 0 ? run.ThinksUntil(sent, end) : end;
            activeSince = thinksUntil;
            long until = failures > 1 ? end + run.ToTicks(Pause) : thinksUntil;
            now = end;
            if (until > end)
            {
                Count(tally => tally.Thinks(thinksUntil - end));
                await WaitUntilAsync(until).ConfigureAwait(false);
                now = time.GetTimestamp();
            }
        }

        run.Health.Leave(number);
    }

    /// <summary>Lets requests fall due, and as many users as may have one in flight take them in turn.</summary>
    private async Task DriveArrivalsAsync(ArrivalSchedule arrivals, int users)
    {
        await Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.ForceYielding); // Else the caller would be the pacer.
        using SemaphoreSlim due = new(0);
        run.Health.Enter();
        Task working = Task.WhenAll(Enumerable.Range(0, users).Select(_ => WorkAsync(arrivals, due)));
        for (long next = 0;
            next < arrivals.Count && await WaitUntilAsync(run.StartedTimestamp + arrivals.DueOf(next)).ConfigureAwait(false);)
        {
            int count = 0;
            for (long now = time.GetTimestamp() - run.StartedTimestamp; arrivals.DueOf(next) <= now; next++)
                count++;
            int over = count - Math.Max(0, users - Volatile.Read(ref _busy) - due.CurrentCount);
            for (int i = 0; i < over; i++)
                Count(tally => tally.Overflow());
            if (count > 0)
                due.Release(count);
        }

        due.Release(users); // Each user finds that there is no request left.
        await working.ConfigureAwait(false);
        await WaitUntilAsync(run.AskedEnd).ConfigureAwait(false); // A rate holds for a time, not until its last request.
        run.Health.Leave(0);
    }

    private async Task WorkAsync(ArrivalSchedule arrivals, SemaphoreSlim due)
    {
        using ClientUser user = newUser();
        while (true)
        {
            await due.WaitAsync(CancellationToken.None).ConfigureAwait(false);
            long request = Interlocked.Increment(ref _taken) - 1;
            if (request >= arrivals.Count || run.Stopping)
                return;
            Interlocked.Increment(ref _busy);
            long next = run.StartedTimestamp + arrivals.DueOf(request);
            // Not by who takes it: users do so in turn, and the first 200 of 1,000 alone would be pauses that the load does not have.
            int drawnAs = (int)(request % RequestRing.MostUsers);
            for (bool ended = false; !ended && !run.Stopping;)
                (_, ended, next) = await ExchangeAsync(user, 0, drawnAs, next).ConfigureAwait(false);
            Interlocked.Decrement(ref _busy);
        }
    }

    /// <summary>Sends one request and counts what came of it.</summary>
    /// <param name="user">Who sends it.</param>
    /// <param name="number">Whose it is; of an open loop all are one user's.</param>
    /// <param name="drawnAs">As whose it is drawn.</param>
    /// <param name="due">When it was due.</param>
    private async Task<(bool Answered, bool Ended, long End)> ExchangeAsync(ClientUser user, int number, int drawnAs, long due)
    {
        long begun = run.Arrivals is null ? due : time.GetTimestamp();
        int trace = run.Records(due) ? run.Traces.Claim() : -1;
        Count(tally => tally.Begun(begun - due));
        RequestRing? ring = run.Request.Ring is { } drawn && drawn.Takes(drawnAs) ? drawn : null;
        ring?.Begun(drawnAs, begun);
        int step = user.Step;
        ClientAnswer answer = await user.SendAsync(trace >= 0 || ring is not null).ConfigureAwait(false);
        long end = time.GetTimestamp();
        bool ended = user.Advance(answer.Finding is null);
        if (run.Stopping && answer.Finding is not null)
            return (answer.IsAnswered, ended, end); // Given up by us, not failed.

        RequestTimes times = new(due, begun, answer.FirstByte, end, user.Number);
        LoadTally tally = tallies.Borrow(out int place);
        tally.Reopened(user.Repeats);
        tally.Followed(user.Redirects);
        tally.Exchanged(times, answer.BodyBytes);
        if (answer is { Finding: null, IsOther: true })
            tally.Other();
        if (answer.Finding is not null)
            tally.Failed(answer.Finding, times, answer.BodyBytes, step);
        else if (run.Records(due))
            tally.Recorded(times, step);
        else
            tally.LeftOut(end);
        if (answer.IsAnswered)
            tally.AnsweredAt = end;
        tallies.Return(place);
        if (answer.IsAnswered)
            run.Health.Answered();
        else
            run.Miss(number, answer.Finding!, times); // Not null: an answer that did not come has a reason.
        ring?.Ended(drawnAs, begun, end, answer.Finding is null, Encoding.ASCII.GetBytes(answer.Timing ?? ""));
        if (trace >= 0 && answer.Finding is null)
        {
            run.Traces.Complete(
                trace, number, begun, end,
                Encoding.ASCII.GetBytes(answer.Timing is { Length: <= TraceStore.TimingLimitBytes } timing ? timing : ""));
        }

        return (answer.IsAnswered, ended, end);
    }

    private void Count(Action<LoadTally> entry)
    {
        LoadTally tally = tallies.Borrow(out int place);
        entry(tally);
        tallies.Return(place);
    }

    // False when the load stops meanwhile.
    private async Task<bool> WaitUntilAsync(long timestamp)
    {
        try
        {
            // Rounded up: a delay of less than a millisecond is none, and the wait would be a spin. Again when the
            // timer, whose clock is a coarse one, was early.
            while (time.GetElapsedTime(time.GetTimestamp(), timestamp) is var wait && wait > TimeSpan.Zero)
            {
                await Task.Delay(TimeSpan.FromMilliseconds(Math.Ceiling(wait.TotalMilliseconds)), time, run.StopToken)
                    .ConfigureAwait(false);
            }

            return !run.Stopping;
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }
}
