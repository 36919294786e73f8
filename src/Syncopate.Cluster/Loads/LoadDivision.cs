using System.Globalization;
using Syncopate.Texts;
using Syncopate.Units;

namespace Syncopate.Cluster.Loads;

/// <summary>A load divided among agents, so that all parts together are that load and no other.</summary>
/// <param name="Parts">In the order of the agents.</param>
/// <param name="Sentence">How it was divided, such as "3 agents: 3 x 400/s = 1,200/s".</param>
internal sealed record LoadDivision(IReadOnlyList<LoadPart> Parts, string Sentence)
{
    // Measured capacity wanders by so much on a machine that does other things too: what differs less is equal, and gets equal parts.
    private const double Alike = 1.25;

    /// <summary>Divides a load in proportion to what agents can do: what all of them have measured, else their processors. Agents on one
    /// machine share what it can do.</summary>
    /// <param name="shape">The whole load.</param>
    /// <param name="agents">Who takes part; at least one.</param>
    /// <exception cref="ClusterException">It cannot be divided so.</exception>
    public static LoadDivision Of(LoadShape shape, IReadOnlyList<AgentCard> agents)
    {
        bool isMeasured = agents.All(agent => agent.PerSecond is > 0);
        double[] weights = [.. agents.Select(agent => Share(agents.Where(other => other.MachineId == agent.MachineId), isMeasured))];
        if (isMeasured && weights.Max() <= Alike * weights.Min())
            Array.Fill(weights, 1);
        IReadOnlyList<LoadPart> parts = shape switch
        {
            UsersForTime users => Users(users.Users, weights, count => new UsersForTime(count, users.Duration)),
            UsersTimesLoops users => Users(users.Users, weights, count => new UsersTimesLoops(count, users.Loops)),
            SteppedUsers steps => Steps(steps, weights.Length),
            Arrivals arrivals => Rate(arrivals, weights),
            _ => throw new ArgumentException($"A {shape.GetType().Name} is not sent over a network.", nameof(shape)),
        };
        string by = shape is SteppedUsers || weights.Distinct().Count() == 1 ? "evenly" : isMeasured ? "by measured capacity"
            : "by cores, as capacity was not measured";
        return new LoadDivision(parts, Words(parts, by));
    }

    /// <summary>So many whole things in proportion to weights: what is left over goes to the largest rests, so that the sum is
    /// exact.</summary>
    internal static int[] Shares(int total, IReadOnlyList<double> weights)
    {
        double sum = weights.Sum();
        double[] exact = [.. weights.Select(weight => total * weight / sum)];
        int[] shares = [.. exact.Select(share => (int)Math.Floor(share))];
        foreach (int place in Enumerable.Range(0, weights.Count).OrderByDescending(i => exact[i] - shares[i]).ThenBy(i => i)
            .Take(total - shares.Sum()))
        {
            shares[place]++;
        }

        // Nobody who is there sends nothing: its users are taken from who has most.
        for (int place = 0; place < shares.Length; place++)
        {
            if (shares[place] > 0)
                continue;
            shares[Array.IndexOf(shares, shares.Max())]--;
            shares[place]++;
        }

        return shares;
    }

    // What was measured while others measured too is less than the machine can do.
    private static double Share(IEnumerable<AgentCard> sameMachine, bool isMeasured) =>
        sameMachine.Max(agent => isMeasured ? agent.PerSecond ?? 0 : agent.Cores) / sameMachine.Count();

    private static List<LoadPart> Users(int users, double[] weights, Func<int, LoadShape> part)
    {
        if (users < weights.Length)
        {
            throw new ClusterException(string.Create(CultureInfo.InvariantCulture,
                $"{Counted.Of(users, "user")} cannot be divided among {weights.Length} agents. Use --users {weights.Length} "
                + $"or more, or fewer agents."));
        }

        return [.. Shares(users, weights).Select(count => new LoadPart(part(count), 0, Counted.Of(count, "user")))];
    }

