using Syncopate.Capacity;

namespace Syncopate.Cli;

/// <summary>What a rate takes in machines, memory and money, and what measured levels say of more load; in sentences.</summary>
internal static class FleetWords
{
    private const double Kibi = 1_024;

    /// <summary>Nothing for users, who stay on one machine.</summary>
    public static IEnumerable<string> Machines(Plan plan, PlanPrices prices)
    {
        if (plan.Question.ArrivalsPerSecond is not { } rate)
            yield break;
        RequestDemand demand = plan.Question.Total(WaitStyle.Awaiting);
        // The server takes its part of the cores, too.
        var fleet = new Fleet(new RequestDemand(demand.CpuSeconds + PoolConstants.Net10.RequestCpuSeconds, demand.WaitSeconds), rate, plan.Question.FreeCores) { RetriedShare = prices.RetriedShare, ThreadsPerInstance = plan.Question.MaximumThreads };
        yield return Line($"{fleet.OfferedPerSecond:N0} requests/s{(prices.RetriedShare > 0 ? " with those sent again" : "")} are {fleet.InFlight:N0} in flight: {Bytes(fleet.BlockedBytes)} of blocked threads, or {Bytes(fleet.SuspendedBytes)} of suspended methods, buffers apart.");
        yield return Line($"Machines, one to spare: {fleet.AsyncInstances:N0}{(fleet.SyncInstances == fleet.AsyncInstances ? "" : $" async, {fleet.SyncInstances:N0} sync")}.");
        if (prices.CoreHour > 0 || prices.GigabyteHour > 0)
            yield return Line($"A million requests cost {fleet.CostPerMillion(fleet.AsyncInstances, prices.CoreHour, prices.GigabyteHour, prices.GigabytesPerInstance):0.####} async, {fleet.CostPerMillion(fleet.SyncInstances, prices.CoreHour, prices.GigabyteHour, prices.GigabytesPerInstance):0.####} sync.");
    }

    /// <summary>The law of scalability through measured levels, and what it says of the load that was asked; nothing without levels.</summary>
    /// <exception cref="UsageException">The levels are too few, or too far from the load.</exception>
    public static IReadOnlyList<string> Levels(IReadOnlyList<PlanFileLevel> levels, PlanQuestion question)
    {
        if (levels.Count == 0)
            return [];
        try
        {
            ScalabilityLaw law = ScalabilityLaw.Fit([.. levels.Select(l => (l.Load, l.RequestsPerSecond))], question.Seed);
            string peak = double.IsInfinity(law.Peak) ? "no peak" : FormattableString.Invariant($"a peak at {law.Peak:N0}");
            string found = Line($"Measured levels: {law.Unit:0.##} a second for one, {100 * law.Contention:0.##} % one after the other, {100 * law.Coherence:0.####} % for agreement; {peak}.");
            if (question.Users is not { } users)
                return [found];
            (double throughput, double low, double high) = law.Predict(users);
            return [found, Line($"By them, {users:N0} users get {throughput:N0} a second ({low:N0} to {high:N0}).")];
        }
        catch (ArgumentException e)
        {
            throw new UsageException(e.Message.Split(" (Parameter")[0]);
        }
    }

    private static string Bytes(double bytes) => FormattableString.Invariant(bytes switch
    {
        >= Kibi * Kibi * Kibi => $"{bytes / Kibi / Kibi / Kibi:0.0} GiB",
        >= Kibi * Kibi => $"{bytes / Kibi / Kibi:0.0} MiB",
        _ => $"{bytes / Kibi:0} KiB",
    });

    private static string Line(FormattableString text) => FormattableString.Invariant(text);
}
