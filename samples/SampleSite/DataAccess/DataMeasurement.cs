namespace SampleSite.DataAccess;

/// <summary>What some calls of one operation cost, in one form.</summary>
/// <param name="Operation">Its id.</param>
/// <param name="Form">sync, async or parallel.</param>
/// <param name="Provider">sqlite or postgresql.</param>
/// <param name="Nanoseconds">One value a call, in order; from the making of the context to its disposal.</param>
/// <param name="CpuNanoseconds">Processor time of the whole process during all calls.</param>
/// <param name="AllocatedBytes">Allocated by the whole process during all calls.</param>
/// <param name="Commands">Commands that all calls sent; counted on one call outside the measured part, since counting costs too.</param>
/// <param name="HeldShare">Share of the time during which the caller was held before it had its task, from 0 to 1; 1
/// for the synchronous form.</param>
/// <param name="Rows">Rows that one call reads.</param>
public sealed record DataMeasurement(
    string Operation,
    string Form,
    string Provider,
    IReadOnlyList<long> Nanoseconds,
    long CpuNanoseconds,
    long AllocatedBytes,
    int Commands,
    double HeldShare,
    int Rows)
{
    /// <summary>When the first call began, counted from the first of all that were asked for together.</summary>
    public long AtNanoseconds { get; init; }

    /// <summary>Collections during all calls, by generation from 0; each counts for the generations below it too.</summary>
    public required IReadOnlyList<int> Collections { get; init; }
}
