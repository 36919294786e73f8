using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Text.RegularExpressions;
using Syncopate.Journaling;
using Syncopate.Running;
using Syncopate.Running.Machines;
using Syncopate.Watch.Tests;
using Xunit;

namespace Syncopate.Live.Tests;

/// <summary>A result that a process still writes is neither removed nor disturbed, whoever started the process.</summary>
[Trait("Judges", "behaviour")]
public sealed class RunningResultTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<string, string, string> Terminals => new()
    {
        { "load", "-c 2 -d 10m", "in flight" },
        { "compare", "--budget 10m", "Round 1:" },
    };

    [Theory]
    [MemberData(nameof(Terminals))]
    public async Task What_a_terminal_measures_is_not_deleted_nothing_is_started_beside_it_and_its_end_frees_both(
        string command, string options, string begun)
    {
        await using TwinSite site = await TwinSite.StartAsync();
        await using Served served = await Served.StartAsync(results: 1);
        string folder = Path.Combine(served.Root, "terminal");
        string[] targets = command == "load" ? [site.Address + "/wait/20"] : [site.Address + "/wait/20", site.Address + "/wait/60"];
        await using Tool terminal = Tool.Start([command, .. targets, .. options.Split(' '), "--out", folder]);
        await terminal.SeeAsync(begun);
        using HttpClient client = await served.ClientAsync();

        using HttpResponseMessage deleted = await Served.PostAsync(client, "/delete", ("result", "terminal"));
        using HttpResponseMessage started = await Served.PostAsync(client, "/race/start", ("what", "delay"), ("users", "5"));
        string refusal = await started.Content.ReadAsStringAsync(Token);
        string race = await client.GetStringAsync("/race?result=terminal", Token);

        Assert.Equal((HttpStatusCode.Conflict, HttpStatusCode.Conflict), (deleted.StatusCode, started.StatusCode));
        Assert.Contains("terminal is being measured now", refusal, StringComparison.Ordinal);
        Assert.Contains("A terminal is measuring.", race, StringComparison.Ordinal);
        Assert.Contains("running</span>", await client.GetStringAsync("/results", Token), StringComparison.Ordinal);
        Assert.Equal(2, Directory.GetDirectories(served.Root).Length);
        terminal.Signal("INT");
        await terminal.ExitAsync();
        using HttpResponseMessage later = await Served.PostAsync(client, "/delete", ("result", "terminal"));
        Assert.Equal(HttpStatusCode.SeeOther, later.StatusCode);
        Assert.False(Directory.Exists(folder));
    }

    [Fact]
    public async Task A_watch_that_goes_on_is_not_deleted_and_one_whose_folder_was_removed_by_hand_ends_in_order()
    {
        await using WatchedProcess watched = await WatchedProcess.StartAsync("idle");
        await using Served served = await Served.StartAsync(results: 0);
        using HttpClient client = await served.ClientAsync();
        using HttpResponseMessage begun = await Served.PostAsync(client, "/watch/start",
            ("process", watched.ProcessId.ToString(CultureInfo.InvariantCulture)));
        string name = Uri.UnescapeDataString((begun.Headers.Location?.OriginalString ?? "").Split("result=")[1]);

        using HttpResponseMessage deleted = await Served.PostAsync(client, "/delete", ("result", name));
        string list = await client.GetStringAsync("/results", Token);
        Directory.Delete(Path.Combine(served.Root, name), recursive: true);
        using HttpResponseMessage stopped = await Served.PostAsync(client, "/watch/stop", ("result", name));
        string piece = await client.GetStringAsync("/watch/piece?result=" + name, Token);

        Assert.Equal((HttpStatusCode.Conflict, HttpStatusCode.SeeOther), (deleted.StatusCode, stopped.StatusCode));
        Assert.Contains("running</span>", list, StringComparison.Ordinal);
        Assert.Contains("its result is not whole", piece, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_that_was_killed_gets_its_report_from_its_page()
    {
        await using Served served = await Served.StartAsync(results: 1);
        string folder = Path.Combine(served.Root, "result-1");
        foreach (string report in Directory.GetFiles(folder, "report.*"))
            File.Delete(report);
        using HttpClient client = await served.ClientAsync();
        string before = await client.GetStringAsync("/result?result=result-1", Token);

        using HttpResponseMessage made = await Served.PostAsync(client, "/report/make", ("result", "result-1"));
        string after = await client.GetStringAsync("/result?result=result-1", Token);

        Assert.Equal(HttpStatusCode.SeeOther, made.StatusCode);
        // What whoever looks for a button to resume it is to do instead.
        Assert.Contains(" cannot go on: ", before, StringComparison.Ordinal);
        Assert.Equal(1, Regex.Count(before, Regex.Escape($"syncopate report {folder}")));
        Assert.DoesNotContain(" cannot go on: ", after, StringComparison.Ordinal);
        Assert.Contains("Make its report", before, StringComparison.Ordinal);
        Assert.Contains("Open the report", after, StringComparison.Ordinal);
        Assert.DoesNotContain("Make its report", after, StringComparison.Ordinal);
    }

    /// <summary>It was said to have no journal, and then that what it measured is in its journal.</summary>
    [Fact]
    public async Task A_watch_that_was_cut_says_that_it_cannot_be_resumed()
    {
        await using Served served = await Served.StartAsync(results: 0);
        string folder = Directory.CreateDirectory(Path.Combine(served.Root, "seen")).FullName;
        await File.WriteAllTextAsync(Path.Combine(folder, "watch.jsonl"), "", Token);
        using HttpClient client = await served.ClientAsync();

        string page = await client.GetStringAsync("/result?result=seen", Token);

        Assert.Contains("A watch cannot be resumed", page, StringComparison.Ordinal);
        Assert.Contains($"is reported by: syncopate report {folder}<", page, StringComparison.Ordinal);
        Assert.DoesNotContain("no journal", page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_that_was_killed_goes_on_by_the_button_of_its_page()
    {
        await using TwinSite site = await TwinSite.StartAsync();
        await using Served served = await Served.StartAsync(results: 0);
        string folder = Path.Combine(served.Root, "terminal");
        await using Tool terminal = Tool.Start(
            ["compare", site.Address + "/wait/20", site.Address + "/wait/60", "--budget", "10m", "--out", folder]);
        await terminal.SeeAsync("Round 1:");
        using HttpClient client = await served.ClientAsync();
        string running = await client.GetStringAsync("/result?result=terminal", Token);
        terminal.Signal("KILL");
        await terminal.ExitAsync();
        string killed = await client.GetStringAsync("/result?result=terminal", Token);

        using HttpResponseMessage resumed = await Served.PostAsync(client, "/resume", ("result", "terminal"));
        using HttpResponseMessage again = await Served.PostAsync(client, "/resume", ("result", "terminal"));

        Assert.DoesNotContain("Go on with this run", running, StringComparison.Ordinal);
        Assert.Contains("Go on with this run", killed, StringComparison.Ordinal);
        Assert.Contains($"syncopate compare --resume {folder}", killed, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.SeeOther, resumed.StatusCode);
        Assert.Equal("/race?result=terminal", resumed.Headers.Location?.OriginalString);
        Assert.Equal(HttpStatusCode.Conflict, again.StatusCode);
        Assert.Contains("running</span>", await client.GetStringAsync("/results", Token), StringComparison.Ordinal);
    }

    /// <summary>A folder may come from elsewhere, and its journal name whatever somebody wants to be started.</summary>
    [Fact]
    public async Task A_run_whose_journal_names_programs_is_left_to_a_terminal()
    {
        await using Served served = await Served.StartAsync(results: 0);
        string folder = Path.Combine(served.Root, "foreign");
        const string Command = "syncopate compare http://localhost:1/a http://localhost:1/b --launch-a 'planted' --seed 7";
        RunIdentity identity = new(Command, "comparison", ["compare"], 7, MachineReader.Read());
        using (JournalWriter journal = JournalWriter.Create(folder))
            journal.Append(identity.Header(new RunClock(TimeProvider.System)));
        using HttpClient client = await served.ClientAsync();

        string page = await client.GetStringAsync("/result?result=foreign", Token);
        using HttpResponseMessage refused = await Served.PostAsync(client, "/resume", ("result", "foreign"));
        string said = await refused.Content.ReadAsStringAsync(Token);

        Assert.Equal(HttpStatusCode.Conflict, refused.StatusCode);
        Assert.DoesNotContain("Go on with this run", page, StringComparison.Ordinal);
        Assert.Contains($"syncopate compare --resume {folder}", page, StringComparison.Ordinal);
        Assert.Contains($"syncopate compare --resume {folder}", said, StringComparison.Ordinal);
        Assert.Single(JournalReader.ReadAll(Path.Combine(folder, "run.jsonl")).Records);
    }

    /// <summary>The list said of a run that goes on that it may have been killed.</summary>
    [Fact]
    public async Task A_run_that_goes_on_is_not_said_to_have_been_ended_and_one_that_was_killed_is()
    {
        await using Served served = await Served.StartAsync(results: 0);
        using HttpClient client = await served.ClientAsync();
        using ToldRun run = new(served, "going");

        string going = await client.GetStringAsync("/results", Token);
        string question = await client.GetStringAsync("/delete?result=going", Token);
        run.Dispose();
        string killed = await client.GetStringAsync("/results", Token);

        Assert.Contains("It is running.</a>", going, StringComparison.Ordinal);
        Assert.DoesNotContain("it was ended", going + question, StringComparison.Ordinal);
        Assert.Contains("it was ended before that was made.</a>", killed, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_damaged_journal_gets_a_report_of_what_is_whole_from_its_page()
    {
        await using Served served = await Served.StartAsync(results: 1);
        string folder = Path.Combine(served.Root, "result-1");
        string journal = Path.Combine(folder, "run.jsonl");
        byte[] bytes = await File.ReadAllBytesAsync(journal, Token);
        bytes[bytes.Length / 2] ^= 0xFF;
        await File.WriteAllBytesAsync(journal, bytes[..^100], Token);
        foreach (string report in Directory.GetFiles(folder, "report.*"))
            File.Delete(report);
        using HttpClient client = await served.ClientAsync();

        using HttpResponseMessage made = await Served.PostAsync(client, "/report/make", ("result", "result-1"));

        Assert.Equal(HttpStatusCode.SeeOther, made.StatusCode);
        Assert.True(File.Exists(Path.Combine(folder, "report.html")));
    }

    [Fact]
    public async Task A_form_that_is_sent_again_while_its_run_starts_begins_one_run()
    {
        await using Served served = await Served.StartAsync(results: 1);
        using HttpClient client = await served.ClientAsync();
        TaskCompletionSource made = new(TaskCreationOptions.RunContinuationsAsynchronously);
        using FileSystemWatcher folders = new(served.Root)
        {
            NotifyFilter = NotifyFilters.DirectoryName,
            EnableRaisingEvents = true,
        };
        folders.Created += (_, _) => made.TrySetResult();
        using HttpClient reloading = await served.ClientAsync();
        Task<HttpResponseMessage> given = BeginAsync(reloading);
        await made.Task.WaitAsync(Token);

        reloading.CancelPendingRequests(); // As a reload does.
        HttpResponseMessage[] answers = await Task.WhenAll(BeginAsync(client), BeginAsync(client));

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => given);
        Assert.All(answers, answer => Assert.Equal(HttpStatusCode.SeeOther, answer.StatusCode));
        Assert.Equal(answers[0].Headers.Location, answers[1].Headers.Location);
        Assert.Equal(2, Directory.GetDirectories(served.Root).Length);

        static Task<HttpResponseMessage> BeginAsync(HttpClient client) =>
            Served.PostAsync(client, "/race/start", ("what", "delay"), ("users", "5"));
    }

    [Fact]
    public async Task Another_line_is_refused_while_a_run_that_was_started_here_goes_on()
    {
        await using Served served = await Served.StartAsync(results: 1);
        using HttpClient client = await served.ClientAsync();
        using HttpResponseMessage first = await Served.PostAsync(client, "/race/start", ("what", "delay"), ("users", "5"));

        using HttpResponseMessage second = await Served.PostAsync(client, "/race/start", ("what", "delay"), ("users", "6"));

        Assert.Equal((HttpStatusCode.SeeOther, HttpStatusCode.Conflict), (first.StatusCode, second.StatusCode));
        Assert.Contains("is being measured now", await second.Content.ReadAsStringAsync(Token), StringComparison.Ordinal);
        Assert.Equal(2, Directory.GetDirectories(served.Root).Length);
    }

    /// <summary>A form of thirty fields was to be filled in anew.</summary>
    [Fact]
    public async Task A_comparison_that_is_refused_is_shown_as_it_was_filled_in_and_so_is_the_form_one_goes_back_to()
    {
        await using Served served = await Served.StartAsync(results: 1);
        using HttpClient client = await served.ClientAsync();
        using ToldRun run = new(served, "going");

        using HttpResponseMessage refused = await Served.PostAsync(client, "/start", ("argument1", "http://localhost:1/a"),
            ("argument2", "http://localhost:1/b"), ("--users", "7"));
        string page = await refused.Content.ReadAsStringAsync(Token);
        string back = await client.GetStringAsync("/start", Token);
        string empty = await client.GetStringAsync("/start?new=1", Token);

        Assert.Equal(HttpStatusCode.Conflict, refused.StatusCode);
        Assert.Contains("value=\"http://localhost:1/b\"", back, StringComparison.Ordinal);
        Assert.Contains("/start?new=1", back, StringComparison.Ordinal);
        Assert.DoesNotContain("http://localhost:1/b", empty, StringComparison.Ordinal);
        Assert.Contains("is being measured now", page, StringComparison.Ordinal);
        Assert.Contains("value=\"http://localhost:1/b\"", page, StringComparison.Ordinal);
        Assert.Contains("--users 7", page, StringComparison.Ordinal);
    }

    /// <summary>The page that asks for another race showed the one that rests as the last result, without a report.</summary>
    [Theory]
    [InlineData(0, "No result is finished yet.")]
    [InlineData(1, "The last result: <a href=\"/result?result=result-1\">")]
    public async Task A_race_that_rests_is_not_the_last_result_and_nothing_begins_beside_it(int results, string said)
    {
        await using Served served = await Served.StartAsync(results);
        using HttpClient client = await served.ClientAsync();
        using ToldRun run = new(served, "resting", ToldRun.Question("five-1"), """{"k":"stage","text":"resting"}""");

        string page = await client.GetStringAsync("/race?new=1", Token);

        Assert.Contains(said, page, StringComparison.Ordinal);
        Assert.DoesNotContain("It has no report", page, StringComparison.Ordinal);
        Assert.DoesNotContain("begin.js", page, StringComparison.Ordinal);
    }

    /// <summary>The demonstration began in the folder of a run that somebody wanted to see.</summary>
    [Fact]
    public async Task A_folder_that_is_a_result_itself_is_said_to_be_and_nothing_begins_in_it()
    {
        await using Served served = await Served.StartAsync(results: 0);
        await File.WriteAllTextAsync(Path.Combine(Directory.CreateDirectory(served.Root).FullName, "run.jsonl"), "", Token);
        using HttpClient client = await served.ClientAsync();

        string race = await client.GetStringAsync("/race", Token);
        string results = await client.GetStringAsync("/results", Token);

        Assert.DoesNotContain("begin.js", race, StringComparison.Ordinal);
        Assert.Contains($"syncopate serve --out {Path.GetDirectoryName(served.Root)}", race, StringComparison.Ordinal);
        Assert.Contains($"syncopate serve --out {Path.GetDirectoryName(served.Root)}", results, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_race_that_waits_for_another_question_ends_when_something_else_is_started()
    {
        await using Served served = await Served.StartAsync(results: 1);
        using HttpClient client = await served.ClientAsync();
        string folder = Directory.CreateDirectory(Path.Combine(served.Root, "resting")).FullName;
        using Process own = Process.GetCurrentProcess();
        string feed = Path.Combine(folder, "live.jsonl");
        await File.WriteAllTextAsync(Path.Combine(folder, "run.jsonl"), "", Token);
        // A race of this very process, which is alive.
        await File.WriteAllTextAsync(feed, string.Create(CultureInfo.InvariantCulture,
            $$"""{"k":"start","pid":{{own.Id}},"began":{{new DateTimeOffset(own.StartTime).ToUnixTimeMilliseconds()}}}""")
            + "\n" + """{"k":"stage","text":"resting"}""" + "\n", Token);
        TaskCompletionSource asked = new(TaskCreationOptions.RunContinuationsAsynchronously);
        using FileSystemWatcher orders = new(folder, "control.jsonl") { EnableRaisingEvents = true };
        orders.Created += (_, _) => asked.TrySetResult();

        Task<HttpResponseMessage> starting = Served.PostAsync(client, "/race/start", ("what", "delay"), ("users", "5"));
        await Task.WhenAny(asked.Task, starting).WaitAsync(Token);
        File.Delete(feed);
        using HttpResponseMessage started = await starting;

        Assert.True(asked.Task.IsCompleted);
        Assert.Equal(HttpStatusCode.SeeOther, started.StatusCode);
        Assert.DoesNotContain("resting", started.Headers.Location?.OriginalString ?? "", StringComparison.Ordinal);
    }
}
