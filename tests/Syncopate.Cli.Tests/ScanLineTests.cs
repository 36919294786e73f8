using System.CommandLine;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Scans;
using Syncopate.Scan;
using Syncopate.Scan.Evidence;
using Syncopate.Scan.Reporting;
using Xunit;

namespace Syncopate.Cli.Tests;

public sealed class ScanLineTests
{
    [Fact]
    public void Nothing_named_is_the_current_folder_with_all_rules()
    {
        ScanSettings settings = Read();

        Assert.Equal(new ScanOptions("."), settings.Scan.Options);
        Assert.Equal(ScanRule.All.Count, settings.Scan.Rules.Count);
        Assert.Equal((ScanGrouping.None, null, null, "syncopate scan"),
            (settings.Grouping, settings.FailOn, settings.Scan.Plan, settings.Scan.Command));
    }

    [Fact]
    public void Everything_named()
    {
        ScanSettings settings = Read(
            "Shop.slnx", "--by", "entry", "--rule", "sync2001, SYNC2005", "--rule", "SYNC2003", "--json", "--sarif", "a.sarif",
                "--baseline", "b.json", "--fail-on", "Note", "--evidence", "watched", "--users", "50", "--out", "out dir", "--no-msbuild",
                    "--include-tests");

        Assert.Equal(new ScanOptions("Shop.slnx") { UseMsBuild = false, IncludeTests = true }, settings.Scan.Options);
        Assert.Equal(["SYNC2001", "SYNC2003", "SYNC2005"], settings.Scan.Rules.Order());
        Assert.Equal(
            (ScanGrouping.Entry, FindingLevel.Note, new EntryPlan(50, null)),
            (settings.Grouping, settings.FailOn, settings.Scan.Plan));
        Assert.Equal(("a.sarif", "b.json", "watched", "out dir", true),
            (settings.Scan.Sarif, settings.Scan.Baseline, settings.Scan.Evidence, settings.Scan.Folder, settings.Json));
        Assert.StartsWith("syncopate scan Shop.slnx --by entry --rule 'sync2001, SYNC2005'", settings.Scan.Command);
    }

    [Theory]
    [InlineData("--by entri", "--by takes entry, rule or file; found 'entri'. Did you mean entry?")]
    [InlineData("--rule SYNC201", "--rule takes ids from SYNC2001 to SYNC2009; found 'SYNC201'. Did you mean SYNC2001?")]
    [InlineData("--rule SYNC2001,", "--rule takes ids from SYNC2001 to SYNC2009; found ''.")]
    [InlineData("--fail-on warnings", "--fail-on takes note, warning or error; found 'warnings'. Did you mean warning?")]
    [InlineData("--write-baseline", "--write-baseline needs the file to write: --baseline FILE.")]
    [InlineData("--baseline b --write-baseline --rule SYNC2001", "Leave out --rule and --entry.")]
    [InlineData("--baseline b --write-baseline --entry GET", "Leave out --rule and --entry.")]
    [InlineData("--users 5", "add --evidence DIR")]
    [InlineData("--evidence w --users 5 --rate 5", "--users and --rate exclude each other")]
    [InlineData("--evidence w --users 0", "--users takes a whole number from 1 to 10000; found '0'")]
    public void What_cannot_be_done_is_told_in_a_sentence(string line, string said) =>
        Assert.Contains(said, Assert.Throws<UsageException>(() => Read(line.Split(' '))).Message);

    [Theory]
    [InlineData("--sarif")]
    [InlineData("--baseline")]
    [InlineData("--evidence")]
    [InlineData("--out")]
    public void An_empty_name_is_told(string option) =>
        Assert.Contains("found nothing", Assert.Throws<UsageException>(() => Read(option, "")).Message);

    private static ScanSettings Read(params string[] words)
    {
        ScanLineOptions options = new();
        Command command = new("scan");
        options.AddTo(command);
        ParseResult parsed = command.Parse(words, new ParserConfiguration { ResponseFileTokenReplacer = null });
        Assert.Empty(parsed.Errors);
        return options.Read(parsed);
    }
}
