using System.Text.RegularExpressions;
using Xunit;

namespace Syncopate.Tests.Conventions;

/// <summary>Words that stop a native-speaking .NET engineer, each with the field's term; docs/glossary.md has the terms themselves.
/// Decisions and results of benchmarks are records of their day, and stay as they were written.</summary>
public sealed partial class WordConventions
{
    private static readonly Convention ReportedNotTold = Convention.OfEachFile(
        "STYLE 19: a program reports, shows, says or sends. Who asks is told, who obeys is told to, and things are told apart.",
        file => file.IsIn("src/")
            ? file.Lines.Where(line => Told().IsMatch(line)).Select(line => new Finding(file.Path, 0, line.Trim()))
            : [],
        new Exemption("src/Syncopate.Crud/", "still to be read"),
        new Exemption("src/Syncopate.Load/", "still to be read"),
        new Exemption("src/Syncopate.Live/", "still to be read"));

    private static readonly (Regex Word, string Say)[] Unused =
    [
        .. from word in new (string Pattern, string Say)[]
        {
            ("for ever", "forever"),
            ("box(es)? of time", "time budget"),
            ("telescopes?", "OpenTelemetry backend"),
            (@"held against|hold(s|ing)? [^.|""]{0,60} against", "compare with"),
            ("lifelines?|lineups?|yardsticks?", "ServerGuard, ServerSet, MetricUnderTest"),
            (@"\w*patience", "timeout"),
            ("mend(s|ed|ing)?", "fix"),
            ("dear(er|est)?", "expensive"),
            ("house", "code base"),
            ("answer times?|time of an answer", "latency"),
            ("(requests|answers|calls|items|arrivals) a second", "per second"),
            ("the pool (is|was) (not )?told", "the pool is notified"),
            ("told nothing", "reported nothing"),
            ("time-outs?", "timeout"),
        }
        select (new Regex($@"\b({word.Pattern})\b", RegexOptions.IgnoreCase), word.Say),
    ];

    private static readonly Exemption[] ThatArePatient =
    [
        new("src/Syncopate.Planning", "an impatient caller of queueing theory: how long it waits is its patience"),
        new("samples/SampleSite/Database/FirstRows.cs", "a tag of the blog"),
    ];

    [Fact]
    public void Words_of_our_own_are_not_used_where_the_field_has_a_term()
    {
        string[] found = [.. Repository.Paths.Where(IsRead).SelectMany(path => In(path, Repository.Read(path)))];
        Assert.True(found.Length == 0, string.Join('\n', found));
    }

    [Theory]
    [InlineData("An answer could take for ever.")]
    [InlineData("All questions share one box of time.")]
    [InlineData("Figures go to your own telescope.")]
    [InlineData("The first is what the others are held against.")]
    [InlineData("It holds the result against an older one.")]
    [InlineData("private readonly Lineup _servers;")]
    [InlineData("using CancellationTokenSource limit = new(Patience, time);")]
    [InlineData("There is no finding to mend.")]
    [InlineData("Dear: it says its price before it starts.")]
    [InlineData("a rule of the house")]
    [InlineData("Mean answer time, ms")]
    [InlineData("1,000 requests a second were due.")]
    [InlineData("The pool is not told of such waits.")]
    [InlineData("The process told nothing for 3 s.")]
    [InlineData("A call without a time-out waits forever.")]
    public void Each_of_them_is_reported(string line) => Assert.NotEmpty(In("docs/planted.md", line));

    [Theory]
    [InlineData("A caller has patience.", "src/Syncopate.Planning/Planned.cs")]
    [InlineData("Look for a second at where each target blocks.", "docs/planted.md")]
    [InlineData("It was held, against all advice.", "docs/planted.md")]
    [InlineData("Mean answer time, ms", "docs/decisions/0001-planted.md")]
    public void What_is_meant_or_a_record_is_not(string line, string path) => Assert.Empty(IsRead(path) ? In(path, line) : []);

    [Fact]
    public void No_comment_tells_what_is_reported() => ReportedNotTold.Holds();

    [Theory]
    [InlineData("/// <summary>What the process told.</summary>", 1)]
    [InlineData("int x; // The agent tells it.", 1)]
    [InlineData("// It begins when it is told to.", 0)]
    [InlineData("// A page that follows is told that it is over.", 0)]
    [InlineData("/// told once it has ended.</summary>", 0)]
    [InlineData("// Requests that cannot be told apart; too few runs to tell.", 0)]
    [InlineData("/// <param name=\"told\">All events.</param>", 0)]
    [InlineData("foreach (int told in all) { }", 0)]
    public void A_comment_that_tells_is_reported(string line, int findings) =>
        Assert.Equal(findings, ReportedNotTold.Find("src/Syncopate.Watch/Planted.cs", line).Count);

    // In a comment, and not the name of a parameter. "Is told" is of whoever gets to know; at the beginning of a line its "is" may end
    // the line before.
    [GeneratedRegex(
        "//.*((?<!\"|// |\\b(is|are|was|were|be|been|being) )\\btold\\b(?! (to|apart)\\b)"
            + "|\\btells (about|all|how|it|its|itself|more|no|nothing|of|what|when|where|which)\\b)")]
    private static partial Regex Told();

    private static bool IsRead(string path) =>
        path.EndsWith(".cs", StringComparison.Ordinal) && (path.StartsWith("src/", StringComparison.Ordinal)
            || path.StartsWith("samples/", StringComparison.Ordinal))
        || path.EndsWith(".js", StringComparison.Ordinal) && path.StartsWith("src/", StringComparison.Ordinal)
        || path.EndsWith(".md", StringComparison.Ordinal) && !path.StartsWith("docs/decisions/", StringComparison.Ordinal)
            && (path.StartsWith("docs/", StringComparison.Ordinal) || !path.Contains('/', StringComparison.Ordinal));

    private static IEnumerable<string> In(string path, string text)
    {
        bool isPatient = ThatArePatient.Any(exempt => path.StartsWith(exempt.Path, StringComparison.Ordinal));
        return text.Split('\n').SelectMany((line, at) => Unused
            .Where(unused => unused.Word.IsMatch(line) && !(isPatient && unused.Say == "timeout"))
            .Select(unused => $"{path}:{at + 1}: say \"{unused.Say}\": {line.Trim()}"));
    }
}
