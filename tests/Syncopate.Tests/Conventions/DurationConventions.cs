using System.Collections.Frozen;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Syncopate.Tests.Conventions;

/// <summary>A duration is a TimeSpan, whose unit the compiler knows. Where it is a number, with the unit in its name alone, it is measured,
/// in a formula or in a file (docs/decisions/0019-durations.md): those are counted, and listed where a package offers them.</summary>
public sealed partial class DurationConventions
{
    private const string ToTheNanosecond = "measured to the nanosecond, and added up over intervals, threads and machines";
    private const string InJournals = "a journal has it, and its keys state the unit";

    /// <summary>Declarations of numbers that are named after a unit of time, by project. These counts only fall; who lowers one need not
    /// write it down at once.</summary>
    private static readonly FrozenDictionary<string, int> Most = new Dictionary<string, int>
    {
        ["src/Syncopate"] = 56,
        ["src/Syncopate.Agent"] = 5,
        ["src/Syncopate.Cli"] = 2,
        ["src/Syncopate.Cluster"] = 17,
        ["src/Syncopate.Experiments"] = 9,
        ["src/Syncopate.Forms"] = 8,
        ["src/Syncopate.Load"] = 23,
        ["src/Syncopate.Planning"] = 112,
        ["src/Syncopate.Reporting"] = 52,
        ["src/Syncopate.Running"] = 31,
        ["src/Syncopate.Scan"] = 10,
        ["src/Syncopate.Watch"] = 81,
        ["src/Syncopate.WatchAgent"] = 17,
    }.ToFrozenDictionary();

    // What packages offer as numbers, by the names in the lists of what was approved.
    private static readonly Exemption[] OfPackages =
    [
        new("Syncopate.Load.LoadFigures.", ToTheNanosecond),
        new("Syncopate.Load.LoadInterval.", ToTheNanosecond),
        new("Syncopate.Load.LoadResult.", ToTheNanosecond),
        new("Syncopate.Load.ThreadUse.", ToTheNanosecond),
        new("Syncopate.Load.LoadFailure.", "agents send it as JSON, and its keys state the unit"),
        new("Syncopate.RequestPart.", InJournals),
        new("Syncopate.RequestTrace.", InJournals),
        new("Syncopate.SlowRequest.", InJournals),
    ];

    [Fact]
    public void No_project_has_more_durations_that_are_numbers_than_it_had()
    {
        string[] risen =
        [
            .. Repository.Sources.SelectMany(file => Numbers(file)).GroupBy(found => Project(found.Path))
                .Where(project => project.Count() > Most.GetValueOrDefault(project.Key))
                .Select(project => $"{project.Key} has {project.Count()} durations that are numbers, and there were "
                    + $"{Most.GetValueOrDefault(project.Key)}. Make the new one a TimeSpan:\n{string.Join('\n', project)}"),
        ];

        Assert.True(risen.Length == 0, string.Join('\n', risen));
    }

    [Theory]
    [InlineData("void M(double waitSeconds) { }", 1)]
    [InlineData("long? TookNanoseconds { get; }", 1)]
    [InlineData("const int ShortestMilliseconds = 10;", 1)]
    [InlineData("(double Sum, double Seconds) Told() => default;", 1)]
    [InlineData("void M(TimeSpan wait, double perSecond) { }", 0)]
    [InlineData("double Of(double x) => x / WaitSeconds;", 0)]
    [InlineData("// double waitSeconds", 0)]
    public void A_number_that_is_named_after_a_unit_of_time_is_counted(string member, int counted) =>
        Assert.Equal(counted, Numbers(new SourceFile("src/Syncopate.Watch/Planted.cs", $"class C\n{{\n{member}\n}}")).Count());

    [Fact]
    public void Packages_offer_durations_as_TimeSpan()
    {
        List<Finding> found =
        [
            .. Repository.Paths.Where(IsOffered).SelectMany(path => Offered(Repository.Read(path).Split('\n'))),
        ];
        List<Finding> others = [.. found.Where(number => !OfPackages.Any(exempt => exempt.Covers(number)))];

        Assert.True(others.Count == 0, $"STYLE 20: a package offers durations as TimeSpan.\n{string.Join('\n', others)}");
        Assert.All(OfPackages, exempt => Assert.Contains(found, exempt.Covers));
    }

    [Theory]
    [InlineData("Syncopate.C.WaitSeconds { get; init; } : required double", 1)]
    [InlineData("Syncopate.C.MeanMilliseconds { get; } : double?", 1)]
    [InlineData("Syncopate.C.LongestSeconds = 10 : const int", 1)]
    [InlineData("Syncopate.C.Await(string name, long? waitNanoseconds = null) : void", 1)]
    [InlineData("Syncopate.C.Mean { get; } : TimeSpan?", 0)]
    [InlineData("Syncopate.C.Await(TimeSpan wait, double perSecond) : long", 0)]
    public void A_number_that_a_package_offers_is_reported(string line, int findings) =>
        Assert.Equal(findings, Offered([line]).Count());

    // By its tokens: fields, properties, parameters and parts of tuples are all a type and a name.
    private static IEnumerable<Finding> Numbers(SourceFile file) =>
        !file.IsIn("src/") || file.IsIn("src/Syncopate/Units/") ? [] : file.Tree.DescendantTokens()
            .Where(token => token.IsKind(SyntaxKind.DoubleKeyword) || token.IsKind(SyntaxKind.LongKeyword)
                || token.IsKind(SyntaxKind.IntKeyword))
            .Select(NameAfter)
            .Where(name => name.IsKind(SyntaxKind.IdentifierToken) && Unit().IsMatch(name.Text))
            .Select(name => file.At(name, name.Text));

    private static SyntaxToken NameAfter(SyntaxToken type)
    {
        SyntaxToken next = type.GetNextToken();
        return next.IsKind(SyntaxKind.QuestionToken) ? next.GetNextToken() : next;
    }

    private static IEnumerable<Finding> Offered(IEnumerable<string> lines) =>
        lines.Where(line => Number().IsMatch(line)).Select(line => new Finding(line.Split(' ', '(')[0], 0, line));

    private static bool IsOffered(string path) => path.StartsWith("tests/", StringComparison.Ordinal)
        && path.Contains("/Approved", StringComparison.Ordinal) && path.EndsWith(".txt", StringComparison.Ordinal);

    private static string Project(string path) => string.Join('/', path.Split('/').Take(2));

    [GeneratedRegex("(Seconds|Milliseconds|Microseconds|Nanoseconds|Ms|Ns)$")]
    private static partial Regex Unit();

    // A parameter; or a member, whose type stands last.
    [GeneratedRegex(@"\b(double|long|int)\?? \w*([sS]econds|Ms|Ns)\b|^[\w.<>]*([sS]econds|Ms|Ns)\b.* (double|long|int)\??$")]
    private static partial Regex Number();
}
