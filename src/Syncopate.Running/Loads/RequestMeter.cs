using System.Globalization;
using Syncopate.Load;
using Syncopate.Load.Engines;
using Syncopate.Running.Machines;
using Syncopate.Running.Servers;
using Syncopate.Texts;
using Syncopate.Units;

namespace Syncopate.Running.Loads;

/// <summary>Finds what one request costs: one user, so that nobody queues; CPU per request from the server's process, the rest of each
/// answer's time is waiting.</summary>
internal sealed class RequestMeter
{
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Length = TimeSpan.FromSeconds(5);

    // An answer that is slower than this would give too few requests in the time.
    private const int FewestRequests = 5;

    /// <summary>Opens what asks the page; default one of the usual engines.</summary>
    public Func<HttpTarget, ILoadEngine> OpenEngine { get; init; } = static target => LoadEngine.Open(target);

    /// <summary>Nanoseconds of processor time that a process has used; null where they cannot be read.</summary>
    public Func<int, long?> ReadCpu { get; init; } = ProcessCpu.Nanoseconds;

    /// <summary>Asks the page for some seconds.</summary>
    /// <param name="address">The page; on this machine.</param>
    /// <param name="processId">The server's process; null for the one that listens there.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="TargetNotAllowedException">The page is on another machine.</exception>
    /// <exception cref="TargetFailedException">Its process is not known, or it does not answer well.</exception>
    public async Task<RequestCost> MeasureAsync(LoadAddress address, int? processId, CancellationToken cancellationToken)
    {
        HttpTarget target = Target(address.Base);
        int process = processId ?? ListeningProcess.Find(target.EndPoint)
            ?? throw new TargetFailedException(
                $"Cannot find the process that listens at {address.Base.Authority}. Is the site running here? Give its number: --pid N");
        using ILoadEngine engine = OpenEngine(target);
        await DriveAsync(engine, address, WarmUp, cancellationToken).ConfigureAwait(false);
        long? before = ReadCpu(process);
        LoadResult result = await DriveAsync(engine, address, Length, cancellationToken).ConfigureAwait(false);
        if (ReadCpu(process) - before is not { } cpu)
        {
            throw new TargetFailedException(string.Create(
                CultureInfo.InvariantCulture, $"Cannot read the processor time of process {process}. Does it belong to you?"));
        }

        double mean = Nanoseconds.ToSeconds(result.LatencySumNanoseconds / result.Count);
        return new RequestCost(Math.Min(mean, Nanoseconds.ToSeconds(cpu / (double)result.Count)), result.Latencies);
    }

    private static HttpTarget Target(Uri address)
    {
        try
        {
            return new HttpTarget(address);
        }
        catch (ArgumentException e)
        {
            throw new TargetNotAllowedException(e.Message.Split(" (Parameter '")[0]);
        }
    }

    private static async Task<LoadResult> DriveAsync(
        ILoadEngine engine, LoadAddress address, TimeSpan length, CancellationToken cancellationToken)
    {
        LoadRequest request = new(address.Path, new UsersForTime(1, length));
        LoadResult result = await engine.RunAsync(request, cancellationToken).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
        if (result.Failure is { } failure)
            throw new TargetFailedException($"{address.Text}: {failure.What}");
        if (result.Count < FewestRequests || result.Errors.Count > 0)
        {
            throw new TargetFailedException(
                FormattableString.Invariant($"{address.Text} gave {Counted.Of(result.Count, "good answer")} in {length.TotalSeconds} s, ")
                    + $"and failed {Counted.Of(result.Errors.Values.Sum(), "time")}. "
                    + FormattableString.Invariant(
                        $"A plan needs a page that answers well: at least {FewestRequests} answers, none failed."));
        }

        return result;
    }
}
