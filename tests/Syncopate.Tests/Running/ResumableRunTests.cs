using Syncopate.Journaling;
using Syncopate.Running;
using Syncopate.Running.Showing;
using Syncopate.Tests.Measuring;
using Syncopate.Tests.Rounds;
using Xunit;

namespace Syncopate.Tests.Running;

/// <summary>Which folders can go on, what is cut off first, and what is said of all others.</summary>
[Trait("Judges", "behaviour")]
public sealed class ResumableRunTests : IDisposable
{
    private static readonly Machine Here = new(".NET 10.0.1", "any system", "X64", 2, 1, null)
    {
        Processor = "any processor",
        Host = "here",
    };

    private readonly string _folder = Directory.CreateTempSubdirectory("syncopate-resumed-").FullName;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private static RunHeader Header { get; } = new()
    {
        Schema = JournalReader.Schema,
        ToolVersion = ToolVersion.Text,
        Build = ToolVersion.Build,
        Command = "syncopate run delay --seed 7",
        Mode = "quick",
        Seed = 7,
        StartedUtc = new DateTimeOffset(2026, 11, 29, 2, 20, 31, TimeSpan.Zero),
        Machine = Here,
        Experiments = ["delay"],
    };

    private string Journal => Path.Combine(_folder, ResumableRun.Journal);

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void A_last_line_that_was_cut_anywhere_is_removed_before_the_next_one()
    {
        Write(Header, Asked);
        long kept = new FileInfo(Journal).Length;
        using (JournalWriter more = JournalWriter.Resume(_folder, kept, 0))
            more.Append(new Doubt("planted", null, "Wörtlich – 試.", "Why.", "Try.")); // A cut may part a character.
        byte[] whole = File.ReadAllBytes(Journal);
        for (int length = (int)kept; length <= whole.Length; length++)
        {
            File.WriteAllBytes(Journal, whole[..length]);

            ResumableRun run = ResumableRun.Read(_folder, Here);
            RunResumed resumed = run.Earlier.Resumed(Header.StartedUtc.AddHours(1));
            using (JournalWriter writer = run.Open())
                writer.Append(resumed);

            JournalReading reading = JournalReader.ReadAll(Journal);
            bool isWhole = length >= whole.Length - 1; // Without its line end a line is still one.
            Assert.Empty(reading.Damage);
            Assert.Equal(isWhole ? 4 : 3, reading.Records.Count);
            Assert.Equal(resumed, reading.Records[^1]);
        }
    }

    [Fact]
    public void The_sitting_that_goes_on_says_how_and_when_the_last_one_ended()
    {
        Write(Header, Asked, new RunEnd(RunOutcome.Cancelled, "Stopped by the user.", 5_000_000_000));

        RunResumed resumed = ResumableRun.Read(_folder, Here).Earlier.Resumed(Header.StartedUtc.AddHours(3));

        Assert.Equal(Header.StartedUtc.AddSeconds(5), resumed.InterruptedUtc);
        Assert.Equal(TimeSpan.FromSeconds(5), resumed.Elapsed);
        Assert.Equal(RunOutcome.Cancelled, resumed.Interruption);
    }

    [Fact]
    public void A_run_that_was_stopped_before_its_first_experiment_begins_with_all_of_its_time()
    {
        Write(Header, new RunEnd(RunOutcome.Cancelled, "Stopped by the user.", 5_000_000_000));

        RunResumed resumed = ResumableRun.Read(_folder, Here).Earlier.Resumed(Header.StartedUtc.AddHours(3));

        Assert.Equal(TimeSpan.Zero, resumed.Elapsed);
        Assert.Equal(Header.StartedUtc.AddSeconds(5), resumed.InterruptedUtc);
    }

