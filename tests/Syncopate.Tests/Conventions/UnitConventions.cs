using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Xunit;

namespace Syncopate.Tests.Conventions;

/// <summary>A wrong power of ten is a figure that is wrong by a thousand: units of time are converted in one place.</summary>
public sealed partial class UnitConventions
{
    // What is converted by hand is counted, and the count only falls.
    private const int MostByHand = 7;

    private static readonly Exemption[] OfTime =
    [
        new("src/Syncopate.Agent/", "stands alone in the process of a target"),
        new("src/Syncopate.WatchAgent/", "stands alone in the process of a target"),
        new("src/Syncopate/BlockedSites.cs", "a rate of a length"),
    ];

    private static readonly Exemption[] OfOtherThings =
    [
        new("src/Syncopate.Reporting/Measured/MeasuredInterval.cs", "a thousandth of what a figure may be"),
        new("src/Syncopate.Planning/Fleet.cs", "money for a million"),
        new("src/Syncopate.Scan/Pages/ScanPage.cs", "a tenth of a percent"),
        new("src/Syncopate.Scan/Reporting/ScanSentences.cs", "a tenth of a percent"),
    ];

    private static readonly Convention OnePlace = Convention.OfEachFile(
        "STYLE 22: ticks, nanoseconds, microseconds and milliseconds are converted by the types of Syncopate.Units.",
        ByHand,
        [.. OfTime, .. OfOtherThings]);

    [Fact]
    public void Units_of_time_are_converted_in_one_place() => OnePlace.Holds();

    [Fact]
    public void Few_conversions_by_hand_are_left()
    {
        Finding[] left =
        [
            .. Repository.Sources.SelectMany(file => ByHand(file))
                .Where(found => OfTime.Any(exempt => exempt.Covers(found))),
        ];

        Assert.True(left.Length <= MostByHand, string.Join('\n', left.Select(found => found.ToString())));
    }

    [Theory]
    [InlineData("x / 1e6", 1)]
    [InlineData("1e9 / x", 1)]
    [InlineData("x * 1_000", 1)]
    [InlineData("x / 1000.0", 1)]
    [InlineData("x.TotalSeconds * time.TimestampFrequency", 1)]
    [InlineData("Stopwatch.Frequency * x.TotalSeconds", 1)]
    [InlineData("x.TotalSeconds * ticksPerSecond", 1)]
    [InlineData("x.TotalSeconds * users", 0)]
    [InlineData("x / 10", 0)]
    [InlineData("100 * x", 0)]
    public void A_power_of_a_thousand_elsewhere_is_reported(string made, int findings) => Assert.Equal(
        findings, OnePlace.Find("src/Syncopate.Reporting/Planted.cs", $"class C {{ double M(double x) => {made}; }}").Count);

    private static IEnumerable<Finding> ByHand(SourceFile file) =>
        !file.IsIn("src/") || file.IsIn("src/Syncopate/Units/") ? [] : file.All<BinaryExpressionSyntax>()
            .Where(made => made.IsKind(SyntaxKind.MultiplyExpression) || made.IsKind(SyntaxKind.DivideExpression))
            .Where(made => IsPower(made.Left) || IsPower(made.Right) || AreTicks(made))
            .Select(made => file.At(made, made.ToString()));

    private static bool AreTicks(BinaryExpressionSyntax made) =>
        (IsTime(made.Left) && IsFrequency(made.Right)) || (IsFrequency(made.Left) && IsTime(made.Right));

    private static bool IsTime(ExpressionSyntax operand) =>
        operand is MemberAccessExpressionSyntax { Name.Identifier.Text: "TotalSeconds" };

    private static bool IsFrequency(ExpressionSyntax operand) => Frequency().IsMatch(operand.ToString());

    private static bool IsPower(ExpressionSyntax operand) =>
        operand is LiteralExpressionSyntax literal && Power().IsMatch(literal.Token.Text);

    [GeneratedRegex("(Frequency|icksPerSecond)$")]
    private static partial Regex Frequency();

    [GeneratedRegex(@"^(1e[369]|1_?000(_?000)*(\.0)?)$")]
    private static partial Regex Power();
}
