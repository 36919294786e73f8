using Xunit;

namespace Syncopate.Packages.Tests;

/// <summary>The library inside tests of users who have other frameworks than this one: none needs a package of its own.</summary>
/// <param name="feed">The packages.</param>
[Trait("Judges", "behaviour")]
public sealed class TestFrameworkTests(Feed feed)
{
    // One assertion that holds, one that is shown to fail, and one where nothing is to be shown.
    private const string Bodies = """
            FormsResult result = await Forms.Of("wait").Sync(() => Thread.Sleep(20)).Async(token => Task.Delay(20, token))
                .Users(20).Budget(TimeSpan.FromSeconds(20)).MeasureAsync();
            result.EnsureNotSlower(5.Percent());
            Tell($"VERDICT {result.Verdict} of {result.Forms.Count} forms");
        #
            FormsResult result = await Forms.Of("wait").Form("short", () => Thread.Sleep(2)).Form("long", () => Thread.Sleep(30))
                .Budget(TimeSpan.FromSeconds(60)).MeasureAsync();
            string said = "";
            try { result.EnsureNotSlower(5.Percent()); }
            catch (FormsException e) { said = e.Message; }
            Tell($"SAID {said}");
        #
            FormsResult result = await Forms.Of("wait").Form("one", () => Thread.Sleep(100)).Form("other", () => Thread.Sleep(100))
                .Budget(TimeSpan.FromSeconds(10)).MeasureAsync();
            Tell($"OPEN {result.Verdict}");
            result.EnsureNotSlower(5.Percent());
        """;

    [Theory]
    [InlineData("xunit", "xunit.v3/3.2.2", "", "Xunit", "[Fact]")]
    [InlineData("nunit", "NUnit/4.6.1 NUnit3TestAdapter/6.3.1", "EnableNUnitRunner", "NUnit.Framework", "[Test]")]
    [InlineData("mstest", "MSTest.TestFramework/4.5.3 MSTest.TestAdapter/4.5.3", "EnableMSTestRunner",
        "Microsoft.VisualStudio.TestTools.UnitTesting", "[TestMethod]")]
    public async Task Tests_of_a_framework_assert_on_the_verdict(string name, string packages, string runner, string space, string mark)
    {
        string folder = feed.NewFolder(name);
        string said = Path.Combine(folder, "said.txt");
        CancellationToken token = TestContext.Current.CancellationToken;
        await File.WriteAllTextAsync(Path.Combine(folder, "Shop.Tests.csproj"), Project(packages, runner), token);
        await File.WriteAllTextAsync(Path.Combine(folder, "CustomerTests.cs"), Code(space, mark, said), token);

        await feed.RunAsync(folder, "dotnet", "run");

        string output = await File.ReadAllTextAsync(said, token);
        Assert.Contains("of 2 forms", output, StringComparison.Ordinal);
        Assert.Contains("SAID wait: B long is slower than A short by at least", output, StringComparison.Ordinal);
        Assert.Matches("OPEN (Undecided|NoDifference)", output);
    }

    private static string Project(string packages, string runner)
    {
        IEnumerable<string> references = packages.Split(' ').Append("Syncopate/0.2.0").Select(p => p.Split('/'))
            .Select(p => $"<PackageReference Include=\"{p[0]}\" Version=\"{p[1]}\" />");
        return $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <OutputType>Exe</OutputType>
                <TargetFramework>net10.0</TargetFramework>
                <ImplicitUsings>enable</ImplicitUsings>
                <Nullable>enable</Nullable>
                <NuGetAudit>false</NuGetAudit>
                {(runner.Length > 0 ? $"<{runner}>true</{runner}>" : "")}
              </PropertyGroup>
              <ItemGroup>
                {string.Join('\n', references)}
              </ItemGroup>
            </Project>
            """;
    }

    private static string Code(string space, string mark, string said)
    {
        string[] names = ["Awaiting_is_not_slower", "What_is_slower_is_told", "What_is_not_shown_is_green"];
        string of = mark == "[TestMethod]" ? "[TestClass]" : "";
        IEnumerable<string> tests = names.Zip(Bodies.Split('#'), (name, body) => $"{mark} public async Task {name}()\n{{\n{body}\n}}");
        return $$"""
            using Syncopate;
            using {{space}};

            {{of}}
            public sealed class CustomerTests
            {
                private static void Tell(string line) => File.AppendAllText("{{said}}", line + "\n");

            {{string.Join('\n', tests)}}
            }
            """;
    }
}
