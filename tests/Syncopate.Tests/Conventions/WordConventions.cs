using System.Text.RegularExpressions;
using Xunit;

namespace Syncopate.Tests.Conventions;

/// <summary>Words that stop a native-speaking .NET engineer, each with the field's term; docs/glossary.md has the terms themselves.
/// Decisions and results of benchmarks are records of their day, and stay as they were written.</summary>
public sealed partial class WordConventions
{
    private static readonly (Regex Word, string Say)[] Unused =
    [
        (Forever(), "forever"),
        (BoxOfTime(), "time budget"),
        (Telescope(), "OpenTelemetry backend"),
        (HeldAgainst(), "compared with"),
        (OwnNames(), "ServerGuard, ServerSet, MetricUnderTest"),
        (Patience(), "timeout"),
        (Mend(), "fix"),
        (Dear(), "expensive"),
        (House(), "code base"),
        (AnswerTime(), "latency"),
        (ASecond(), "per second"),
        (ThePoolIsTold(), "the pool is notified"),
        (ToldNothing(), "reported nothing"),
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
    [InlineData("private readonly Lineup _servers;")]
    [InlineData("using CancellationTokenSource limit = new(Patience, time);")]
    [InlineData("There is no finding to mend.")]
    [InlineData("Dear: it says its price before it starts.")]
    [InlineData("a rule of the house")]
    [InlineData("Mean answer time, ms")]
    [InlineData("1,000 requests a second were due.")]
    [InlineData("The pool is not told of such waits.")]
    [InlineData("The process told nothing for 3 s.")]
    public void Each_of_them_is_reported(string line) => Assert.NotEmpty(In("docs/planted.md", line));

    [Theory]
    [InlineData("A caller has patience.", "src/Syncopate.Planning/Planned.cs")]
    [InlineData("Look for a second at where each target blocks.", "docs/planted.md")]
    [InlineData("It was held, against all advice.", "docs/planted.md")]
    [InlineData("Mean answer time, ms", "docs/decisions/0001-planted.md")]
    public void What_is_meant_or_a_record_is_not(string line, string path) => Assert.Empty(IsRead(path) ? In(path, line) : []);

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

    [GeneratedRegex(@"\bfor ever\b", RegexOptions.IgnoreCase)]
    private static partial Regex Forever();

    [GeneratedRegex(@"\bbox(es)? of time\b", RegexOptions.IgnoreCase)]
    private static partial Regex BoxOfTime();

    [GeneratedRegex(@"\btelescopes?\b", RegexOptions.IgnoreCase)]
    private static partial Regex Telescope();

    [GeneratedRegex(@"\bheld against\b", RegexOptions.IgnoreCase)]
    private static partial Regex HeldAgainst();

    [GeneratedRegex(@"\b(lifelines?|lineups?|yardsticks?)\b", RegexOptions.IgnoreCase)]
    private static partial Regex OwnNames();

    [GeneratedRegex(@"\b\w*patience\b", RegexOptions.IgnoreCase)]
    private static partial Regex Patience();

    [GeneratedRegex(@"\bmend(s|ed|ing)?\b", RegexOptions.IgnoreCase)]
    private static partial Regex Mend();

    [GeneratedRegex(@"\bdear(er|est)?\b", RegexOptions.IgnoreCase)]
    private static partial Regex Dear();

    [GeneratedRegex(@"\bhouse\b", RegexOptions.IgnoreCase)]
    private static partial Regex House();

    [GeneratedRegex(@"\banswer times?\b|\btime of an answer\b", RegexOptions.IgnoreCase)]
    private static partial Regex AnswerTime();

    [GeneratedRegex(@"\b(requests|answers|calls|items|arrivals) a second\b", RegexOptions.IgnoreCase)]
    private static partial Regex ASecond();

    [GeneratedRegex(@"\bthe pool (is|was) (not )?told\b", RegexOptions.IgnoreCase)]
    private static partial Regex ThePoolIsTold();

    [GeneratedRegex(@"\btold nothing\b", RegexOptions.IgnoreCase)]
    private static partial Regex ToldNothing();
}
