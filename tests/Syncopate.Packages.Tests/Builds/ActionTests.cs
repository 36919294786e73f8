using System.Text.RegularExpressions;
using System.Xml.Linq;
using Xunit;

namespace Syncopate.Packages.Tests.Builds;

/// <summary>action.yml, tried by running its steps as a shell would: two commits, built, loaded in turns, judged and told. What
/// answers in place of GitHub is on this machine.</summary>
/// <param name="judged">The pull request, after its verdict.</param>
/// <param name="feed">Who runs git.</param>
[Trait("Judges", "behaviour")]
public sealed class ActionTests(JudgedPullRequest judged, Feed feed) : IClassFixture<JudgedPullRequest>
{
    [Fact]
    public void No_script_holds_what_others_could_write()
    {
        Assert.All(judged.Steps.Steps, step => Assert.Single(step.Children.Keys, key => key.ToString() is "uses" or "run"));
        foreach (YamlDotNet.RepresentationModel.YamlMappingNode step in judged.Steps.Steps.Where(step => step.Children.ContainsKey("run")))
        {
            Assert.DoesNotContain("${{", step.Children["run"].ToString(), StringComparison.Ordinal);
            Assert.Equal("bash", step.Children["shell"].ToString());
        }
    }

    [Fact]
    public void The_head_was_measured_against_the_base_and_failed()
    {
        XElement suite = Assert.Single(XDocument.Load(Path.Combine(judged.Result, "junit.xml")).Root!.Elements("testsuite"));
        XElement[] cases = [.. suite.Elements("testcase")];

        Assert.Equal("false", judged.Steps.OutputOf("judge", "passed"));
        XElement mean = Assert.Single(cases, test => (string?)test.Attribute("name") == "mean (against a)");
        Assert.Equal("compare.b", (string?)mean.Attribute("classname"));
        Assert.Matches("slower", (string?)Assert.Single(mean.Elements("failure")).Attribute("message"));
        Assert.Equal(2, cases.Count(test => ((string?)test.Attribute("name"))!.StartsWith("errors", StringComparison.Ordinal)));
        Assert.Equal("1", (string?)suite.Attribute("failures"));
    }

    [Fact]
    public async Task The_verdict_is_commented_with_its_picture_once()
    {
        await using CodeHost host = await CodeHost.StartAsync();

        await TellAsync(host.Address);
        (int code, string output) = await TellAsync(host.Address);

        Assert.True(code == 0, output);
        Assert.Equal(2, host.Comments.Count); // Theirs, and ours, which the second run replaced.
        string body = host.Comments[1].Body;
        Assert.StartsWith("<!-- syncopate -->\n![The verdict as a picture](https://github.example/octo/shop/blob/", body,
            StringComparison.Ordinal);
        Assert.Contains("Gate failed: 1 of 3 checks", body, StringComparison.Ordinal);
        Assert.Contains("times faster than B", body, StringComparison.Ordinal);
        Assert.Contains($"A is {judged.Shop.Base[..7]}, B is {judged.Shop.Head[..7]}.", body, StringComparison.Ordinal);
        Assert.Contains("https://github.example/octo/shop/actions/runs/99", body, StringComparison.Ordinal);
        Assert.Single(Regex.Matches(body, "<details>"));
        Assert.Single(Regex.Matches(body, "</details>"));
    }

    [Fact]
    public async Task The_picture_lies_where_the_comment_says()
    {
        await using CodeHost host = await CodeHost.StartAsync();
        await TellAsync(host.Address);
        Match place = Regex.Match(host.Comments[1].Body, @"/blob/([0-9a-f]{40})/(pull-7\.svg)\?raw=true");

        string picture = await judged.Shop.GitAsync(judged.Shop.Origin, "show", $"{place.Groups[1].Value}:{place.Groups[2].Value}");

        string card = await File.ReadAllTextAsync(Path.Combine(judged.Result, "card.svg"), TestContext.Current.CancellationToken);
        Assert.Equal(card.Trim(), picture);
        Assert.Equal("pull-7.svg", await judged.Shop.GitAsync(judged.Shop.Origin, "ls-tree", "--name-only", "syncopate-pictures"));
        Assert.Empty(await judged.Shop.GitAsync(judged.Shop.Checkout, "status", "--short"));
    }

    [Fact]
    public async Task The_summary_of_the_job_has_the_checks_and_the_verdict()
    {
        await using CodeHost host = await CodeHost.StartAsync();
        File.Delete(judged.Steps.Summary);

        await TellAsync(host.Address);

        string summary = await File.ReadAllTextAsync(judged.Steps.Summary, TestContext.Current.CancellationToken);
        Assert.Contains("| **FAIL** | compare.b.mean |", summary, StringComparison.Ordinal);
        Assert.Contains("times faster than B", summary, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Who_may_not_write_gets_a_warning_and_the_verdict_all_the_same()
    {
        string hook = Path.Combine(judged.Shop.Origin, "hooks", "pre-receive");
        await File.WriteAllTextAsync(hook, "#!/bin/sh\nexit 1\n", TestContext.Current.CancellationToken);
        await feed.RunAsync(judged.Shop.Origin, "chmod", "+x", hook);
        await using CodeHost host = await CodeHost.StartAsync();
        (int code, string output) = await TellAsync(host.Address);
        (int refused, string warned) = await TellAsync(host.Address + "/nowhere");
        File.Delete(hook);

        Assert.Equal((0, 0), (code, refused));
        Assert.DoesNotContain("::warning::", output, StringComparison.Ordinal);
        Assert.Contains("The picture could not be kept: the job needs `contents: write`.", host.Comments[1].Body, StringComparison.Ordinal);
        Assert.Contains("::warning::The verdict could not be commented: the job needs pull-requests: write.", warned,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task At_last_the_job_fails() => Assert.Equal(3, (await judged.Steps.RunAsync(
        "Decide", judged.Shop.Checkout, JudgedPullRequest.Variables("http://127.0.0.1:9"))).ExitCode);

    private Task<(int ExitCode, string Output)> TellAsync(string api) =>
        judged.Steps.RunAsync("Tell", judged.Shop.Checkout, JudgedPullRequest.Variables(api));
}