    private static List<LoadPart> Steps(SteppedUsers steps, int agents)
    {
        if (steps.Start % agents != 0 || steps.Step % agents != 0 || steps.Maximum % agents != 0)
        {
            throw new ClusterException(string.Create(
                CultureInfo.InvariantCulture,
                $"Steps of {steps.Start}..{steps.Maximum}+{steps.Step} users cannot be divided evenly among {agents} agents, and all must "
                    + $"step at one time. Give multiples of {agents}, such as --step {agents}..{10 * agents}+{agents}:5s"));
        }

        SteppedUsers part = new(steps.Start / agents, steps.Step / agents, steps.Maximum / agents, steps.StepDuration);
        string words = string.Create(CultureInfo.InvariantCulture, $"{part.Start:#,0} to {part.Maximum:#,0} users");
        return [.. Enumerable.Repeat(new LoadPart(part, 0, words), agents)];
    }

    // Each agent has a whole number of requests, and begins a little later than the one before: together they are due as those of one
    // generator, and not in bursts of as many as there are agents.
    private static List<LoadPart> Rate(Arrivals whole, double[] weights)
    {
        double mean = (whole.FromPerSecond + whole.ToPerSecond) / 2;
        long total = (long)Math.Ceiling(Math.Round(mean * whole.Duration.TotalSeconds, 6));
        if (total < weights.Length || total > int.MaxValue)
        {
            throw new ClusterException(string.Create(CultureInfo.InvariantCulture,
                $"{Counted.Of(total, "request")} in all cannot be divided among {weights.Length} agents. Use a higher or lower rate, "
                + $"or another time."));
        }

        int[] requests = Shares((int)total, weights);
        int[] inFlight = Shares(Math.Max(whole.MaximumInFlight, weights.Length), weights);
        List<LoadPart> parts = [];
        double before = 0;
        for (int i = 0; i < weights.Length; i++)
        {
            double share = requests[i] / (mean * whole.Duration.TotalSeconds);
            Arrivals part = new(whole.FromPerSecond * share, whole.ToPerSecond * share, whole.Duration) { MaximumInFlight = inFlight[i] };
            double late = Microseconds.FromSeconds(before / part.FromPerSecond);
            parts.Add(new LoadPart(part, (long)Math.Min(late, 1e6), RateWords(part.FromPerSecond, part.ToPerSecond)));
            before += (double)requests[i] / total;
        }

        return parts;
    }

    // Sums of equal parts may differ in their last digit.
    private static string RateWords(double from, double to) => Math.Abs(from - to) <= 1e-9 * from
        ? string.Create(CultureInfo.InvariantCulture, $"{from:#,0.##} requests/s")
        : string.Create(CultureInfo.InvariantCulture, $"{from:#,0.##} to {to:#,0.##} requests/s");

    private static string Words(IReadOnlyList<LoadPart> parts, string by)
    {
        IEnumerable<string> each = parts.GroupBy(part => part.Words).Select(
            same => string.Create(CultureInfo.InvariantCulture, $"{same.Count()} x {same.Key}"));
        return $"{Counted.Of(parts.Count, "agent")}, divided {by}: {string.Join(" + ", each)}{Sum(parts)}.";
    }

    private static string Sum(IReadOnlyList<LoadPart> parts) => parts[0].Shape switch
    {
        UsersForTime or UsersTimesLoops => $" = {Counted.Of(parts.Sum(part => part.Shape.MaximumUsers), "user")}",
        Arrivals => $" = {RateWords(parts.Sum(part => ((Arrivals)part.Shape).FromPerSecond),
            parts.Sum(part => ((Arrivals)part.Shape).ToPerSecond))}",
        _ => "",
    };
}

/// <summary>One agent's part.</summary>
/// <param name="Shape">Its load.</param>
/// <param name="PhaseMicroseconds">How long after the common start it begins.</param>
/// <param name="Words">Such as "17 users".</param>
internal sealed record LoadPart(LoadShape Shape, long PhaseMicroseconds, string Words);
