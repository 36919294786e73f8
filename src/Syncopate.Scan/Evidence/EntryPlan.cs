using System.Globalization;
using Syncopate.Planning;
using Syncopate.Planning.Formulas;
using Syncopate.Reporting;
using Syncopate.Units;
using Syncopate.Watch;

namespace Syncopate.Scan.Evidence;

/// <summary>What a plan says of the watched entry at another load: as it blocks now, and as it would await.</summary>
/// <param name="Users">Users who each wait for an answer; null when requests arrive at a rate.</param>
/// <param name="ArrivalsPerSecond">That rate; null when there are users.</param>
internal sealed record EntryPlan(int? Users, double? ArrivalsPerSecond)
{
    private const ulong Seed = 1;

    // Of the blocked time whose request is known: what belongs to other entries would be taken for time of this one.
    private const double LeastOfOneRoute = 0.95;

    /// <summary>The result with what the plan says, or with what is not known for one.</summary>
    /// <param name="result">A scan that was joined with the evidence.</param>
    /// <param name="evidence">The evidence.</param>
    /// <param name="token">Ends the simulations.</param>
    public ScanResult Add(ScanResult result, WatchEvidence evidence, CancellationToken token) =>
        result.Evidence is { } told
            ? result with { Evidence = told with { Sentences = [.. told.Sentences, .. Sentences(evidence, token)] } } : result;

    private IEnumerable<string> Sentences(WatchEvidence evidence, CancellationToken token)
    {
        if (Missing(evidence) is { } missing)
            return [$"No plan: {missing}"];
        double perSecond = PerSecond(evidence);
        double waitSeconds = BlockedThreads(evidence) / perSecond;
        double cpuOfRequest = CpuSeconds(evidence);
        WaitStyle now = evidence.Blocked is { } blocked && IsOfTasks(blocked) ? WaitStyle.BlockingOnTask : WaitStyle.Blocking;
        // What the server takes around the code of a request is in its processor time, and simulated besides.
        PlannedEndpoint request = new(new RequestDemand(Math.Max(0, cpuOfRequest - PoolConstants.Net10.RequestCpuSeconds), waitSeconds));
        int cores = Cores(evidence);
        PlanQuestion question = new()
        {
            Endpoints = [request],
            Cores = cores,
            Users = Users,
            ArrivalsPerSecond = ArrivalsPerSecond,
            Styles = [now, WaitStyle.Awaiting],
            Seed = Seed,
        };
        Plan plan = Planner.Make(question, progress: null, token);
        string planned = Users is { } users ? Wording.Plural(users, "user")
            : $"{FigureText.Significant(ArrivalsPerSecond ?? 0)} requests per second";
        (double cpu, double wait) = (Milliseconds.FromSeconds(request.Demand.CpuSeconds), Milliseconds.FromSeconds(waitSeconds));
        string demand = string.Create(CultureInfo.InvariantCulture, $"--cpu {cpu:0.###}ms --wait {wait:0.###}ms");
        string command = $"syncopate plan {demand} --cores {cores} {Load}";
        return
        [
            $"{Name(evidence)} was measured at {FigureText.Significant(perSecond)} requests per second: "
                + $"{FigureText.OfSeconds(cpuOfRequest)} on a core and {FigureText.OfSeconds(waitSeconds)} "
                + "blocked a request. "
                + $"A plan for {planned} on {Wording.Plural(cores, "core")}: {string.Join("; ", plan.Forms.Select(f => Form(f)))}. "
                + $"Again, with all it says: {command}",
        ];
    }

    private static string Form(PlannedForm form) =>
        $"{(form.Style == WaitStyle.Awaiting ? "awaiting" : "blocking as now")} "
            + $"{FigureText.Significant(form.Start.RequestsPerSecond.Median)} requests per second, "
        + $"median {FigureText.Milliseconds(form.Start.P50Milliseconds.Median)}, {FigureText.Significant(form.Start.Threads.Median)} "
        + "threads at the end";

    private string Load =>
        Users is { } users ? $"--users {users}" : string.Create(CultureInfo.InvariantCulture, $"--rate {ArrivalsPerSecond}");

