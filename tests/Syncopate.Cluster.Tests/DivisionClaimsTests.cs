using System.Globalization;
using System.Text.RegularExpressions;
using Syncopate.Cluster.Loads;
using Xunit;

namespace Syncopate.Cluster.Tests;

/// <summary>The sentence by which a load is divided, compared with the parts that are sent: each is told, their sum is the load that was
/// asked for, and they are divided by what is said.</summary>
public sealed partial class DivisionClaimsTests
{
    private const int Divisions = 2_000;

    [Fact]
    public void What_is_said_of_a_division_is_what_is_sent()
    {
        SortedSet<string> complaints = new(StringComparer.Ordinal);
        for (int seed = 0; seed < Divisions; seed++)
        {
            Random random = new(seed);
            (LoadShape shape, AgentCard[] agents) = (Shape(random), Agents(random));
            try
            {
                LoadDivision division = LoadDivision.Of(shape, agents);
                if (Wrong(division.Sentence, shape, agents, division) is { } wrong)
                    complaints.Add($"{wrong}: {division.Sentence} ({seed})");
            }
            catch (ClusterException)
            {
                // It cannot be divided among so many.
            }
        }

        Assert.True(complaints.Count == 0, string.Join('\n', complaints));
    }

    [Theory]
    [InlineData("2 agents, divided evenly: 2 x 20 users = 41 users.", "sum")]
    [InlineData("2 agents, divided evenly: 1 x 10 users + 1 x 30 users = 40 users.", "parts")]
    [InlineData("2 agents, divided by measured capacity: 2 x 20 users = 40 users.", "by")]
    [InlineData("3 agents, divided evenly: 2 x 20 users = 40 users.", "agents")]
    [InlineData("Divided well.", "not understood")]
    public void A_false_word_of_a_division_is_found(string sentence, string wrong)
    {
        UsersForTime shape = new(40, TimeSpan.FromSeconds(1));
        AgentCard[] agents = [new("a", "1", "m", "i", 2, null), new("b", "1", "m", "j", 2, null)];

        Assert.Equal(wrong, Wrong(sentence, shape, agents, LoadDivision.Of(shape, agents)));
    }

    private static string? Wrong(string sentence, LoadShape shape, AgentCard[] agents, LoadDivision division)
    {
        Match said = Division().Match(sentence);
        if (!said.Success)
            return "not understood";
        if (Number(said.Groups["agents"].Value) != agents.Length || division.Parts.Count != agents.Length)
            return "agents";
        string[] each = [.. Part().Matches(said.Groups["parts"].Value).SelectMany(part =>
            Enumerable.Repeat(part.Groups["part"].Value, int.Parse(part.Groups["times"].Value, CultureInfo.InvariantCulture)))];
        if (!each.Order().SequenceEqual(division.Parts.Select(part => Told(part.Shape)).Order()))
            return "parts";
        if (shape is not SteppedUsers && said.Groups["sum"].Value != Told(Sum(shape, division)))
            return "sum";
        bool isMeasured = agents.All(agent => agent.PerSecond > 0);
        return said.Groups["by"].Value switch
        {
            "evenly" => shape is SteppedUsers || Spread(division) <= 1.0001 ? null : "by",
            "by measured capacity" => isMeasured && HasDifferent(agents) ? null : "by",
            _ => !isMeasured && HasDifferent(agents) ? null : "by",
        };
    }

    // A rate is that of whole requests, which is a little more than was asked of a short load.
    private static LoadShape Sum(LoadShape asked, LoadDivision division) => asked is not Arrivals rate ? asked
        : new Arrivals(division.Parts.Sum(part => ((Arrivals)part.Shape).FromPerSecond),
            division.Parts.Sum(part => ((Arrivals)part.Shape).ToPerSecond), rate.Duration);

    private static string Told(LoadShape shape) => shape switch
    {
        UsersForTime or UsersTimesLoops => string.Create(CultureInfo.InvariantCulture,
            $"{shape.MaximumUsers:#,0} {(shape.MaximumUsers == 1 ? "user" : "users")}"),
        SteppedUsers steps => string.Create(CultureInfo.InvariantCulture, $"{steps.Start:#,0} to {steps.Maximum:#,0} users"),
        Arrivals rate when Math.Abs(rate.FromPerSecond - rate.ToPerSecond) < 1e-9 * rate.FromPerSecond =>
            string.Create(CultureInfo.InvariantCulture, $"{rate.FromPerSecond:#,0.##} requests/s"),
        Arrivals rate => string.Create(CultureInfo.InvariantCulture,
            $"{rate.FromPerSecond:#,0.##} to {rate.ToPerSecond:#,0.##} requests/s"),
        _ => "",
    };

    // Equal but for what cannot be divided: one user, or one request.
    private static double Spread(LoadDivision division)
    {
        double[] sizes = [.. division.Parts.Select(part => part.Shape switch
        {
            Arrivals rate => (rate.FromPerSecond + rate.ToPerSecond) / 2 * rate.Duration.TotalSeconds,
            var users => users.MaximumUsers,
        })];
        return sizes.Max() - sizes.Min();
    }

    // Agents of one machine share what it has.
    private static bool HasDifferent(AgentCard[] agents) => agents.Select(agent =>
    {
        AgentCard[] same = [.. agents.Where(other => other.MachineId == agent.MachineId)];
        return same.Max(other => agents.All(a => a.PerSecond > 0) ? other.PerSecond : other.Cores) / same.Length;
    }).Distinct().Count() > 1;

    private static double Number(string text) => double.Parse(text, NumberStyles.Number, CultureInfo.InvariantCulture);

    private static LoadShape Shape(Random random)
    {
        TimeSpan time = TimeSpan.FromSeconds(random.Next(1, 20));
        int users = random.Next(1, 3_000);
        double from = Math.Round(1 + 3_000 * random.NextDouble(), random.Next(3));
        return random.Next(5) switch
        {
            0 => new UsersForTime(users, time),
            1 => new UsersTimesLoops(users, 3),
            2 => new SteppedUsers(12, 12, 120, time),
            3 => Arrivals.AtRate(from, time),
            _ => new Arrivals(from, Math.Round(from * (1 + random.NextDouble()), 2), time),
        };
    }

    private static AgentCard[] Agents(Random random)
    {
        bool isMeasured = random.Next(2) == 0;
        return [.. Enumerable.Range(0, random.Next(1, 6)).Select(i =>
            new AgentCard(string.Create(CultureInfo.InvariantCulture, $"a{i}"), "1", "m",
            string.Create(CultureInfo.InvariantCulture, $"i{random.Next(4)}"), random.Next(1, 9),
                isMeasured ? random.Next(1, 60_000) : null))];
    }

    [GeneratedRegex("^(?<agents>[0-9,]+) agents?, divided (?<by>evenly|by measured capacity|by cores, as capacity was not measured): "
        + "(?<parts>[^=]+?)(?: = (?<sum>.+))?\\.$")]
    private static partial Regex Division();

    [GeneratedRegex("(?<times>[0-9]+) x (?<part>[^+]+?)(?= \\+ |$)")]
    private static partial Regex Part();
}
