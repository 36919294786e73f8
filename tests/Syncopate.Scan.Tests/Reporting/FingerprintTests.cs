using Syncopate.Scan.Baselines;
using Xunit;

namespace Syncopate.Scan.Tests.Reporting;

public sealed class FingerprintTests
{
    private const ulong Seed = 20_260_117;

    [Fact]
    public void Moving_lines_does_not_change_them()
    {
        Random random = new((int)Seed);
        for (int round = 0; round < 200; round++)
        {
            Finding[] before = [.. Enumerable.Range(1, 20)
                .Select(i => ScanSpecimen.Save with { Place = ScanSpecimen.At($"F{i % 3}.cs", 10 * i, 1, 9), Call = $"Call{i % 4}()" })];
            int[] moves = [random.Next(0, 50), random.Next(0, 50), random.Next(0, 50)];
            Finding[] after = [.. before.Select((f, i) => f with { Place = Moved(f.Place, moves[(i + 1) % 3]) })];

            Assert.Equal(Prints(before), Prints(after));
        }
    }

    [Fact]
    public void The_order_in_which_findings_come_does_not_change_them()
    {
        Finding[] findings = [.. Enumerable.Range(1, 30).Select(i => ScanSpecimen.Save with { Place = ScanSpecimen.At("A.cs", i, 1, 9) })];
        Finding[] shuffled = [.. findings];
        new Random((int)Seed).Shuffle(shuffled);

        Assert.Equal(
            Fingerprints.Fill(findings).OrderBy(f => f.Place.Line).Select(f => f.Fingerprint),
            Fingerprints.Fill(shuffled).OrderBy(f => f.Place.Line).Select(f => f.Fingerprint));
    }

    [Fact]
    public void Equal_calls_of_one_member_are_told_apart()
    {
        Finding[] twice = [ScanSpecimen.Save, ScanSpecimen.Save with { Place = ScanSpecimen.At("Shop/OrderService.cs", 99, 9, 30) }];

        Assert.Equal(2, Prints(twice).Distinct().Count());
    }

    [Theory]
    [InlineData("context . SaveChanges( )", "context.SaveChanges()", true)]
    [InlineData("context\n        .SaveChanges()", "context.SaveChanges()", true)]
    [InlineData("await  x", "await x", true)]
    [InlineData("await x", "awaitx", false)]
    [InlineData("a.Result", "b.Result", false)]
    public void Formatting_does_not_change_them_and_words_do(string left, string right, bool same) =>
        Assert.Equal(same, Print(ScanSpecimen.Save with { Call = left }) == Print(ScanSpecimen.Save with { Call = right }));

    [Fact]
    public void Rule_project_and_member_each_change_them()
    {
        Finding[] variants = [ScanSpecimen.Save, ScanSpecimen.Save with { Rule = "SYNC2002" },
            ScanSpecimen.Save with { Project = "Shop.Web" }, ScanSpecimen.Save with { Member = "Other()" }];

        Assert.Equal(4, variants.Select(Print).Distinct().Count());
    }

    private static string Print(Finding finding) => Fingerprints.Fill([finding])[0].Fingerprint;

    private static string[] Prints(Finding[] findings) => [.. Fingerprints.Fill(findings).Select(f => f.Fingerprint)];

    // Each file moves as a whole, as when something is inserted at its top.
    private static Place Moved(Place place, int lines) => place with { Line = place.Line + lines, EndLine = place.EndLine + lines };
}
