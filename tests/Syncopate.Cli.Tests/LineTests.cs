using System.CommandLine;
using Syncopate.Cli.Lines;
using Syncopate.Telemetry;
using Xunit;

namespace Syncopate.Cli.Tests;

/// <summary>What several commands read from a line in the same way.</summary>
public sealed class LineTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-out-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData("--quik", " Did you mean --quick?")]
    [InlineData("--ful", " Did you mean --full?")]
    [InlineData("--nothing-like-it", "")]
    [InlineData("", "")]
    public void The_nearest_word_is_offered_where_one_is_near(string wrong, string said) =>
        Assert.Equal(said, DidYouMean.Sentence(wrong, ["--quick", "--full"]));

    [Fact]
    public void Where_no_word_is_known_none_is_offered() => Assert.Empty(DidYouMean.Sentence("quick", []));

    /// <summary>The pair of Levenshtein's distance that textbooks compute.</summary>
    [Theory]
    [InlineData("kitten", "sitting", 3)]
    [InlineData("", "abc", 3)]
    [InlineData("abc", "", 3)]
    [InlineData("same", "same", 0)]
    public void Edits_are_counted(string from, string to, int edits) => Assert.Equal(edits, DidYouMean.Edits(from, to));

    [Theory]
    [InlineData("")]
    [InlineData("--exec-a x --exec-b y", "x", "y")]
    [InlineData("--exec-c z --exec-b y --exec-a x", "x", "y", "z")]
    public void Each_target_has_its_own_in_the_order_of_the_letters(string line, params string[] values) =>
        Assert.Equal(values, ReadTargets(line));

    [Theory]
    [InlineData("--exec-a x")]
    [InlineData("--exec-b y")]
    [InlineData("--exec-a x --exec-c z")]
    public void A_gap_between_them_is_refused(string line) => Assert.StartsWith(
        "--exec-a and --exec-b go together, and --exec-c comes after them.",
        Assert.Throws<UsageException>(() => ReadTargets(line)).Message,
        StringComparison.Ordinal);

    [Fact]
    public void A_folder_that_is_named_is_made()
    {
        string named = Path.Combine(_folder, "new", "one");

        Assert.Equal(named, OutputFolder.Create(named, DateTimeOffset.UnixEpoch));
        Assert.Empty(Directory.GetFileSystemEntries(named));
    }

    [Fact]
    public void A_folder_with_a_run_in_it_is_left_alone()
    {
        string journal = Path.Combine(_folder, "run.jsonl");
        File.WriteAllText(journal, "kept");

        Assert.Contains(
            "already holds a run",
            Assert.Throws<UsageException>(() => OutputFolder.Create(_folder, DateTimeOffset.UnixEpoch)).Message,
            StringComparison.Ordinal);
        Assert.Equal("kept", File.ReadAllText(journal));
    }

    [Fact]
    public void A_folder_below_a_file_cannot_be_written()
    {
        string file = Path.Combine(_folder, "file");
        File.WriteAllText(file, "");

        Assert.StartsWith(
            $"Cannot write '{file}/below': ",
            Assert.Throws<UnusableException>(() => OutputFolder.Create($"{file}/below", DateTimeOffset.UnixEpoch)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Figures_go_to_a_receiver_and_to_a_port()
    {
        Assert.Equal(
            new TelemetrySettings(new Uri("http://localhost:4318"), 9464),
            ReadTelemetry("--otlp", "http://localhost:4318", "--metrics-port", "9464"));
        Assert.Equal(TelemetrySettings.None, ReadTelemetry());
    }

    [Theory]
    [InlineData("--otlp", "localhost", "--otlp takes the base address of a receiver; found 'localhost'.")]
    [InlineData("--otlp", "ftp://localhost", "--otlp takes the base address of a receiver; found 'ftp://localhost'.")]
    [InlineData("--otlp", "http://localhost/?a=b", "--otlp takes the base address of a receiver")]
    [InlineData("--otlp", "http://me:secret@localhost", "--otlp takes no password in its address")]
    [InlineData("--metrics-port", "65536", "--metrics-port takes a whole number from 1 to 65535; found '65536'.")]
    public void What_cannot_be_reached_is_refused(string option, string value, string message)
    {
        string said = Assert.Throws<UsageException>(() => ReadTelemetry(option, value)).Message;

        Assert.StartsWith(message, said, StringComparison.Ordinal);
        Assert.DoesNotContain("secret", said, StringComparison.Ordinal);
    }

    private static IReadOnlyList<string> ReadTargets(string line)
    {
        PerTarget exec = new("exec", "COMMAND", "The {0} command.");
        Command command = new("compare");
        foreach (Option option in exec.All)
            command.Options.Add(option);
        return exec.Read(command.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)));
    }

    private static TelemetrySettings ReadTelemetry(params string[] words)
    {
        TelemetryLine telemetry = new();
        Command command = new("load");
        foreach (Option option in telemetry.All)
            command.Options.Add(option);
        return telemetry.Read(command.Parse(words));
    }
}
