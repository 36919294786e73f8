using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Xunit;

namespace Syncopate.Tests.Conventions;

/// <summary>A wrong power of ten is a figure that is wrong by a thousand: units of time are converted in one place.</summary>
public sealed partial class UnitConventions
{
    private static readonly Convention OnePlace = Convention.OfEachFile(
        "STYLE 22: nanoseconds, microseconds and milliseconds are converted by the types of Syncopate.Units.",
        file => !file.IsIn("src/") || file.IsIn("src/Syncopate/Units/")
            ? []
            : file.All<BinaryExpressionSyntax>()
                .Where(made => made.IsKind(SyntaxKind.MultiplyExpression) || made.IsKind(SyntaxKind.DivideExpression))
                .Where(made => IsPower(made.Left) || IsPower(made.Right))
                .Select(made => file.At(made, made.ToString())),
        new Exemption("src/Syncopate.Agent/", "stands alone in the process of a target"),
        new Exemption("src/Syncopate.WatchAgent/", "stands alone in the process of a target"),
        new Exemption("src/Syncopate.Load/Http1/Poller.cs", "whole numbers for the kernel"),
        new Exemption("src/Syncopate.Running/Comparing/ChildrenCpu.cs", "whole numbers from the kernel"),
        new Exemption("src/Syncopate.Cluster/Agents/AgentClock.cs", "whole microseconds of a clock's ticks"),
        new Exemption("src/Syncopate/BlockedSites.cs", "a rate of a length"),
        new Exemption("src/Syncopate.Experiments/Bundled/TightLoopText.cs", "microseconds of a published figure of a thousand calls"),
        new Exemption("src/Syncopate.Reporting/Measured/MeasuredInterval.cs", "a thousandth of what a figure may be"),
        new Exemption("src/Syncopate.Planning/Fleet.cs", "money for a million"),
        new Exemption("src/Syncopate.Load/ServerTiming.cs", "a day as a constant"),
        new Exemption("src/Syncopate.Scan/Pages/ScanPage.cs", "a tenth of a percent"),
        new Exemption("src/Syncopate.Scan/Reporting/ScanSentences.cs", "a tenth of a percent"));

    [Fact]
    public void Units_of_time_are_converted_in_one_place() => OnePlace.Holds();

    [Theory]
    [InlineData("x / 1e6", 1)]
    [InlineData("1e9 / x", 1)]
    [InlineData("x * 1_000", 1)]
    [InlineData("x / 1000.0", 1)]
    [InlineData("x / 10", 0)]
    [InlineData("100 * x", 0)]
    public void A_power_of_a_thousand_elsewhere_is_reported(string made, int findings) => Assert.Equal(
        findings, OnePlace.Find("src/Syncopate.Reporting/Planted.cs", $"class C {{ double M(double x) => {made}; }}").Count);

    private static bool IsPower(ExpressionSyntax operand) =>
        operand is LiteralExpressionSyntax literal && Power().IsMatch(literal.Token.Text);

    [GeneratedRegex(@"^(1e[369]|1_?000(_?000)*(\.0)?)$")]
    private static partial Regex Power();
}
