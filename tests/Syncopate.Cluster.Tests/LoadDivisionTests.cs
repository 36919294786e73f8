using Syncopate.Cluster.Loads;
using Syncopate.Load;
using Xunit;

namespace Syncopate.Cluster.Tests;

public sealed class LoadDivisionTests
{
    private static readonly TimeSpan Ten = TimeSpan.FromSeconds(10);

    private static AgentCard[] Agents(params int[] cores) =>
        [.. cores.Select((c, i) => new AgentCard($"a{i}", "1", "m", $"i{i}", c, null))];

    [Theory]
    [InlineData(50, 2, 2, 2)]
    [InlineData(7, 1, 1, 16)]
    [InlineData(3, 1, 100, 1)]
    [InlineData(10_000, 3, 5, 7, 64)]
    public void All_parts_together_are_the_users_and_nobody_is_idle(int users, params int[] cores)
    {
        LoadDivision division = LoadDivision.Of(new UsersForTime(users, Ten), Agents(cores));

        Assert.Equal(users, division.Parts.Sum(part => part.Shape.MaximumUsers));
        Assert.All(division.Parts, part => Assert.InRange(part.Shape.MaximumUsers, 1, users));
    }

    [Theory]
    [InlineData(1200, 1200, 2, 2, 2)]
    [InlineData(1000, 1000, 2, 2, 2)]
    [InlineData(333.3, 777.7, 1, 2, 4)]
    [InlineData(7, 7, 3, 3, 3, 3, 3)]
    public void All_parts_together_are_due_as_often_as_the_whole(double from, double to, params int[] cores)
    {
        Arrivals whole = new(from, to, Ten);

        LoadDivision division = LoadDivision.Of(whole, Agents(cores));

        long[] counts = [.. division.Parts.Select(part => new ArrivalSchedule((Arrivals)part.Shape, 1_000_000_000).Count)];
        Assert.Equal(new ArrivalSchedule(whole, 1_000_000_000).Count, counts.Sum());
    }

    [Fact]
    public void Requests_of_agents_at_one_rate_interleave_as_those_of_one_generator()
    {
        LoadDivision division = LoadDivision.Of(Arrivals.AtRate(1200, Ten), Agents(2, 2, 2));

        long[] due = [.. division.Parts
            .SelectMany(part => Enumerable.Range(0, 100).Select(i =>
                part.PhaseMicroseconds + new ArrivalSchedule((Arrivals)part.Shape, 1_000_000).DueOf(i)))
            .Order()];
        Assert.All(due.Zip(due.Skip(1), (a, b) => b - a), gap => Assert.InRange(gap, 831, 836)); // 1/1200 s is 833 us.
        Assert.Equal("3 agents, divided evenly: 3 x 400 requests/s = 1,200 requests/s.", division.Sentence);
    }

    [Fact]
    public void It_says_by_what_it_divides()
    {
        AgentCard[] measured = [.. Agents(2, 2).Select((card, i) => card with { PerSecond = 10_000 * (i + 1), MachineId = card.Name })];

        Assert.Contains("by measured capacity: 1 x 10 users + 1 x 20 users",
            LoadDivision.Of(new UsersForTime(30, Ten), measured).Sentence, StringComparison.Ordinal);
        Assert.Contains("by cores, as capacity was not measured", LoadDivision.Of(new UsersForTime(30, Ten), Agents(1, 2)).Sentence,
            StringComparison.Ordinal);
    }

    [Fact]
    public void What_differs_no_more_than_a_measurement_wanders_is_divided_evenly_and_agents_on_one_machine_share_it()
    {
        AgentCard[] cards = [.. Agents(2, 2, 2).Select((card, i) =>
            card with { PerSecond = i == 0 ? 4_000 : 12_000, MachineId = i < 2 ? "one" : "other" })];
        AgentCard[] alike = [.. Agents(2, 64).Select((card, i) => card with { PerSecond = 10_000 + 2_000 * i, MachineId = card.Name })];

        Assert.Equal("3 agents, divided by measured capacity: 2 x 10 users + 1 x 20 users = 40 users.",
            LoadDivision.Of(new UsersForTime(40, Ten), cards).Sentence);
        Assert.Equal("2 agents, divided evenly: 2 x 20 users = 40 users.", LoadDivision.Of(new UsersForTime(40, Ten), alike).Sentence);
        Assert.Equal("1 agent, divided evenly: 1 x 1 user = 1 user.", LoadDivision.Of(new UsersForTime(1, Ten), Agents(2)).Sentence);
    }

    [Fact]
    public void What_cannot_be_divided_is_refused_with_what_can()
    {
        ClusterException users = Assert.Throws<ClusterException>(() => LoadDivision.Of(new UsersForTime(2, Ten), Agents(1, 1, 1)));
        ClusterException steps = Assert.Throws<ClusterException>(() => LoadDivision.Of(new SteppedUsers(1, 1, 10, Ten), Agents(1, 1, 1)));

        Assert.Contains("--users 3 or more", users.Message, StringComparison.Ordinal);
        Assert.Contains("--step 3..30+3:5s", steps.Message, StringComparison.Ordinal);
        Assert.Equal(9, LoadDivision.Of(new SteppedUsers(3, 3, 9, Ten), Agents(1, 1, 1)).Parts.Sum(part => part.Shape.MaximumUsers));
    }
}
