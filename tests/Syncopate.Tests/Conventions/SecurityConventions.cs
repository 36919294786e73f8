using System.Text.RegularExpressions;
using Xunit;

namespace Syncopate.Tests.Conventions;

/// <summary>docs/security.md promises by the names of tests: each of them is there.</summary>
public sealed partial class SecurityConventions
{
    private static readonly string Promises = Repository.Read("docs/security.md");

    [Fact]
    public void Every_test_that_the_security_page_names_exists() => Assert.Empty(Missing(Promises));

    [Fact]
    public void Every_promise_of_the_security_page_names_a_test() =>
        Assert.All(Promises.Split('\n').Where(static line => line.Contains('✓')), static line => Assert.Matches(TestName(), line));

    [Theory]
    [InlineData("`SecurityConventions.A_test_that_was_never_written`")]
    [InlineData("`SecurityNowhere.Every_test_that_the_security_page_names_exists`")]
    public void A_test_that_does_not_exist_is_reported(string promise) => Assert.Single(Missing(promise));

    private static IEnumerable<string> Missing(string text) =>
        TestName().Matches(text).Where(
            static name => !Exists(name.Groups["class"].Value, name.Groups["test"].Value)).Select(static name => name.Value);

    private static bool Exists(string type, string test) =>
        Repository.Paths.FirstOrDefault(path =>
            path.StartsWith("tests/", StringComparison.Ordinal) && path.EndsWith($"/{type}.cs", StringComparison.Ordinal)) is { } path
        && Repository.Read(path).Contains($" {test}(", StringComparison.Ordinal);

    [GeneratedRegex("`(?<class>[A-Z][A-Za-z]+)\\.(?<test>[A-Z]\\w+_\\w+)`")]
    private static partial Regex TestName();
}
