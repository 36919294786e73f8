using System.Xml.Linq;
using Syncopate.Reporting.Runs;
using Xunit;

namespace Syncopate.Tests.Reporting;

public sealed class ReportCardTests
{
    private static readonly XNamespace Svg = "http://www.w3.org/2000/svg";

    [Fact]
    public void The_card_tells_the_largest_gain_with_a_bar_for_each_form()
    {
        IReadOnlyList<string> words = Words(ReportCard.Write(ReportSpecimen.Document()));

        Assert.Contains("Waiting under load", words);
        Assert.Contains("1,690 ms · 41 threads", words);
        Assert.Contains("203 ms · 6 threads", words);
        Assert.Contains("4 gains, 1 no difference, 1 undecided", words);
        Assert.Contains("8 rounds · .NET 10.0.12 · 2 cores · Debian GNU/Linux 12 (bookworm) · quick run · 21 Nov 2026", words);
    }

    [Fact]
    public void The_same_document_gives_the_same_card() =>
        Assert.Equal(ReportCard.Write(ReportSpecimen.Document()), ReportCard.Write(ReportSpecimen.Document()));

    [Fact]
    public void A_figure_without_a_verdict_is_drawn_hollow()
    {
        string card = ReportCard.Write(ReportSpecimen.Document() with { Experiments = [ReportSpecimen.External()] });

        Assert.Contains("class=\"sync open\"", card, StringComparison.Ordinal);
        Assert.DoesNotContain("class=\"sync open\"", ReportCard.Write(ReportSpecimen.Document()), StringComparison.Ordinal);
    }

    [Fact]
    public void A_run_without_an_experiment_has_a_card_too() =>
        Assert.Contains(
            "Nothing was measured.",
            Words(ReportCard.Write(ReportSpecimen.Document() with { Experiments = [], Headline = "Nothing was measured." })));

    [Fact]
    public void Hostile_and_endless_names_stay_text_and_inside()
    {
        string card = ReportCard.Write(
            ReportPoison.Spread(
                ReportSpecimen.Document(), "</text><script>alert(1)</script>\u0001\u202e\uffff{0}" + new string('x', 500)));

        XElement? root = XDocument.Parse(card).Root;
        Assert.Empty(root!.Descendants(Svg + "script")); // parsed, so there is a root
        Assert.All(root.Elements(Svg + "text"), t => Assert.InRange(t.Value.Length, 0, 110));
        Assert.DoesNotContain(card, c => c is < ' ' and not '\n' or '\u202e' or '\uffff');
    }

    private static IReadOnlyList<string> Words(string card) => [.. XDocument.Parse(card).Descendants(Svg + "text").Select(t => t.Value)];
}
