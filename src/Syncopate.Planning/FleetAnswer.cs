using Syncopate.Planning.Formulas;

namespace Syncopate.Planning;

/// <summary>What a rate takes in machines, memory and money.</summary>
/// <param name="OfferedPerSecond">Requests per second that reach the machines, those sent again included.</param>
/// <param name="Retried">Whether some are sent again.</param>
/// <param name="InFlight">Requests under way at once, over all machines.</param>
/// <param name="BlockedBytes">Memory of the threads that are blocked for them in the synchronous form.</param>
/// <param name="SuspendedBytes">Memory of the methods that are suspended for them in the asynchronous form.</param>
/// <param name="AsyncInstances">Machines of the asynchronous form, one to spare.</param>
/// <param name="SyncInstances">Machines of the synchronous form, one to spare.</param>
/// <param name="AsyncCostPerMillion">Cost of a million answers, in the currency of the prices; null without prices.</param>
/// <param name="SyncCostPerMillion">The same for the synchronous form.</param>
internal sealed record FleetAnswer(
    double OfferedPerSecond,
    bool Retried,
    double InFlight,
    double BlockedBytes,
    double SuspendedBytes,
    long AsyncInstances,
    long SyncInstances,
    double? AsyncCostPerMillion,
    double? SyncCostPerMillion)
{
    /// <summary>Threads that the pool of a machine needs for <see cref="SyncInstances"/> to be enough; null when the
    /// synchronous form was not planned, kept up from the start, or has machines by the threads that its pool may have.</summary>
    public int? SyncThreads { get; init; }

    /// <summary>Null for users, who stay on one machine.</summary>
    public static FleetAnswer? Of(Plan plan, PlanPrices prices)
    {
        ArgumentNullException.ThrowIfNull(plan);
        ArgumentNullException.ThrowIfNull(prices);
        if (plan.Question.ArrivalsPerSecond is not { } rate)
            return null;
        // The server takes its part of the cores, too.
        Fleet fleet = new(plan.Question.Total(WaitStyle.Awaiting).WithServer(), rate, plan.Question.FreeCores)
        {
            RetriedShare = plan.Question.RetriedShare,
            ThreadsPerInstance = plan.Question.MaximumThreads,
        };
        double? Cost(long instances) => prices.CoreHour > 0 || prices.GigabyteHour > 0
            ? fleet.CostPerMillion(instances, prices.CoreHour, prices.GigabyteHour, prices.GigabytesPerInstance)
            : null;
        return new FleetAnswer(
            fleet.OfferedPerSecond, fleet.RetriedShare > 0, fleet.InFlight, fleet.BlockedBytes, fleet.SuspendedBytes, fleet.AsyncInstances,
            fleet.SyncInstances, Cost(fleet.AsyncInstances), Cost(fleet.SyncInstances))
        {
            SyncThreads = plan.Forms
                .Where(form => form is { Style: WaitStyle.Blocking, CollapsedShare: > 0 } && plan.Question.Allows(form.ThreadsNeeded))
                .Select(form => (int?)form.ThreadsNeeded)
                .FirstOrDefault(),
        };
    }
}

/// <summary>What a fleet is reckoned with.</summary>
/// <param name="CoreHour">Price of a core for an hour; 0 when not given.</param>
/// <param name="GigabyteHour">Price of a gigabyte for an hour; 0 when not given.</param>
/// <param name="GigabytesPerInstance">Memory of one machine.</param>
internal sealed record PlanPrices(double CoreHour, double GigabyteHour, double GigabytesPerInstance)
{
    /// <summary>Memory of a machine of which nothing is said.</summary>
    public const double UsualGigabytes = 4;
}
