using System.Text.RegularExpressions;
using Xunit;

namespace Syncopate.Tests.Reporting;

/// <summary>The doubt that two kinds of average disagree.</summary>
public sealed partial class UnevenRoundsTests
{
    /// <summary>From a little slower to far slower, some lie just outside of the interval: that was told with two equal numbers.</summary>
    [Fact]
    public void A_ratio_that_is_outside_an_interval_is_seen_to_be()
    {
        string[] told = [.. Enumerable.Range(0, 120).Select(i => 101 + i).Append(3000).SelectMany(Told)];

        Assert.NotEmpty(told);
        Assert.All(told, sentence =>
        {
            Match said = Figures().Match(sentence);
            Assert.True(said.Success, sentence);
            double ratio = Number(said, 1);
            Assert.True(ratio < Number(said, 2) || ratio > Number(said, 3), sentence);
        });
    }

    // Three of 27 rounds of the async form took so many ms, the others 100.
    private static IEnumerable<string> Told(int slow) => Journals
        .Report(Journals.Run(Journals.TwoForms, Enumerable.Range(1, 27).SelectMany(r => new[]
        {
            Journals.Slot(r, 1, Form.Sync, [200 + r % 3]),
            Journals.Slot(r, 2, Form.Async, [r % 9 == 0 ? slow : 100]),
        })))
        .Experiments.Single().Doubts
        .Where(doubt => doubt.Code == "uneven")
        .Select(doubt => doubt.What);

    private static double Number(Match said, int group) =>
        double.Parse(said.Groups[group].Value, System.Globalization.CultureInfo.InvariantCulture);

    [GeneratedRegex("averages is ([0-9.]+)(?: \\([^)]*\\))?, outside the interval of the typical round, ([0-9.]+) to ([0-9.]+)\\.$")]
    private static partial Regex Figures();
}
