using System.Text.Json;
using System.Text.RegularExpressions;
using Xunit;

namespace Syncopate.Library.Tests;

/// <summary>The library as its user meets it: a real program, its processes, its words and exit codes.</summary>
[Trait("Judges", "time")]
public sealed class FormProgramTests
{
    private static readonly string[] GainOrOpen = ["gain", "undecided"];

    [Fact]
    public async Task Forms_that_wait_are_told_apart_under_users_each_in_processes_of_its_own()
    {
        using FormsRunOf program = new();

        (int code, string output, string error) = await program.RunAsync("waiting", "--budget", "20s", "--out", "out", "--json");

        Assert.True(code == 0, error);
        using JsonDocument report = JsonDocument.Parse(output);
        JsonElement experiment = report.RootElement.GetProperty("experiments")[0];
        // On a machine that others keep busy the rounds may be too few for a verdict; what they point to is the same.
        Assert.Contains(experiment.GetProperty("verdict").GetString(), GainOrOpen);
        Assert.InRange(experiment.GetProperty("comparisons")[0].GetProperty("ratio").GetDouble(), 0, 0.9);
        Assert.Equal(["Sync", "Async"], experiment.GetProperty("forms").EnumerateArray().Select(f => f.GetProperty("label").GetString()));
        Assert.All(experiment.GetProperty("forms").EnumerateArray(), f => Assert.True(f.GetProperty("threads").GetInt32() > 0));
        IReadOnlyList<string> slots = program.Journal("\"type\":\"slot\"");
        string[] processes = [.. slots.Select(s => Between(s, "\"form\":\"", "\"") + Between(s, "\"process\":", ",")).Distinct()];
        Assert.Contains(processes, p => p.StartsWith("sync", StringComparison.Ordinal));
        Assert.Equal(processes.Length, processes.Select(p => new string([.. p.Where(char.IsDigit)])).Distinct().Count());
    }

    [Fact]
    public async Task A_pair_that_does_nothing_shows_no_difference_and_rows_on_the_terminal()
    {
        using FormsRunOf program = new();

        (int code, string output, string error) = await program.RunAsync("nothing", "--budget", "20s", "--out", "out");

        Assert.True(code == 0, error);
        Assert.DoesNotContain("is better: A/Sync", output.Split('\n').First(l =>
            l.StartsWith("mean", StringComparison.Ordinal)), StringComparison.Ordinal);
        Assert.Contains("calls/s", output, StringComparison.Ordinal);
        // Behind the page stand its own data, whose names are those of every report.
        string page = Read(program, "report.html").Split("<script")[0];
        Assert.DoesNotMatch("(?i)request", TextOf(page) + Read(program, "report.md"));
        Assert.Contains("CPU, ms per call", page, StringComparison.Ordinal);
    }

