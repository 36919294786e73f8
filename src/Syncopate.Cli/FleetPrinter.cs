using Syncopate.Capacity;

namespace Syncopate.Cli;

/// <summary>What a rate takes in machines, memory and money; and what measured levels say of more load.</summary>
internal static class FleetPrinter
{
    private const double Kibi = 1_024;

    /// <summary>Prints nothing for users, who stay on one machine.</summary>
    public static void Print(Plan plan, PlanPrices prices, Terminal terminal)
    {
        if (plan.Question.ArrivalsPerSecond is not { } rate)
            return;
        RequestDemand demand = plan.Question.Total(WaitStyle.Awaiting);
        // The server takes its part of the cores, too.
        var fleet = new Fleet(new RequestDemand(demand.CpuSeconds + PoolConstants.Net10.RequestCpuSeconds, demand.WaitSeconds), rate, plan.Question.FreeCores) { RetriedShare = prices.RetriedShare, ThreadsPerInstance = plan.Question.MaximumThreads };
        Line(terminal, $"{fleet.OfferedPerSecond:N0} requests/s{(prices.RetriedShare > 0 ? " with those sent again" : "")} are {fleet.InFlight:N0} in flight: {Bytes(fleet.BlockedBytes)} of blocked threads, or {Bytes(fleet.SuspendedBytes)} of suspended methods, buffers apart.");
        Line(terminal, $"Machines, one to spare: {fleet.AsyncInstances:N0}{(fleet.SyncInstances == fleet.AsyncInstances ? "" : $" async, {fleet.SyncInstances:N0} sync")}.");
        if (prices.CoreHour > 0 || prices.GigabyteHour > 0)
            Line(terminal, $"A million requests cost {fleet.CostPerMillion(fleet.AsyncInstances, prices.CoreHour, prices.GigabyteHour, prices.GigabytesPerInstance):0.####} async, {fleet.CostPerMillion(fleet.SyncInstances, prices.CoreHour, prices.GigabyteHour, prices.GigabytesPerInstance):0.####} sync.");
    }

    /// <summary>The law of scalability through measured levels, and what it says of the load that was asked.</summary>
    /// <exception cref="UsageException">The levels are too few, or too far from the load.</exception>
    public static void Print(IReadOnlyList<PlanFileLevel> levels, PlanQuestion question, Terminal terminal)
    {
        if (levels.Count == 0)
            return;
        try
        {
            ScalabilityLaw law = ScalabilityLaw.Fit([.. levels.Select(l => (l.Load, l.RequestsPerSecond))], question.Seed);
            string peak = double.IsInfinity(law.Peak) ? "no peak" : FormattableString.Invariant($"a peak at {law.Peak:N0}");
            Line(terminal, $"Measured levels: {law.Unit:0.##} a second for one, {100 * law.Contention:0.##} % one after the other, {100 * law.Coherence:0.####} % for agreement; {peak}.");
            if (question.Users is { } users)
            {
                (double throughput, double low, double high) = law.Predict(users);
                Line(terminal, $"By them, {users:N0} users get {throughput:N0} a second ({low:N0} to {high:N0}).");
            }
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

    private static void Line(Terminal terminal, FormattableString text) => terminal.Out.Profile.Out.Writer.WriteLine(FormattableString.Invariant(text));
}
