namespace Syncopate.Running.Rounds;

/// <summary>One of several machines that send a load was lost in it, and all of them are there again: what the load belongs to can be
/// measured once more.</summary>
/// <param name="message">Who was lost, and why.</param>
internal sealed class SendersLostException(string message) : Exception(message)
{
    /// <summary>Something that is lost so often in a row is given up: it is not an accident any more.</summary>
    public const int MostTries = 3;

    /// <summary>Does something again when it is lost so.</summary>
    /// <exception cref="TargetFailedException">It was lost each time.</exception>
    public static async Task<T> RepeatAsync<T>(Func<Task<T>> work)
    {
        for (int tries = 1; ; tries++)
        {
            try
            {
                return await work().ConfigureAwait(false);
            }
            catch (SendersLostException e)
            {
                if (tries == MostTries)
                    throw e.ToEnd();
            }
        }
    }

    /// <summary>What ends a run that was lost so each time.</summary>
    public TargetFailedException ToEnd() => new(
        $"{Message} That was the third time in a row. See what that agent says on its machine, or leave it out: fewer --agents.");
}
