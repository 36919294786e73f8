using System.Globalization;
using Syncopate.Cli.Lines;
using Syncopate.Load;
using Syncopate.Load.Engines;
using Syncopate.Planning.Formulas;
using Syncopate.Running.Machines;
using Syncopate.Running.Servers;
using Syncopate.Units;

namespace Syncopate.Cli.Plans;

/// <summary>Finds what one request costs, for a plan: one user, so that nobody queues; CPU per request from the server's
/// process, the rest of each answer's time is waiting, so that waits vary as they did.</summary>
internal static class RequestMeter
{
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Length = TimeSpan.FromSeconds(5);

    // An answer that is slower than this would give too few requests in the time.
    private const int FewestRequests = 5;

    /// <param name="address">The page; on this machine.</param>
    /// <param name="processId">The server's process; null for the one that listens there.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="UsageException">The page is on another machine.</exception>
    /// <exception cref="UnusableException">Its process is not known, or it does not answer well.</exception>
    public static async Task<PlannedEndpoint> MeasureAsync(LoadAddress address, int? processId, CancellationToken cancellationToken)
    {
        HttpTarget target = Target(address.Base);
        int process = processId ?? ListeningProcess.Find(address.Base.Port)
            ?? throw new UnusableException(
                $"Cannot find the process that listens at {address.Base.Authority}. Is the site running here? Give its number: --pid N");
        using ILoadEngine engine = LoadEngine.Open(target);
        await DriveAsync(engine, address, WarmUp, cancellationToken);
        long? before = ProcessCpu.Nanoseconds(process);
        LoadResult result = await DriveAsync(engine, address, Length, cancellationToken);
        if (ProcessCpu.Nanoseconds(process) - before is not { } cpu)
        {
            throw new UnusableException(string.Create(
                CultureInfo.InvariantCulture, $"Cannot read the processor time of process {process}. Does it belong to you?"));
        }

        double mean = Nanoseconds.ToSeconds(result.LatencySumNanoseconds / result.Count);
        double perRequest = Math.Min(mean, Nanoseconds.ToSeconds(cpu / (double)result.Count));
        // What the server takes around the code of a request is simulated besides.
        return new PlannedEndpoint(
            Math.Max(0, perRequest - PoolConstants.Net10.RequestCpuSeconds),
            WaitTime.Of(WaitSource.Of(result.Latencies), perRequest),
            name: address.Path);
    }

    private static HttpTarget Target(Uri address)
    {
        try
        {
            return new HttpTarget(address);
        }
        catch (ArgumentException e)
        {
            throw new UsageException(UsageException.Sentence(e));
        }
    }

    private static async Task<LoadResult> DriveAsync(
        ILoadEngine engine, LoadAddress address, TimeSpan length, CancellationToken cancellationToken)
    {
        LoadResult result = await engine.RunAsync(new LoadRequest(address.Path, new UsersForTime(1, length)), cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
        if (result.Failure is { } failure)
            throw new UnusableException($"{address.Text}: {failure.What}");
        if (result.Count < FewestRequests || result.Errors.Count > 0)
        {
            throw new UnusableException(
                FormattableString.Invariant($"{address.Text} gave {result.Count} good answers in {length.TotalSeconds} s, ")
                    + FormattableString.Invariant($"and failed {result.Errors.Values.Sum()} times. ")
                    + FormattableString.Invariant(
                        $"A plan needs a page that answers well: at least {FewestRequests} answers, none failed."));
        }

        return result;
    }
}
