using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Histograms;
using Xunit;

namespace Syncopate.Tests.Conventions;

/// <summary>A list of metrics beside that of the descriptors is one that a new metric is forgotten in; a histogram that is decoded for each
/// figure costs seconds.</summary>
public sealed class FigureConventions
{
    // Two may be distinguished from each other: time on the clock and processor time.
    private const int Most = 2;

    private static readonly Convention OneList = Convention.OfEachFile(
        "A list of metrics, or a switch over them, is a property of their descriptors: SlotMetrics and Figure.",
        file => !file.IsIn("src/")
            ? []
            : file.All<MemberDeclarationSyntax>()
                .Where(member => member is not (BaseTypeDeclarationSyntax or BaseNamespaceDeclarationSyntax))
                .Where(member => Metrics(member).Distinct().Count() > Most)
                .Select(member => file.At(member, string.Join(", ", Metrics(member).Distinct()))),
        new Exemption("src/Syncopate/Judging/SlotMetrics.cs", "how each is read from a slot, and its direction"),
        new Exemption("src/Syncopate.Reporting/Figures/Figure.cs", "what each is called, and where it is compared"));

    private static readonly Convention DecodedOnce = Convention.OfEachFile(
        "A report decodes each histogram of its journal once: figures ask what has read it.",
        file => !file.IsIn("src/Syncopate.Reporting/")
            ? []
            : file.All<IdentifierNameSyntax>().Where(name => name.Identifier.Text == nameof(HistogramCodec))
                .Select(name => file.At(name, name.Parent?.ToString() ?? "")),
        new Exemption("src/Syncopate.Reporting/Measured/DecodedSlot.cs", "of a slot"),
        new Exemption("src/Syncopate.Reporting/Measured/IntervalHistograms.cs", "of an interval"),
        new Exemption("src/Syncopate.Reporting/Measured/MeasuredInterval.cs", "of its steps, one at a time"),
        new Exemption("src/Syncopate.Reporting/Loads/MeasuredLoad.cs", "of its steps, one at a time"),
        new Exemption("src/Syncopate.Reporting/Loads/LoadFolder.cs", "for its log, which has each of them"),
        new Exemption("src/Syncopate.Reporting/Runs/ReportFolder.cs", "for its log, which has each of them"),
        new Exemption("src/Syncopate.Reporting/Plans/RunRequests.cs", "for a plan, which has no report"));

    [Fact]
    public void Metrics_are_listed_where_they_are_described() => OneList.Holds();

    [Fact]
    public void Histograms_are_decoded_where_they_are_read() => DecodedOnce.Holds();

    [Theory]
    [InlineData("src/Syncopate.Reporting/Sentences/Planted.cs", 1)]
    [InlineData("src/Syncopate.Reporting/Measured/DecodedSlot.cs", 0)]
    [InlineData("src/Syncopate.Telemetry/Planted.cs", 0)]
    public void A_histogram_that_is_decoded_elsewhere_is_reported(string path, int findings) => Assert.Equal(
        findings, DecodedOnce.Find(path, "class C { Histogram M(Slot slot) => HistogramCodec.Decode(slot.Histogram); }").Count);

    [Theory]
    [InlineData("static readonly Metric[] Shown = [Metric.Mean, Metric.P50, Metric.CpuPerRequest];", 1)]
    [InlineData("string Of(Metric m) => m switch { Metric.P50 or Metric.P90 => \"\", Metric.Mean => \"\" };", 1)]
    [InlineData("bool Of(Metric m) => m == Metric.Mean || m == Metric.CpuPerRequest;", 0)]
    [InlineData("bool Of(Comparison c) => c.Metric.IsLatency();", 0)]
    public void A_list_elsewhere_is_reported(string member, int findings) =>
        Assert.Equal(findings, OneList.Find("src/Syncopate.Reporting/Planted.cs", $"class C {{ {member} }}").Count);

    private static IEnumerable<string> Metrics(MemberDeclarationSyntax member) => member.DescendantNodes()
        .OfType<MemberAccessExpressionSyntax>()
        .Where(access => access.Expression is IdentifierNameSyntax { Identifier.Text: nameof(Metric) })
        .Select(access => access.Name.Identifier.Text)
        .Where(name => Enum.TryParse(name, out Metric _));
}
