using Xunit;

namespace Syncopate.Packages.Tests.Builds;

/// <summary>A pull request that makes a page four times slower, judged once by the action's steps up to the verdict, with the tool
/// installed from its package.</summary>
/// <param name="feed">The packages, and who installs them.</param>
public sealed class JudgedPullRequest(Feed feed) : IAsyncLifetime
{
    private static readonly string[] Tools = ["bash", "git", "curl", "jq"];

    private readonly string _folder = feed.NewFolder("action");
    private ShopRepository? _shop;
    private ActionSteps? _steps;

    internal ShopRepository Shop => _shop!;

    internal ActionSteps Steps => _steps!;

    internal string Result => Steps.OutputOf("compare", "result");

    public async ValueTask InitializeAsync()
    {
        string missing = string.Join(", ", Tools.Where(tool => !IsHere(tool)));
        Assert.SkipWhen(missing.Length > 0, $"Not here, but on a runner: {missing}. On Debian: apt-get install {missing}");
        _shop = await ShopRepository.CreateAsync(feed, _folder, (10, 40));
        _steps = NewSteps();
        foreach (string name in new[] { "Install", "Compare", "Judge" })
        {
            (int code, string output) = await Steps.RunAsync(name, Shop.Checkout, Variables("http://127.0.0.1:9"));
            Assert.True(code == 0, $"{name} ended with {code}: {output}");
        }
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    /// <summary>What a runner sets.</summary>
    internal static Dictionary<string, string> Variables(string api) => new()
    {
        ["GITHUB_ACTIONS"] = "true",
        ["GITHUB_API_URL"] = api,
        ["GITHUB_SERVER_URL"] = "https://github.example",
        ["GITHUB_REPOSITORY"] = "octo/shop",
        ["GITHUB_RUN_ID"] = "99",
    };

    internal static bool IsHere(string program) => (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
        .Any(folder => File.Exists(Path.Combine(folder, program)));

    private ActionSteps NewSteps() => new(feed, Directory.CreateDirectory(Path.Combine(_folder, "runner")).FullName, new()
    {
        ["github.token"] = CodeHost.Token,
        ["github.event.pull_request.number"] = "7",
        ["github.event.pull_request.base.sha"] = Shop.Base,
        ["inputs.path"] = "/orders",
        ["inputs.project"] = "src/Shop",
        ["inputs.options"] = "--users 4 --budget 20s --header \"X-Told-As: two words\"",
    });
}
