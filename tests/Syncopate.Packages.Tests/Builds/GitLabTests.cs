using System.Xml.Linq;
using Syncopate.EndToEnd.Tests;
using Xunit;
using YamlDotNet.RepresentationModel;

namespace Syncopate.Packages.Tests.Builds;

/// <summary>deploy/gitlab-ci.yml, tried by running its script as a shell would, with the variables that a runner sets.</summary>
/// <param name="feed">The packages, and who installs them.</param>
[Trait("Judges", "time")]
public sealed class GitLabTests(Feed feed)
{
    [Fact]
    public async Task A_merge_request_that_makes_a_page_faster_passes_with_a_comment()
    {
        await using CodeHost host = await CodeHost.StartAsync();

        (ShopRepository shop, int code, string output) = await RunAsync("gitlab", (40, 10), host);

        Assert.True(code == 0, output);
        string body = Assert.Single(host.Comments.Skip(1)).Body;
        Assert.StartsWith("<!-- syncopate -->\n![card](/uploads/1/card.svg)\n", body, StringComparison.Ordinal);
        Assert.StartsWith("<svg", host.Uploaded, StringComparison.Ordinal);
        Assert.Contains("times faster than A", body, StringComparison.Ordinal);
        Assert.Contains("https://gitlab.example/jobs/5", body, StringComparison.Ordinal);
        XElement tests = Tests(shop);
        Assert.Equal("0", (string?)tests.Attribute("failures"));
        Assert.Contains(tests.Descendants("testcase"), test => (string?)test.Attribute("name") == "mean (against a)");
    }

    [Fact]
    public async Task A_merge_request_that_makes_a_page_slower_fails_and_is_commented_all_the_same()
    {
        await using CodeHost host = await CodeHost.StartAsync();

        (ShopRepository shop, int code, string output) = await RunAsync("gitlab-slower", (10, 40), host);

        Assert.True(code == 3, $"The job ended with {code}: {output}");
        string body = Assert.Single(host.Comments.Skip(1)).Body;
        Assert.Contains("times faster than B", body, StringComparison.Ordinal);
        XElement failed = Tests(shop).Descendants("testcase").Single(test => (string?)test.Attribute("name") == "mean (against a)");
        Assert.NotNull(failed.Element("failure"));
    }

    /// <summary>Runs the job on a merge request that changes how long a page waits.</summary>
    private async Task<(ShopRepository Shop, int ExitCode, string Output)> RunAsync(
        string name, (int Base, int Head) waits, CodeHost host)
    {
        bool canComment = JudgedPullRequest.IsHere("jq") && JudgedPullRequest.IsHere("curl");
        Assert.SkipWhen(!canComment, "There is no jq or no curl here, with which the job comments. On Debian: apt-get install jq curl");
        ShopRepository shop = await ShopRepository.CreateAsync(feed, feed.NewFolder(name), waits);
        await shop.GitAsync(shop.Checkout, "fetch", "--quiet", "--unshallow"); // As GIT_DEPTH 0 does.
        (string script, Dictionary<string, string> variables) = Job();
        foreach ((string variable, string value) in Given(shop, host))
            variables[variable] = value;
        (int code, string output) = await feed.TryAsync(shop.Checkout, variables, "bash", "-c", script);
        return (shop, code, output);
    }

    private static XElement Tests(ShopRepository shop) =>
        XDocument.Load(Path.Combine(shop.Checkout, "syncopate-result", "junit.xml")).Root!; // Never null: a document has a root.

    private static Dictionary<string, string> Given(ShopRepository shop, CodeHost host) => new()
    {
        ["CI_PROJECT_DIR"] = shop.Checkout,
        ["CI_PROJECT_ID"] = "42",
        ["CI_API_V4_URL"] = host.Address,
        ["CI_MERGE_REQUEST_IID"] = "7",
        ["CI_MERGE_REQUEST_DIFF_BASE_SHA"] = shop.Base,
        ["CI_COMMIT_SHA"] = shop.Head,
        ["CI_JOB_URL"] = "https://gitlab.example/jobs/5",
        ["SYNCOPATE_TOKEN"] = CodeHost.Token,
        ["SYNCOPATE_PATH"] = "/orders",
        ["SYNCOPATE_PROJECT"] = "src/Shop",
        ["SYNCOPATE_OPTIONS"] = "--users 4 --budget 20s",
    };

    private static (string Script, Dictionary<string, string> Variables) Job()
    {
        YamlStream stream = [];
        stream.Load(new StringReader(File.ReadAllText(Path.Combine(Built.RepositoryRoot, "deploy", "gitlab-ci.yml"))));
        YamlMappingNode job = (YamlMappingNode)((YamlMappingNode)stream.Documents[0].RootNode).Children[".syncopate"];
        Assert.Equal("syncopate-result/junit.xml", job["artifacts"]["reports"]["junit"].ToString());
        return (
            string.Join('\n', ((YamlSequenceNode)job["script"]).Select(line => line.ToString())),
            ((YamlMappingNode)job["variables"]).ToDictionary(pair => pair.Key.ToString(), pair => pair.Value.ToString()));
    }
}
