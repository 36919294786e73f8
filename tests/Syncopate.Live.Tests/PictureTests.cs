using System.Diagnostics;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Xunit;

namespace Syncopate.Live.Tests;

/// <summary>The pictures of the README: small, and the one of a race drawn by a script from the journal of a run.</summary>
[Trait("Judges", "behaviour")]
public sealed class PictureTests(ServedWithResults fixture) : IClassFixture<ServedWithResults>
{
    private const long MostBytes = 400 * 1024;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private static string Bench => Path.Combine(Built.RepositoryRoot, "bench", "serve");

    [Fact]
    public async Task The_pictures_of_the_README_are_there_small_and_described()
    {
        string text = await File.ReadAllTextAsync(Path.Combine(Built.RepositoryRoot, "README.md"), Token);
        MatchCollection pictures = Regex.Matches(text, @"!\[(?<words>[^\]]*)\]\((?<file>docs/[^)]+)\)");

        Assert.Contains(pictures, picture => picture.Groups["file"].Value == "docs/race.svg");
        Assert.All(pictures, picture =>
        {
            FileInfo file = new(Path.Combine(Built.RepositoryRoot, picture.Groups["file"].Value));
            Assert.True(file.Exists, file.FullName);
            Assert.InRange(file.Length, 1, MostBytes);
            Assert.NotEmpty(picture.Groups["words"].Value);
        });
    }

    [Fact]
    public async Task The_picture_of_a_race_is_drawn_from_its_journal_alone_and_stands_still_for_who_wants_that()
    {
        string folder = Directory.CreateTempSubdirectory("syncopate-picture-").FullName;
        File.Copy(Path.Combine(fixture.Served.Root, "result-1", "run.jsonl"), Path.Combine(folder, "run.jsonl"));

        string svg = await NodeAsync(Path.Combine(Bench, "picture.cjs"), folder);
        Directory.Delete(folder, recursive: true);

        XElement picture = XDocument.Parse(svg).Root ?? throw new InvalidDataException(svg);
        Assert.Equal(10, picture.Descendants().Count(e => e.Name.LocalName == "circle")); // Five requests of each form.
        Assert.DoesNotContain(picture.Descendants(), e => e.Name.LocalName is "script" or "image" or "foreignObject");
        Assert.NotEmpty(picture.Attribute("aria-label")?.Value ?? "");
        Assert.Equal(10, Regex.Count(svg, "@media\\(prefers-reduced-motion:no-preference\\)"));
        Assert.InRange(svg.Length, 1, MostBytes);
    }

    [Fact]
    public async Task The_picture_in_the_README_is_one_of_that_script()
    {
        string svg = await File.ReadAllTextAsync(Path.Combine(Built.RepositoryRoot, "docs", "race.svg"), Token);
        XElement picture = XDocument.Parse(svg).Root ?? throw new InvalidDataException(svg);
        int circles = picture.Descendants().Count(e => e.Name.LocalName == "circle");

        Assert.Equal(40, circles); // Twenty users of both forms.
        Assert.Equal(circles, Regex.Count(svg, "@keyframes k"));
        Assert.Equal(circles, Regex.Count(svg, "@media\\(prefers-reduced-motion:no-preference\\)"));
        Assert.Contains("20 at once, at most ", svg, StringComparison.Ordinal);
    }

    public static TheoryData<string> Programs => [.. Directory.GetFiles(Bench, "*.cjs").Select(file => Path.GetFileName(file))];

    /// <summary>They run for hours, and seldom: a slip of the pen would be found at the end of one.</summary>
    [Theory]
    [MemberData(nameof(Programs))]
    public async Task Each_program_that_measures_the_page_can_be_read(string program) =>
        Assert.Empty(await NodeAsync("--check", Path.Combine(Bench, program)));

    /// <summary>What node prints; it ends with 0.</summary>
    private static async Task<string> NodeAsync(params string[] words)
    {
        Assert.SkipUnless((Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
            .Any(folder => File.Exists(Path.Combine(folder, "node"))), "There is no node here, which runs JavaScript.");
        using Process node = new()
        {
            StartInfo = new ProcessStartInfo("node", words) { RedirectStandardOutput = true, RedirectStandardError = true },
        };
        node.Start();
        Task<string> error = node.StandardError.ReadToEndAsync(Token);
        string output = await node.StandardOutput.ReadToEndAsync(Token);
        await node.WaitForExitAsync(Token);
        Assert.True(node.ExitCode == 0, await error);
        return output;
    }
}
