using System.CommandLine;
using Syncopate.Cli.Comparisons;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Runs;
using Syncopate.Cli.Screens;
using Syncopate.Journaling;
using Syncopate.Running;
using Xunit;

namespace Syncopate.Cli.Tests;

/// <summary>What a line with <c>--resume</c> makes of the line that began the run.</summary>
public sealed class ResumeLineTests
{
    private readonly RunOptions _run = new();
    private readonly CompareOptions _compare = new();
    private readonly RootCommand _root;

    public ResumeLineTests()
    {
        Command run = new("run");
        _run.AddTo(run);
        Command compare = new("compare");
        _compare.AddTo(compare);
        _root = new RootCommand { run, compare };
    }

    [Fact]
    public void A_run_goes_on_by_the_options_of_its_journal_and_shows_its_result_as_this_line_says()
    {
        const string Command = "syncopate run delay io-bound --quick --port 5000 --seed 7 --probe";

        ParseResult line = _run.Resume.Repeated(Parse("run", "--resume", "folder", "--json"), Begun(Command));
        RunSettings settings = _run.Read(line, new Terminal(_ => null));

        ResumeLine.Check(settings.Command, Begun(Command));
        Assert.Equal(Command, settings.Command);
        Assert.True(settings.Result.Json);
        Assert.False(_run.Resume.IsMeant(line));
    }

    [Fact]
    public void An_option_that_says_what_the_journal_says_is_no_contradiction()
    {
        ResumableRun begun = Begun("syncopate run delay --seed 7");

        ParseResult line = _run.Resume.Repeated(Parse("run", "delay", "--resume", "folder", "--seed", "7"), begun);

        Assert.Equal("syncopate run delay --seed 7", _run.Read(line, new Terminal(_ => null)).Command);
    }

    [Theory]
    [InlineData("--seed 8", "--seed is not what 'folder' was begun with: 7.")]
    [InlineData("--quick", "--quick is not what 'folder' was begun with: it was not given.")]
    [InlineData("--out other", "--out is not what 'folder' was begun with: it was not given.")]
    [InlineData("io-bound", "ID is not what 'folder' was begun with: delay.")]
    public void An_option_that_contradicts_the_journal_is_named(string more, string message)
    {
        ParseResult line = Parse(["run", "--resume", "folder", .. more.Split(' ')]);

        UsageException refusal = Assert.Throws<UsageException>(
            () => _run.Resume.Repeated(line, Begun("syncopate run delay --seed 7")));

        Assert.Contains(message, refusal.Message, StringComparison.Ordinal);
        Assert.Contains("syncopate run --resume folder", refusal.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_value_that_the_journal_does_not_hold_is_asked_for_and_taken_from_the_line()
    {
        ResumableRun begun = Begun("syncopate run ef --postgres CONNECTION --seed 7");
        const string Connection = "Host=db;Username=me;Password=secret";

        UsageException missing = Assert.Throws<UsageException>(
            () => _run.Resume.Repeated(Parse("run", "--resume", "folder"), begun));
        ParseResult line = _run.Resume.Repeated(Parse("run", "--resume", "folder", "--postgres", Connection), begun);

        Assert.Contains("does not hold the value of --postgres", missing.Message, StringComparison.Ordinal);
        Assert.Equal(Connection, _run.Read(line, new Terminal(_ => null)).Run.Databases.Connection);
    }

    [Fact]
    public void Words_in_quotes_come_back_as_they_were_typed()
    {
        ResumableRun begun = Begun(
            "syncopate compare 'http://localhost:1/a?x=1&y=2' http://localhost:1/b --launch-a 'it'\\''s -x' --users 5 --seed 7");

        ParseResult line = _compare.Resume.Repeated(Parse("compare", "--resume", "folder"), begun);

        Assert.Equal(["http://localhost:1/a?x=1&y=2", "http://localhost:1/b"], _compare.Targets(line));
        Assert.Equal("it's -x", line.GetValue<string>("--launch-a"));
    }

    [Fact]
    public void A_comparison_is_not_resumed_by_run()
    {
        UsageException refusal = Assert.Throws<UsageException>(() => _run.Resume.Repeated(
            Parse("run", "--resume", "folder"), Begun("syncopate compare http://localhost:1/a http://localhost:1/b --seed 7")));

        Assert.Contains("syncopate compare --resume folder", refusal.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Options_that_would_make_another_run_are_refused_when_the_line_has_been_read()
    {
        UsageException refusal = Assert.Throws<UsageException>(
            () => ResumeLine.Check("syncopate run delay --seed 8", Begun("syncopate run delay --seed 7")));

        Assert.Contains("it would be another run: syncopate run delay --seed 8", refusal.Message, StringComparison.Ordinal);
    }

    private ParseResult Parse(params string[] words) =>
        _root.Parse(words, new ParserConfiguration { ResponseFileTokenReplacer = null });

    private static ResumableRun Begun(string command)
    {
        RunHeader header = new()
        {
            Schema = JournalReader.Schema,
            ToolVersion = ToolVersion.Text,
            Command = command,
            Mode = "quick",
            Seed = 7,
            StartedUtc = DateTimeOffset.UnixEpoch,
            Machine = new Machine(".NET", "any", "any", 1, 1, null),
            Experiments = ["delay"],
        };
        return new ResumableRun("folder", header, new EarlierSitting([header]));
    }
}
