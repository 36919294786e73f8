using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;
using Syncopate.Analyzers;
using Syncopate.Scan.Fixing;
using Syncopate.Scan.Loading;
using Syncopate.Scan.Tests.Rewriting;
using Xunit;

namespace Syncopate.Scan.Tests.Fixing;

/// <summary>Where packages are missing, a call may stay unseen: nothing changes there, nor what is called from there.</summary>
public sealed class RestoredProjectTests
{
    private const string Shop = "namespace Shop; public class Prices { public string Of() => [|File.ReadAllText(\"prices\")|]; }";
    private const string Site = "public class Page { public string Get() => new Shop.Prices().Of(); }";

    [Theory]
    [InlineData(true, true, null)]
    [InlineData(true, false, "Site, which refers to this code, is not restored")]
    [InlineData(false, true, "Shop is not restored")]
    [InlineData(false, false, "Shop is not restored")]
    public void What_is_not_restored_stays_with_all_that_it_refers_to(bool shopIsRestored, bool siteIsRestored, string? reason)
    {
        (string text, IReadOnlyList<TextSpan> spans) = Specimen.Unmark(Shop);
        SyntaxTree prices = Specimen.Parse(text, "Prices.cs");
        CSharpCompilation shop = Specimen.Compile("Shop", [prices]);
        CSharpCompilation site = Specimen.Compile("Site", [Specimen.Parse(Site, "Page.cs")], shop);
        LoadedSolution solution = new("", [Loaded(shop, shopIsRestored), Loaded(site, siteIsRestored)], []);

        SolutionFix fix = SolutionFix.Of(solution, [Specimen.Sight(ScanRules.Chain, prices, spans[0])], TestContext.Current.CancellationToken);

        string? refusal = Assert.Single(fix.Answers).Refusal;
        Assert.Equal(reason is null ? 2 : 0, fix.Changes.Count);
        if (reason is null)
            Assert.Null(refusal);
        else
            Assert.Contains(reason, refusal, StringComparison.Ordinal);
    }

    private static LoadedProject Loaded(CSharpCompilation compilation, bool isRestored) =>
        new(compilation.AssemblyName!, compilation.AssemblyName + ".csproj", "net10.0", compilation, IsTest: false, isRestored);
}
