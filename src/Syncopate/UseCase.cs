namespace Syncopate;

/// <summary>The kinds of work for which published advice on async differs, as journals and reports name them. What follows from one
/// stands in <see cref="WorkTraits"/>.</summary>
internal enum UseCase
{
    /// <summary>The processor is busy from start to end.</summary>
    CpuBound,

    /// <summary>One wait for something outside the process.</summary>
    IoBound,

    /// <summary>Several independent waits whose results are put together.</summary>
    Aggregating,

    /// <summary>Work that may become pointless before it is done.</summary>
    Cancellable,

    /// <summary>Short accesses to a database by one caller.</summary>
    DataAccess,

    /// <summary>Few requests at a time; threads are never short.</summary>
    LowThroughput,

    /// <summary>A very short method called many times in a loop.</summary>
    TightLoop,

    /// <summary>The first call of a kind in the life of a process.</summary>
    FirstCall,

    /// <summary>Work of many seconds that shows its progress.</summary>
    LongRunning,

    /// <summary>Work of a kind of its own: its experiment states its <see cref="WorkTraits"/>, and says what its figures mean.</summary>
    Other,

    /// <summary>Work that nobody has described, such as a URL that a user names: no published advice applies.</summary>
    Undescribed,
}
