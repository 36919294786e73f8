namespace Syncopate.Running.Servers;

/// <summary>Ends work with the process that started this one: the pipe to its input closes when the writer is gone, by kill -9
/// too.</summary>
/// <param name="time">The clock.</param>
/// <param name="exit">Leaves this process at once.</param>
internal sealed class EndOfInput(TimeProvider time, Action exit)
{
    // What cannot end in order by then goes without.
    private static readonly TimeSpan EndTimeout = TimeSpan.FromSeconds(5);

    /// <summary>Reads to the end, cancels the work, and leaves the process where that has not ended it in time.</summary>
    /// <param name="input">The input of this process; disposed at its end.</param>
    /// <param name="work">What is to end with it.</param>
    public async Task FollowAsync(Stream input, CancellationTokenSource work)
    {
        await using (input.ConfigureAwait(false))
        {
            byte[] bytes = new byte[16];
            while (await input.ReadAsync(bytes).ConfigureAwait(false) > 0)
            {
                // What is said is of no interest; that somebody is there to say it is.
            }
        }

        await work.CancelAsync().ConfigureAwait(false);
        await Task.Delay(EndTimeout, time, CancellationToken.None).ConfigureAwait(false);
        exit();
    }
}
