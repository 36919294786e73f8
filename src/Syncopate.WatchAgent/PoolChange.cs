using System.Diagnostics;

namespace Syncopate.WatchAgent;

/// <summary>Sets the pool's minimum of threads to another number for as long as a session asks for that, and puts back what was
/// there: when the session ends, in whatever way, or has lasted longer than it said. Used by the agent's thread alone.</summary>
internal sealed class PoolChange
{
    private int _number;
    private bool _isMade;
    private int _asked;
    private int _minimum;
    private int _threads;
    private long _until;

    /// <summary>Makes or puts back the change, as the sessions ask for now.</summary>
    public void Follow(ChangeRequests requests)
    {
        (int asked, int threads, int seconds, int number) = requests.Asked();
        if (_isMade && (asked == 0 || Stopwatch.GetTimestamp() > _until))
            PutBack();
        if (asked > 0 && number != _number && !_isMade)
        {
            _number = number; // Once for each session, also where it lasts longer than it said.
            Make(asked, threads, seconds);
        }
    }

    /// <summary>Puts back what was there; nothing where nothing was changed.</summary>
    public void PutBack()
    {
        if (!_isMade)
            return;
        _isMade = false;
        ThreadPool.GetMinThreads(out int now, out int ports);
        // Where the program has set another minimum meanwhile, that is meant to stay.
        if (now == _asked)
            ThreadPool.SetMinThreads(_minimum, ports);
        Lower(Math.Max(_minimum, _threads));
    }

    private void Make(int asked, int threads, int seconds)
    {
        ThreadPool.GetMinThreads(out _minimum, out int ports);
        (_asked, _threads) = (asked, threads);
        _until = Stopwatch.GetTimestamp() + seconds * Stopwatch.Frequency;
        _isMade = ThreadPool.SetMinThreads(asked, ports);
        if (_isMade && asked < _minimum)
            Lower(asked);
    }

    // The pool does not want fewer threads because its minimum is lower, but because its maximum is: for an instant.
    private static void Lower(int threads)
    {
        ThreadPool.GetMaxThreads(out int maximum, out int ports);
        int least = Math.Max(threads, Environment.ProcessorCount);
        if (least < maximum && ThreadPool.SetMaxThreads(least, ports))
            ThreadPool.SetMaxThreads(maximum, ports);
    }
}
