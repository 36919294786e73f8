using Microsoft.CodeAnalysis;
using Syncopate.Analyzers;
using Xunit;

namespace Syncopate.Scan.Tests;

public sealed class RuleListTests
{
    [Fact]
    public void Every_rule_has_a_class_of_its_own() =>
        Assert.Equal(ScanRules.All.Length, ScanRules.All.Select(ScanRules.ClassOf).Distinct().Count());

    [Fact]
    public void What_prints_rules_knows_them_as_the_analyzers_do() =>
        Assert.Equal(
            ScanRules.All.Select(r => (r.Id, ScanRules.ClassOf(r), r.Title.ToString(System.Globalization.CultureInfo.InvariantCulture),
                r.DefaultSeverity == DiagnosticSeverity.Info ? FindingLevel.Note : FindingLevel.Warning, r.HelpLinkUri)),
            ScanRule.All.Select(r => (r.Id, r.Class, r.Title, r.Level, r.Page)));
}