    /// <summary>A full disk ended the program before its verdict.</summary>
    [Fact]
    public async Task A_report_that_cannot_be_written_hides_no_verdict()
    {
        using FormsRunOf program = new();
        Directory.CreateDirectory(Path.Combine(program.Folder, "report.md"));

        (int code, string output, string error) = await program.RunAsync("nothing", "--budget", "10s", "--out", "out");

        Assert.True(code == 4, error);
        Assert.Contains("calls/s", output, StringComparison.Ordinal);
        Assert.DoesNotContain("Report: ", output, StringComparison.Ordinal);
        Assert.Contains("report.md' is a folder. What was measured is safe in run.jsonl", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Values_are_rows_of_one_table()
    {
        using FormsRunOf program = new();

        (int code, string output, string error) = await program.RunAsync("rows", "--budget", "12s", "--out", "out");

        Assert.True(code == 0, error);
        Assert.Matches(@"(?m)^waits, 2 +[\d.]+ m?s.*$", output);
        Assert.Matches(@"(?m)^waits, 20 +[\d.]+ m?s.*$", output);
        string page = Read(program, "report.html");
        Assert.Matches(@"id=""report-rows""[\s\S]*>waits, 2</a></th>[\s\S]*>waits, 20</a></th>[\s\S]*</table>", page);
        Assert.Matches(@"(?m)^\| waits, 20 \| [\d.]+ m?s \|", Read(program, "report.md"));
    }

    [Theory]
    [InlineData("rate", "arrivals", 2)]
    [InlineData("steps", "steppedUsers", 2)]
    [InlineData("parallel", "usersForTime", 3)]
    [InlineData("each", "usersForTime", 2)] // Two users of one state would make it throw.
    public async Task Each_kind_of_load_form_and_state_reaches_the_processes(string kind, string shape, int forms)
    {
        using FormsRunOf program = new();

        (int code, string output, string error) = await program.RunAsync(kind, "--budget", "20s", "--out", "out", "--json");

        Assert.True(code == 0, error);
        using JsonDocument report = JsonDocument.Parse(output);
        JsonElement[] measured = [.. report.RootElement.GetProperty("experiments")[0].GetProperty("forms").EnumerateArray()];
        Assert.Equal(forms, measured.Length);
        Assert.All(measured, f => Assert.True(f.GetProperty("count").GetInt64() > 0));
        Assert.All(measured, f => Assert.Equal(0, f.GetProperty("errors").GetInt64()));
        Assert.NotEmpty(program.Journal($"\"shape\":\"{shape}\""));
    }

    [Fact]
    public async Task What_a_form_throws_under_load_is_named_with_its_place()
    {
        using FormsRunOf program = new();

        (int code, string output, string error) = await program.RunAsync("sometimes", "--budget", "20s", "--out", "out");

        Assert.True(code == 0, error);
        Assert.Contains("Doubt: Calls failed in round 1, async: ", output, StringComparison.Ordinal);
        Assert.Contains(
            "Doubt: Async threw under load: InvalidOperationException: no such customer, at Shop.SometimesAsync (Shop.cs:64).",
            output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("throwing", "Async threw InvalidOperationException: no such customer, at Shop.ThrowAsync (Shop.cs:32)")]
    [InlineData("hanging", "Async did not return within 2 s (--timeout)")]
    [InlineData("differing", "The forms give different results: Sync \"customer 7\" (Program.cs:14), Async \"customer 8\" (Program.cs:14)")]
    [InlineData("exiting", "Async ended its process")]
    public async Task A_form_that_cannot_be_compared_is_named_with_its_place(string kind, string said)
    {
        using FormsRunOf program = new();

        (int code, string output, string error) = await program.RunAsync(kind, "--budget", "20s", "--timeout", "2s", "--out", "out");

        Assert.Equal(4, code);
        Assert.Contains(said, error, StringComparison.Ordinal);
        Assert.Contains("Nothing was measured.", error, StringComparison.Ordinal);
        Assert.Contains("Program.cs:", error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", error + output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Results_that_differ_are_not_called_the_same_where_that_is_allowed()
    {
        using FormsRunOf program = new();

        (int code, _, string error) = await program.RunAsync("differing", "--allow-different", "--budget", "10s", "--out", "out");

        Assert.True(code == 0, error);
        Assert.Matches("One call each: .*, different results", error);
        Assert.DoesNotContain("the same result", error, StringComparison.Ordinal);
        Assert.Single(program.Journal("\"code\":\"different-answers\""));
    }

    [Theory]
    [InlineData("blocking", "\"code\":\"blocks\"", "it blocks its thread")]
    [InlineData("computing", "\"code\":\"never-suspends\"", "it never suspends, and computes meanwhile")]
    public async Task An_async_form_that_gives_its_thread_back_to_nobody_is_named(string kind, string code, string said)
    {
        using FormsRunOf program = new();

        await program.RunAsync(kind, "--budget", "10s", "--out", "out");

        string doubt = program.Journal(code)[0];
        Assert.Contains(said, doubt, StringComparison.Ordinal);
        Assert.Contains("Program.cs:", doubt, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("waiting --user 3", "Did you mean --users?")]
    [InlineData("waiting --twice", "each form has a process of its own already")]
    [InlineData("waiting --users 0", "--users takes a whole number from 1 to 10000; found '0'")]
    [InlineData("waiting --budget 5", "found '5'")]
    [InlineData("one", "has one form; a comparison takes two or more")]
    public async Task What_cannot_be_done_as_written_is_said_in_a_sentence(string line, string said)
    {
        using FormsRunOf program = new();

        (int code, string output, string error) = await program.RunAsync(line.Split(' '));

        Assert.Equal(2, code);
        Assert.Empty(output);
        Assert.Contains(said, error, StringComparison.Ordinal);
        Assert.Single(error.TrimEnd().Split('\n'));
    }

    private static string Read(FormsRunOf program, string file) => File.ReadAllText(Path.Combine(program.Folder, file));

    private static string TextOf(string page) =>
        Regex.Replace(Regex.Replace(page, "<style[\\s\\S]*?</style>", ""), "<[^>]*>", " ");

    private static string Between(string text, string before, string after)
    {
        int from = text.IndexOf(before, StringComparison.Ordinal) + before.Length;
        return text[from..text.IndexOf(after, from, StringComparison.Ordinal)];
    }
}
