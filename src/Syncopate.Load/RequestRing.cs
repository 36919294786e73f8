namespace Syncopate.Load;

/// <summary>What the requests of the first users do while a load runs, for whoever draws them. The newest overwrite the
/// oldest, and no more of them are written than the reader has asked for: a fast load is drawn in part, and pays for
/// that part alone.</summary>
/// <remarks>Any number of writers, one reader. A writer takes no lock and allocates nothing.</remarks>
internal sealed class RequestRing
{
    /// <summary>Users that are drawn: more dots tell no more.</summary>
    public const int MostUsers = 200;

    private const int UsualCapacity = 2048;
    private const int TimingBytes = 256;
    private const int NobodysUser = -1;

    private readonly Entry[] _entries;
    private readonly byte[] _timings;
    private long _claimed; // By all writers, interlocked; the number of the last one.
    private long _read; // The reader's.
    private int _wanted; // Requests that may still be written; interlocked.
    private int _every = 1; // The reader's, read by writers: of so many users one is written.
    private bool _hasLeftOut; // Set by writers, taken by the reader; interlocked. So is the next one.
    private bool _hasMissed;

    /// <summary>A ring of the usual size.</summary>
    public RequestRing()
        : this(UsualCapacity)
    {
    }

    /// <param name="capacity">Entries that it holds; few of them bring writers into each other's way.</param>
    internal RequestRing(int capacity)
    {
        _entries = new Entry[capacity];
        _timings = new byte[capacity * TimingBytes];
    }

    /// <summary>The reader is there again: so many further requests may be written.</summary>
    /// <param name="requests">The requests.</param>
    /// <param name="every">Of so many users all requests of one are written: whoever draws some users from beginning to end shows
    /// what a load is like, and whoever draws its first requests of each moment shows pauses that it does not have.</param>
    public void Want(int requests, int every = 1)
    {
        Volatile.Write(ref _every, every);
        Volatile.Write(ref _wanted, requests);
    }

    /// <summary>Whether a request of the users that are drawn was left out since this was asked the last time.</summary>
    public bool TakeLeftOut() => Interlocked.Exchange(ref _hasLeftOut, false);

    /// <summary>Whether one of those was of a user who is drawn: more requests came than the reader had asked for.</summary>
    public bool TakeMissed() => Interlocked.Exchange(ref _hasMissed, false);

    /// <summary>Whether a request that is about to be sent is to be written.</summary>
    internal bool Takes(int user)
    {
        if (user >= MostUsers)
            return false;
        bool isDrawn = user % Volatile.Read(ref _every) == 0;
        if (isDrawn && Volatile.Read(ref _wanted) > 0 && Interlocked.Decrement(ref _wanted) >= 0)
            return true;
        Set(ref _hasLeftOut);
        if (isDrawn)
            Set(ref _hasMissed);
        return false;
    }

    /// <summary>A request was sent.</summary>
    internal void Begun(int user, long at) => Write(user, at, 0, false, default);

    /// <summary>A request ended.</summary>
    internal void Ended(int user, long begun, long end, bool isGood, ReadOnlySpan<byte> timing) => Write(user, begun, end, isGood, timing);

    /// <summary>All that has been written since the last reading, in the order in which it was; what was overwritten
    /// meanwhile is left out. Times are raw timestamps.</summary>
    public IReadOnlyList<RequestMark> Read()
    {
        long end = Volatile.Read(ref _claimed);
        List<RequestMark> marks = [];
        for (long number = Math.Max(_read, end - _entries.Length); number < end; number++)
        {
            int place = (int)(number % _entries.Length);
            long before = Volatile.Read(ref _entries[place].Number);
            Entry entry = _entries[place];
            long? served = Served(entry, place);
            Interlocked.MemoryBarrier(); // What was copied is whole only if nobody had begun to write by now.
            long after = Volatile.Read(ref _entries[place].Number);
            if (Math.Abs(after) <= number || after == -(number + 1))
            {
                end = number; // Claimed and not written yet: read the next time.
                break;
            }

            if (before == after && after == number + 1 && entry.User != NobodysUser)
                marks.Add(new RequestMark(entry.User, entry.Begun, served, entry.End == 0 ? null : entry.End, entry.IsGood));
        }

        _read = end;
        return marks;
    }

    // Read first: a fast load would else have all its threads write one place of memory.
    private static void Set(ref bool flag)
    {
        if (!Volatile.Read(ref flag))
            Volatile.Write(ref flag, true);
    }

    private void Write(int user, long begun, long end, bool isGood, ReadOnlySpan<byte> timing)
    {
        long number = Interlocked.Increment(ref _claimed);
        int place = (int)((number - 1) % _entries.Length);
        ref Entry entry = ref _entries[place];
        if (!Take(ref entry.Number, number))
            return;
        int bytes = timing.Length <= TimingBytes ? timing.Length : 0;
        timing[..bytes].CopyTo(_timings.AsSpan(place * TimingBytes));
        entry.User = user;
        entry.Begun = begun;
        entry.End = end;
        entry.IsGood = isGood;
        entry.TimingBytes = bytes;
        Give(ref entry, number);
    }

    // A writer that lost its processor for a whole round of the ring still writes here: the place is left to it, and it is told
    // that the later entry is nobody's.
    private static bool Take(ref long place, long number)
    {
        for (long seen = Volatile.Read(ref place); Math.Abs(seen) < number; seen = Volatile.Read(ref place))
        {
            if (Interlocked.CompareExchange(ref place, -number, seen) == seen)
                return seen >= 0;
        }

        return false; // A later one is here already.
    }

    private static void Give(ref Entry entry, long number)
    {
        long seen = Interlocked.CompareExchange(ref entry.Number, number, -number);
        if (seen == -number)
            return;
        entry.User = NobodysUser;
        for (long lost = seen; (seen = Interlocked.CompareExchange(ref entry.Number, -lost, lost)) != lost; lost = seen)
        {
            // A still later writer has come by.
        }
    }

    private long? Served(Entry entry, int place)
    {
        foreach (ServerTiming mark in ServerTiming.Read(_timings.AsSpan(place * TimingBytes, entry.TimingBytes)))
        {
            // The server is not trusted: a moment outside the request is none of it.
            if (mark.Name == ServerTiming.Served && mark.StartedTimestamp >= entry.Begun && mark.StartedTimestamp <= entry.End)
                return mark.StartedTimestamp;
        }

        return null;
    }

    private struct Entry
    {
        public long Number; // Of the writing, from 1; negative while it is written; 0 before the first.
        public int User;
        public long Begun;
        public long End;
        public bool IsGood;
        public int TimingBytes;
    }
}

/// <summary>Something that a request did.</summary>
/// <param name="User">Its user, from 0.</param>
/// <param name="Begun">When it was sent; a raw timestamp.</param>
/// <param name="Served">When the server's code began to work on it; null when it has not ended, or the server does not say.</param>
/// <param name="Ended">When it ended; null when it was only sent.</param>
/// <param name="IsGood">Whether it was answered as expected.</param>
internal readonly record struct RequestMark(int User, long Begun, long? Served, long? Ended, bool IsGood);
