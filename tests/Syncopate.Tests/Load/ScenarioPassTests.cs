using System.Text;
using Syncopate.Load;
using Syncopate.Load.Client;
using Xunit;

namespace Syncopate.Tests.Load;

/// <summary>One user's way through a scenario whose first step takes a value for a path and one for a header.</summary>
public sealed class ScenarioPassTests
{
    private static readonly LoadStep[] Steps =
    [
        new LoadStep("/login")
        {
            ExtractedValues = [ExtractedValue.FromHeader("id", "X-Id"), ExtractedValue.FromHeader("key", "X-Key")],
        },
        new LoadStep("/items/{id}")
        {
            Method = "PUT",
            Headers = [new("Authorization", "Bearer {key}")],
            Body = "{id} {key} {nobody}",
            ExtractedValues = [ExtractedValue.FromText("word", ".+")],
        },
    ];

    private static readonly LoadScenario Scenario = new(Steps);

    [Fact]
    public void Values_are_put_into_the_next_step_and_forgotten_at_the_end()
    {
        ScenarioPass pass = new(Scenario);
        Assert.Equal((0, "/login", false), (pass.Place, pass.Path, pass.ReadsBody));

        Assert.Null(Take(pass, id: "a b", key: "k"));
        Assert.False(pass.Advance(isGood: true));

        Assert.Equal((1, "/items/a%20b", true), (pass.Place, pass.Path, pass.ReadsBody));
        Assert.Equal("a b k {nobody}", Encoding.UTF8.GetString(pass.Body));
        Assert.Equal(new KeyValuePair<string, string>("Authorization", "Bearer k"), Assert.Single(pass.Headers));
        Assert.True(pass.Advance(isGood: true));
        Assert.Equal(0, pass.Place);
        pass.Advance(isGood: true);
        Assert.Equal("/items/{id}", pass.Path);
    }

    [Fact]
    public void A_step_that_fails_ends_the_pass()
    {
        ScenarioPass pass = new(Scenario);
        Take(pass, id: "1", key: "k");
        pass.Advance(isGood: true);

        Assert.True(pass.Advance(isGood: false));

        Assert.Equal((0, "/login"), (pass.Place, pass.Path));
        Assert.True(pass.Advance(isGood: false));
        pass.Advance(isGood: true);
        Assert.Equal("/items/{id}", pass.Path);
    }

    [Fact]
    public void A_value_that_is_not_there_fails_the_step()
    {
        using HttpResponseMessage response = new();
        response.Headers.TryAddWithoutValidation("X-Key", "k");

        Assert.Equal(Findings.ValueNotFound, new ScenarioPass(Scenario).Take(response, default));
    }

    /// <summary>Outside of ASCII a value may be in a path, where it is escaped, and in no header.</summary>
    [Theory]
    [InlineData("\u00fc", "k", null)]
    [InlineData("1", "\u00fc", Findings.ValueNotUsable)]
    [InlineData("1", "\u007f", Findings.ValueNotUsable)]
    [InlineData("a\tb", "k", Findings.ValueNotUsable)]
    [InlineData("1", " ~", null)]
    public void A_value_that_would_change_a_request_is_not_put_into_it(string id, string key, string? finding) =>
        Assert.Equal(finding, Take(new ScenarioPass(Scenario), id, key));

    [Theory]
    [InlineData(8_192, null)]
    [InlineData(8_193, Findings.ValueNotUsable)]
    public void A_value_has_at_most_8192_characters(int length, string? finding) =>
        Assert.Equal(finding, Take(new ScenarioPass(Scenario), new string('a', length), "k"));

    private static string? Take(ScenarioPass pass, string id, string key)
    {
        using HttpResponseMessage response = new();
        response.Headers.TryAddWithoutValidation("X-Id", id);
        response.Headers.TryAddWithoutValidation("X-Key", key);
        return pass.Take(response, default);
    }
}
