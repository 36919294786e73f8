using Syncopate.Cli.Plans;
using Syncopate.Planning;
using Xunit;

namespace Syncopate.Cli.Tests;

public sealed class PlanYamlTests
{
    [Fact]
    public void A_scenario_reads_like_its_twin_in_JSON()
    {
        PlanFile file = PlanFile.Parse(PlanYaml.ToJson("""
            # Orders and their dashboard.
            cores: 4
            users: 200
            thinkMilliseconds: 500
            endpoints:
              - { name: "7", share: 7, cpuMilliseconds: 3, waitMilliseconds: 8e1 }
              - name: dashboard
                waitMilliseconds: 300
                waits: 4
            levels:
              - load: 1
                requestsPerSecond: [64.9, 65.1]
            """));

        Assert.Equal((4, 200, 500.0), (file.Cores, file.Users, file.ThinkMilliseconds));
        Assert.Equal([new PlanFileEndpoint("7", 7, 3, 80), new PlanFileEndpoint("dashboard", 1, 0, 300, 4)], file.Endpoints);
        Assert.Equal([64.9, 65.1], Assert.Single(file.Levels!).RequestsPerSecond);
    }

    [Theory]
    [InlineData("a: [1", "cannot be read at line")]
    [InlineData("a: &x 1\nb: *x", "line 1: a scenario has one document without anchors and tags")]
    [InlineData("a: !!int 1", "without anchors and tags")]
    [InlineData("a: 1\n---\nb: 2", "line 2: a scenario has one document")]
    [InlineData("? [a]\n: 1", "a key must be a word")]
    [InlineData("[[[[[[[[[[1]]]]]]]]]]", "nested too deeply")]
    public void What_is_no_scenario_is_told_with_its_line(string yaml, string words) =>
        Assert.Contains(words, Assert.Throws<ArgumentException>(() => PlanYaml.ToJson(yaml)).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData("", "null")]
    [InlineData("a:", """{"a":null}""")]
    [InlineData("a: 007up", """{"a":"007up"}""")]
    public void Plain_values_are_numbers_nothing_or_text(string yaml, string json) => Assert.Equal(json, PlanYaml.ToJson(yaml));
}