    /// <summary>What is not known; null when all is.</summary>
    private static string? Missing(WatchEvidence evidence)
    {
        const string Try = "Watch it with a load on one address: syncopate watch PID --with URL --out DIR";
        if (evidence.Blocked is not { Sites.Count: > 0 } blocked)
            return $"no thread was seen to block, so there is no wait to plan with. {Try}";
        if (evidence.Load is null)
            return $"processor time and requests of this entry alone are not known, as others may have been served meanwhile. {Try}";
        if (PerSecond(evidence) <= 0 || CpuSeconds(evidence) <= 0)
            return $"the process reported no requests, or no processor time, while its threads were sampled. {Try}";
        if (IsOfTasks(blocked) && Looked(evidence).Any(m => m.Pool is not { LongestQueue: 0 }))
            return "the waits are for tasks, and work queued for threads meanwhile: a task may wait for such a thread itself, so how "
                + "long one takes alone was not seen. Watch again with fewer users, at whom nothing queues: --where --users 1";
        double known = blocked.Sites.Where(s => s.Route is not null).Sum(s => s.BlockedMilliseconds);
        double own = blocked.Sites.Where(s => s.Route is { } route
            && (RouteText.Matches(route, Name(evidence)) || RouteText.Matches(Name(evidence), route))).Sum(s => s.BlockedMilliseconds);
        return own > 0 && own >= LeastOfOneRoute * known ? null
            : $"{FigureText.Percent(known > 0 ? Math.Floor(100 * own / known) : 0)} of the blocked time belongs to {Name(evidence)} for "
                + $"certain; the wait of its requests is not known. {Try}";
    }

    /// <summary>Requests per second, of the moments in which threads were looked at; 0 where that was not reported.</summary>
    private static double PerSecond(WatchEvidence evidence)
    {
        (double PerSecond, double Seconds)[] told = [.. Looked(evidence)
            .Select(m => (m.Server?.RequestsPerSecond ?? 0, m.Server is { } server ? server.CountedSeconds ?? m.Seconds : 0))];
        double seconds = told.Sum(t => t.Seconds);
        return seconds > 0 ? told.Sum(t => t.PerSecond * t.Seconds) / seconds : 0;
    }

    /// <summary>Processor time of a request: that of the process over its requests in a typical moment. Not in those of a look, which
    /// itself takes a part of a core, unless there are no others; 0 where it was not reported.</summary>
    private static double CpuSeconds(WatchEvidence evidence)
    {
        WatchSample[] told = [.. evidence.Moments
            .Where(m => m is { HasData: true, CpuNanoseconds: > 0, Seconds: > 0, Server.RequestsPerSecond: > 0 })];
        WatchSample[] calm = [.. told.Except(Looked(evidence))];
        double[] costs = [.. (calm.Length > 0 ? calm : told)
            .Select(m => Nanoseconds.ToSeconds(m.CpuNanoseconds ?? 0) / m.Seconds / (m.Server?.RequestsPerSecond ?? 1)).Order()];
        return costs.Length == 0 ? 0 : costs[costs.Length / 2];
    }

    private static IEnumerable<WatchSample> Looked(WatchEvidence evidence) =>
        evidence.Moments
            .Where(m => m.HasData && evidence.Looks.Any(l => l.FromNanoseconds < m.ToNanoseconds && l.ToNanoseconds > m.FromNanoseconds));

    private static bool IsOfTasks(BlockedSites blocked) => blocked.Sites.Sum(s => s.BlockedMilliseconds * (s.IsSyncOverAsync ? 1 : -1)) > 0;

    // Little: threads that block on average; over the requests per second it is the blocked time of a request.
    private static double BlockedThreads(WatchEvidence evidence) =>
        evidence.Blocked is { WindowMilliseconds: > 0 } blocked ? blocked.Sites.Sum(s => s.BlockedMilliseconds) / blocked.WindowMilliseconds
            : 0;

    // A quota may be a fraction of a core, and a plan has whole ones.
    private static int Cores(WatchEvidence evidence) =>
        Math.Max(1, (int)Math.Round(evidence.Moments
            .Select(m => m.Processors?.Allowed).LastOrDefault(a => a is not null) ?? evidence.Header?.Machine.Cores ?? 1));

    private static string Name(WatchEvidence evidence) =>
        evidence.Load is { } load
            ? $"{load.Method} {(Uri.TryCreate(load.Url, UriKind.Absolute, out Uri? url) ? url.AbsolutePath : load.Url)}" : "the entry";
}
