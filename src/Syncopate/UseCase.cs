namespace Syncopate;

/// <summary>The kinds of work for which published advice on async differs.</summary>
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

    /// <summary>Work of a kind of its own: what its figures mean, its experiment says.</summary>
    Other,

    /// <summary>Work that nobody has described, such as a URL that a user names: no published advice applies.</summary>
    Undescribed,
}

/// <summary>What holds of all work of a use case. Who measures, judges or reports asks these, and never for the use case itself:
/// what an experiment says of its figures it brings along.</summary>
internal static class WorkTraits
{
    /// <summary>A target that a user names: nothing was published of it, and nothing is known of what it does.</summary>
    public static bool IsUserDefined(this UseCase useCase) => useCase == UseCase.Undescribed;

    /// <summary>Work without a wait. A few milliseconds of a processor are all of it, so that code which is still being compiled, or
    /// threads that another page left behind, are no small part: it has servers to itself, and its differences are small.</summary>
    public static bool OnlyComputes(this UseCase useCase) => useCase == UseCase.CpuBound;

    /// <summary>A question for what awaiting adds to one call.</summary>
    public static bool AsksCostOfCalls(this UseCase useCase) => useCase is UseCase.TightLoop or UseCase.FirstCall;

    /// <summary>Each call is the first of its process.</summary>
    public static bool IsFirstOfProcess(this UseCase useCase) => useCase == UseCase.FirstCall;
}
