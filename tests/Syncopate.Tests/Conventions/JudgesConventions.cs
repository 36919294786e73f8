using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Xunit;

namespace Syncopate.Tests.Conventions;

/// <summary>What a test may be forgiven is said beside it: <c>tests/run-programs</c> goes by the trait.</summary>
public sealed partial class JudgesConventions
{
    private const int MostUnsteady = 15;

    private static readonly string[] Kinds = ["time", "behaviour", "laws"];

    /// <summary>What starts a program, a browser, a database or a server, or measures against the real clock.</summary>
    private static readonly string[] Starters =
        [
            "Tool", "RunningSample", "WatchedProcess", "JournalRun", "PostgresServer", "Browser", "QuietMachine", "TcpListener",
            "WebApplication", "HttpListener", "ListeningProcess", "ProcessStartInfo", "ServerProcess", "HistogramReference",
        ];

    // What a helper has that starts something only where it is asked for this.
    private const string StartsMsBuild = "ByMsBuild";

    private static readonly Convention Judged = new(
        "STYLE 39: a class of tests that starts a program, a server or a browser, or measures by the real clock, has the trait Judges: "
            + "time, behaviour or laws.",
        files => files.Where(file => file.Path.StartsWith("tests/Syncopate.", StringComparison.Ordinal)).SelectMany(
            file => file.All<ClassDeclarationSyntax>().Where(IsOfTests).SelectMany(type => Unjudged(file, type))),
        new Exemption("tests/Syncopate.Tests/Load/QuietMachineTests.cs", "it asks the pure decision alone"));

    [Fact]
    public void What_starts_something_says_what_it_judges() => Judged.Holds();

    [Theory]
    [InlineData("public class Runs { [Fact] public void Ends() { using Tool tool = new(); } }")]
    [InlineData("public class Runs { [Fact] public void Ends() { Load(tree.ByMsBuild); } }")]
    [InlineData("public class Runs(PostgresServer server) { [Theory] public void Ends() { } }")]
    [InlineData("[Trait(\"Judges\", \"luck\")] public class Runs { [Fact] public void Ends() { } }")]
    [InlineData("[Trait(\"Starts\", \"programs\")] public class Runs { [Fact] public void Ends() { } }")]
    public void What_does_not_is_reported(string code) => Assert.Single(Judged.Find("tests/Syncopate.New.Tests/Runs.cs", code));

    [Theory]
    [InlineData("[Trait(\"Judges\", \"time\")] public class Runs { [Fact] public void Ends() { using Tool tool = new(); } }")]
    [InlineData("public class Sums { [Fact] public void Add() { } }")]
    [InlineData("internal class Server { private readonly Tool _tool = new(); }")]
    public void What_does_or_need_not_is_not(string code) => Assert.Empty(Judged.Find("tests/Syncopate.New.Tests/Runs.cs", code));

    [Fact]
    public void Tests_that_are_known_to_be_unsteady_are_few_and_exist()
    {
        string[] lines = Repository.Read("tests/unsteady.md").Split('\n');
        string[] rows = [.. lines.Where(line => line.StartsWith("| `", StringComparison.Ordinal))];

        Assert.InRange(rows.Length, 0, MostUnsteady);
        Assert.All(rows, row => Assert.Matches(KnownUnsteady(), row));
        HashSet<string> tests =
        [
            .. Repository.Sources.SelectMany(file => file.All<MethodDeclarationSyntax>()).Select(method => method.Identifier.Text),
        ];
        Assert.All(rows, row => Assert.Contains(KnownUnsteady().Match(row).Groups["method"].Value, tests));
    }

    private static bool IsOfTests(ClassDeclarationSyntax type) =>
        type.Members.OfType<MethodDeclarationSyntax>().Any(method => method.AttributeLists.SelectMany(list => list.Attributes).Any(
            attribute => attribute.Name.ToString() is "Fact" or "Theory"));

    private static IEnumerable<Finding> Unjudged(SourceFile file, ClassDeclarationSyntax type)
    {
        string[][] traits =
        [
            .. type.AttributeLists.SelectMany(list => list.Attributes).Where(attribute => attribute.Name.ToString() == "Trait").Select(
                attribute => attribute.ArgumentList!.Arguments.Select(word => word.ToString().Trim('"')).ToArray()),
        ];
        if (traits.FirstOrDefault(trait => trait is not ["Judges", var kind] || !Kinds.Contains(kind)) is { } unknown)
        {
            yield return file.At(type.Identifier, $"{type.Identifier.Text} has the trait {string.Join('=', unknown)}");
        }
        else if (traits.Length == 0
            && type.DescendantNodes().OfType<SimpleNameSyntax>().FirstOrDefault(Starts) is { } starter)
        {
            yield return file.At(type.Identifier, $"{type.Identifier.Text} uses {starter.Identifier.Text}");
        }
    }

    private static bool Starts(SimpleNameSyntax name) => (name.Parent as MemberAccessExpressionSyntax)?.Name == name
        ? name.Identifier.Text == StartsMsBuild
        : Starters.Contains(name.Identifier.Text);

    [GeneratedRegex(@"^\| `[A-Za-z0-9_.+]+\.(?<method>\w+)` \|( \d{4}-\d{2}-\d{2})+ \| \S.* \|$")]
    private static partial Regex KnownUnsteady();
}
