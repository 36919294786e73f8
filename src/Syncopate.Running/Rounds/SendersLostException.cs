namespace Syncopate.Running.Rounds;

/// <summary>Some of several machines that send a load were lost in it, and all of them are there again: what the load belongs to can be
/// measured once more.</summary>
/// <param name="message">Who was lost, and why.</param>
/// <param name="senders">Who was lost, by name.</param>
internal sealed class SendersLostException(string message, IReadOnlyList<string> senders) : Exception(message)
{
    /// <summary>Who was lost, by name.</summary>
    public IReadOnlyList<string> Senders => senders;

    /// <summary>Does something again when it is lost so.</summary>
    /// <exception cref="TargetFailedException">It was lost too often.</exception>
    public static async Task<T> RepeatAsync<T>(Func<Task<T>> work)
    {
        InARow losses = new();
        while (true)
        {
            try
            {
                return await work().ConfigureAwait(false);
            }
            catch (SendersLostException e)
            {
                losses.Add(e);
            }
        }
    }

    /// <summary>Losses that follow each other, and when they are no accident any more: when the same machine is lost each time. What
    /// happens to several machines by turns happens to a busy network or database, and ends; but not without a bound.</summary>
    internal sealed class InARow
    {
        private const int MostOfOne = 3;
        private const int MostOfAll = 9;

        private Dictionary<string, int> _ofEach = new(StringComparer.Ordinal);
        private int _ofAll;

        /// <summary>Takes one down.</summary>
        /// <exception cref="TargetFailedException">It is one too many.</exception>
        public void Add(SendersLostException loss)
        {
            _ofAll++;
            Dictionary<string, int> before = _ofEach;
            _ofEach = loss.Senders.ToDictionary(
                name => name, name => before.GetValueOrDefault(name) + 1, StringComparer.Ordinal);
            if (_ofEach.Values.Any(times => times >= MostOfOne))
            {
                throw new TargetFailedException($"{loss.Message} That was the third time in a row. See what that agent says on its "
                    + "machine, or leave it out: fewer --agents.");
            }

            if (_ofAll >= MostOfAll)
            {
                throw new TargetFailedException($"{loss.Message} Agents were lost nine times in a row, not always the same. See "
                    + "whether their machines, the network or the database have too much to do.");
            }
        }

        /// <summary>Something was not lost.</summary>
        public void Clear() => (_ofEach, _ofAll) = (new Dictionary<string, int>(StringComparer.Ordinal), 0);
    }
}