    [Fact]
    public void A_folder_that_is_not_there_or_holds_no_journal_is_named()
    {
        string missing = Path.Combine(_folder, "missing");

        Assert.Contains("there is no such folder", Refusal(missing), StringComparison.Ordinal);
        Assert.Contains("it holds no run.jsonl", Refusal(_folder), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("syncopate load http://localhost:5000 --seed 7", "cannot be resumed")]
    [InlineData("syncopate race http://localhost:5000 --seed 7", "cannot be resumed")]
    [InlineData("dotnet run -- --seed 7", "cannot be resumed")]
    [InlineData("syncopate compare --assembly My.dll --method 'A.B(1)' --seed 7", "cannot be resumed")]
    [InlineData("syncopate compare http://a/ http://b/ --agents 3 --seed 7", "its load came from agents")]
    [InlineData("syncopate compare /orders --build-a main --build-b . --seed 7", "it compares builds")]
    [InlineData("syncopate compare /orders --build-a=main --build-b . --seed 7", "it compares builds")]
    [InlineData("syncopate compare http://a/ http://b/ --agents:3 --seed 7", "its load came from agents")]
    public void A_kind_that_cannot_go_on_is_named(string command, string message)
    {
        Write(Header with { Command = command }, Asked);

        Assert.Contains(message, Refusal(_folder), StringComparison.Ordinal);
        Assert.False(ResumableRun.CanGoOn(command));
    }

    [Fact]
    public void A_run_that_is_finished_names_the_command_of_its_report()
    {
        Write(Header, Asked, new RunEnd(RunOutcome.Finished, "", 5));

        string message = Refusal(_folder);

        Assert.Contains("it is finished", message, StringComparison.Ordinal);
        Assert.Contains($"syncopate report {_folder}", message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_target_that_failed_under_measurement_ends_a_run_and_one_that_was_not_there_does_not()
    {
        RunEnd failed = new(RunOutcome.TargetFailed, "It died.", 9);
        RunResumed resumed = new(Header.StartedUtc, Header.StartedUtc, TimeSpan.Zero, null);
        Write(Header, Asked, JournalExamples.Slot(1), failed);
        string message = Refusal(_folder);
        File.Delete(Journal);
        Write(Header, Asked, JournalExamples.Slot(1), resumed, failed);

        ResumableRun run = ResumableRun.Read(_folder, Here);

        Assert.Contains("ended by a fault: It died.", message, StringComparison.Ordinal);
        Assert.False(run.Earlier.HasSlotsSinceResumed);
    }

    [Fact]
    public void Another_version_build_or_machine_is_named()
    {
        (RunHeader Header, string Message)[] others =
        [
            (Header with { ToolVersion = "0.0.1" }, "it was begun by version 0.0.1"),
            (Header with { Build = "0.0.1+abc" }, "it was begun by build 0.0.1+abc"),
            (Header with { Build = null }, "it was begun by build unknown"),
            (Header with { Machine = Here with { Host = "elsewhere" } }, "its machine was elsewhere, and here it is here"),
            (Header with { Machine = Here with { Cores = 8 } }, "its number of processors was 8, and here it is 2"),
            (Header with { Machine = Here with { Processor = null } }, "its processor was unknown"),
            (Header with { Machine = Here with { Runtime = ".NET 11.0.0" } }, "its runtime was .NET 11.0.0"),
        ];
        foreach ((RunHeader header, string message) in others)
        {
            File.Delete(Journal);
            Write(header, Asked);

            Assert.Contains(message, Refusal(_folder), StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Damage_before_the_end_is_no_line_that_was_cut()
    {
        Write(Header, Asked, JournalExamples.Slot(1), JournalExamples.Slot(2));
        byte[] bytes = File.ReadAllBytes(Journal);
        bytes[bytes.Length / 2] ^= 0x20;
        File.WriteAllBytes(Journal, bytes);

        Assert.Contains("damaged before its end", Refusal(_folder), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Logs_that_would_be_written_where_a_link_leads_are_refused(bool isFolder)
    {
        Write(Header, Asked);
        string elsewhere = Path.Combine(_folder, "elsewhere");
        string logs = Path.Combine(_folder, "logs");
        Directory.CreateDirectory(isFolder ? elsewhere : logs);
        if (isFolder)
            Directory.CreateSymbolicLink(logs, elsewhere);
        else
            File.CreateSymbolicLink(Path.Combine(logs, "001-sync.log"), elsewhere);

        Assert.Contains("where a link in 'logs' leads", Refusal(_folder), StringComparison.Ordinal);
    }

    [Fact]
    public void Times_that_no_clock_can_go_on_from_are_refused()
    {
        DateTimeOffset now = Header.StartedUtc;
        JournalRecord[][] journals =
        [
            [Header, Asked, new RunResumed(now, now, TimeSpan.MaxValue, null)],
            [Header, Asked, new RunResumed(now, now, TimeSpan.MinValue, null), new RunEnd(RunOutcome.Cancelled, "", long.MaxValue)],
            [Header, Asked, JournalExamples.Slot(1) with { StartedUtc = DateTimeOffset.MaxValue }],
        ];
        foreach (JournalRecord[] journal in journals)
        {
            File.Delete(Journal);
            Write(journal);

            Assert.Contains("its times cannot be right", Refusal(_folder), StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task A_run_that_a_process_still_writes_is_left_alone_and_of_two_takers_one_has_it()
    {
        Write(Header, Asked);
        using (RunningMark mark = new(measures: true))
        {
            mark.Mark(_folder);
            JournalException running = await Assert.ThrowsAsync<JournalException>(TakeAsync);
            Assert.Contains("a process still writes it", running.Message, StringComparison.Ordinal);
        }

        using ResumedFolder taken = await TakeAsync();

        Assert.Equal("run", taken.Run.Command);
        await Assert.ThrowsAsync<JournalException>(TakeAsync);
    }

    [Fact]
    public void What_goes_on_with_it_is_a_line_that_can_be_typed()
    {
        Write(Header with { Command = "syncopate compare http://a/ http://b/ --launch-a 'dotnet a.dll'" }, Asked);

        ResumableRun run = ResumableRun.Read(_folder, Here);

        Assert.Equal($"syncopate compare --resume {_folder}", run.Line);
        Assert.Equal("syncopate run --resume 'my runs/1'", ResumableRun.LineOf("run", "my runs/1"));
    }

    [Theory]
    [InlineData("--launch-a 'dotnet a.dll'", true)]
    [InlineData("--exec-b planted", true)]
    [InlineData("--twice", true)]
    [InlineData("--body @/etc/hostname", true)]
    [InlineData("--header 'Cookie: ...'", true)]
    [InlineData("--allow-host example.com", true)]
    [InlineData("--users 5", false)]
    public void What_a_folder_from_elsewhere_might_bring_about_is_for_who_types_it(string option, bool needsTerminal)
    {
        Write(Header with { Command = $"syncopate compare http://localhost:1/a http://localhost:1/b {option} --seed 7" }, Asked);

        Assert.Equal(needsTerminal, ResumableRun.Read(_folder, Here).NeedsTerminal);
    }

    private static Experiment Asked => SimulatedPlan.Experiment("delay", Form.Sync, Form.Async);

    private Task<ResumedFolder> TakeAsync() => ResumedFolder.TakeAsync(_folder, Here, TimeProvider.System, Token);

    private void Write(params JournalRecord[] records)
    {
        using JournalWriter journal = JournalWriter.Create(_folder);
        journal.Append(records);
    }

    private static string Refusal(string folder) =>
        Assert.Throws<JournalException>(() => ResumableRun.Read(folder, Here)).Message;
}
