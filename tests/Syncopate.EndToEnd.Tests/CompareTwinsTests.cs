using System.Text.Json;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>Twins of an assembly, listed and compared by the real tool.</summary>
[Trait("Judges", "time")]
public sealed class CompareTwinsTests
{
    private static readonly string[] Said =
    [
        "int Count() Task<int> CountAsync(CancellationToken cancellationToken) --method \"TwinsLibrary.Customers.Count()\"",
        "Task<string> FindAsync(int id, CancellationToken cancellationToken) not without arguments: takes int id",
        "OpenAsync() not without arguments: its type is made with (string)",
        "ReadAsync() not without arguments: its type is abstract",
        "WeighAsync() not without arguments: its type is generic",
        "it is generic, and its type arguments are not known",
        "it takes level by reference",
    ];

    private static string Library => Built.Dll("TwinsLibrary");

    [Fact]
    public async Task Twins_are_listed_with_what_could_be_called_and_no_code_of_theirs_runs()
    {
        using RunFolder folder = new();
        string ran = folder.Path + ".ran";

        await using Tool tool = Tool.StartWith([("TWINS_RAN", ran)], "compare", "--assembly", Library, "--twins");
        int code = await tool.ExitAsync();

        Assert.True(code == 0, tool.Error);
        Assert.StartsWith("TwinsLibrary.dll: 16 pairs, 2 callable without arguments. Nothing was run.", tool.Output,
            StringComparison.Ordinal);
        string flat = string.Join(' ', tool.Output.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        Assert.All(Said, said => Assert.Contains(said, flat, StringComparison.Ordinal));
        Assert.DoesNotContain("Alone", tool.Output, StringComparison.Ordinal);
        Assert.False(File.Exists(ran), "Listing ran code of the assembly.");
    }

    [Fact]
    public async Task The_list_is_one_json_document_on_demand()
    {
        (int code, string output, string error) = await Tool.RunAsync("compare", "--assembly", Library, "--twins", "--json");

        Assert.True(code == 0, error);
        using JsonDocument document = JsonDocument.Parse(output);
        JsonElement[] twins = [.. document.RootElement.GetProperty("twins").EnumerateArray()];
        Assert.Equal(16, twins.Length);
        Assert.Equal(
            ["TwinsLibrary.Customers.Count()", "TwinsLibrary.Customers.Warm()"],
            twins.Where(t => t.GetProperty("callable").GetBoolean()).Select(t => t.GetProperty("method").GetString()));
        Assert.All(twins.Where(t => !t.GetProperty("callable").GetBoolean()), t => Assert.NotEmpty(t.GetProperty("whyNot").GetString()!));
    }

    [Fact]
    public async Task A_pair_is_compared_in_processes_that_run_the_assembly()
    {
        using RunFolder folder = new();
        string ran = folder.Path + ".ran";

        await using Tool tool = Tool.StartWith(
            [("TWINS_RAN", ran)], "compare", "--assembly", Library, "--method", "Customers.Find(7)", "--users", "20",
            "--budget", "15s", "--out", folder.Path);
        int code = await tool.ExitAsync();

        Assert.True(code == 0, tool.Error);
        Assert.Contains("TwinsLibrary.Customers.Find(7)", tool.Output, StringComparison.Ordinal);
        Assert.Contains("calls/s", tool.Output, StringComparison.Ordinal);
        Assert.Contains("the same result", tool.Error, StringComparison.Ordinal);
        Assert.All(folder.Slots, slot => Assert.NotNull(slot.Target));
        Assert.True(folder.Slots.Select(s => s.Process).Distinct().Count() >= 2);
        Assert.True(File.Exists(ran));
        string header = (await File.ReadAllLinesAsync(Path.Combine(folder.Path, "run.jsonl"), TestContext.Current.CancellationToken))[0];
        Assert.Contains("syncopate compare --assembly", header, StringComparison.Ordinal);
        File.Delete(ran);
    }

    [Theory]
    [InlineData("Customers.Find(\"x\", false)")]
    [InlineData("TwinsLibrary.Customers.FindAsync(\"x\")")]
    [InlineData("Customers.Price(1.5, 2)")]
    [InlineData("Customers.Warm")]
    public async Task Literals_values_of_their_own_and_tasks_of_all_kinds_are_called(string method)
    {
        using RunFolder folder = new();

        await using Tool tool = Tool.Start("compare", "--assembly", Library, "--method", method, "--out", folder.Path);
        await tool.SeeAsync("One call each:"); // That it was called is what is asked here, and not how long it takes.
        tool.Signal("INT");
        int code = await tool.ExitAsync();

        Assert.True(code == 130, tool.Error);
        Assert.Contains("the same result", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_method_that_throws_is_named_with_its_line()
    {
        using RunFolder folder = new();

        (int code, string output, string error) = await Tool.RunAsync(
            "compare", "--assembly", Library, "--method", "Customers.Break(7)", "--budget", "10s", "--out", folder.Path);

        Assert.Equal(4, code);
        const string Thrown = "Async threw InvalidOperationException: no customer 7, at Customers.BreakAsync (Customers.cs:";
        Assert.Contains(Thrown, error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", error + output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Customers.Stall(7)",
        @"Async did not return within 2 s \(--timeout\)\. It is Customers\.cs:\d+, TwinsLibrary\.Customers\.StallAsync\(7\)\.")]
    [InlineData("Customers.Differ(7)", @"different results: Sync 7 \(Customers\.cs:\d+\), Async 8 \(Customers\.cs:\d+\)\.")]
    public async Task A_method_that_hangs_or_gives_another_result_is_named_with_its_line(string method, string said)
    {
        using RunFolder folder = new();

        (int code, string _, string error) = await Tool.RunAsync(
            "compare", "--assembly", Library, "--method", method, "--budget", "10s", "--timeout", "2s", "--out", folder.Path);

        Assert.Equal(4, code);
        Assert.Matches(said, error);
    }

    [Fact]
    public async Task A_method_that_blocks_where_it_gives_a_task_is_named_with_its_line()
    {
        using RunFolder folder = new();

        await using Tool tool = Tool.Start("compare", "--assembly", Library, "--method", "Customers.Hold(7)", "--out", folder.Path);
        await tool.SeeAsync("One call each:"); // The doubt stands in the journal before.
        tool.Signal("INT");
        await tool.ExitAsync();

        string journal = await File.ReadAllTextAsync(
            Path.Combine(folder.Path, "run.jsonl"), TestContext.Current.CancellationToken);
        Assert.Matches(@"Async \(Customers\.cs:\d+, TwinsLibrary\.Customers\.HoldAsync\(7\)\) holds its caller for", journal);
        Assert.Contains("it blocks its thread", journal, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--method Customers.Find(7 --users 3", 2, "do not end with ')'")]
    [InlineData("--method Find", 2, "--method takes a type, a dot and a method")]
    [InlineData("--method Customers.Lose(7)", 2, "has no pair Customers.Lose with and without Async. It has TwinsLibrary.Customers.Break")]
    [InlineData("--method Customers.Alone(7)", 2, "has no pair Customers.Alone")]
    [InlineData("--method Customers.Find(true)", 2, "does not take (true). It takes: (int id); (string name, bool exact, optional)")]
    [InlineData("--method Customers.Find(now)", 2, "found 'now'")]
    [InlineData("--method Customers.Sum(1,2)", 2, "fits several methods of TwinsLibrary.Customers.Sum: (uint left, long right); (long")]
    [InlineData("--method Orders.Open()", 2, "cannot be called: its type is made with (string)")]
    [InlineData("--method Customers.Count() --duration 5s", 2, "--duration does not go with --assembly and --method")]
    [InlineData("--method Customers.Count() --users 0", 2, "--users takes a whole number from 1 to 10000; found '0'")]
    [InlineData("--twins --users 3", 2, "--users does not go with --assembly and --twins")]
    [InlineData("--twins --method Customers.Count()", 2, "one of them at a time")]
    [InlineData("", 2, "--assembly takes --twins, which lists its pairs, or --method")]
    [InlineData("http://localhost:1/ --twins", 2, "URLs do not go with it; found 'http://localhost:1/'")]
    public async Task What_cannot_be_done_as_written_is_said_in_a_sentence(string rest, int expected, string said)
    {
        (int code, string output, string error) = await Tool.RunAsync(
            ["compare", "--assembly", Library, .. rest.Split(' ', StringSplitOptions.RemoveEmptyEntries)]);

        Assert.Equal(expected, code);
        Assert.Empty(output);
        Assert.Contains(said, error, StringComparison.Ordinal);
        Assert.Single(error.TrimEnd().Split('\n'));
    }

    [Fact]
    public async Task What_is_no_assembly_is_said_in_a_sentence()
    {
        using RunFolder folder = new();
        string text = folder.Path + ".dll";
        await File.WriteAllTextAsync(text, "not an assembly", TestContext.Current.CancellationToken);

        (int missing, _, string missingError) = await Tool.RunAsync("compare", "--assembly", "nowhere.dll", "--twins");
        (int other, _, string otherError) = await Tool.RunAsync("compare", "--assembly", text, "--twins");
        (int none, _, string noneError) = await Tool.RunAsync("compare", "--twins");
        File.Delete(text);

        Assert.Equal((4, 4, 2), (missing, other, none));
        Assert.Contains("there is no such file", missingError, StringComparison.Ordinal);
        Assert.Contains("is no .NET assembly", otherError, StringComparison.Ordinal);
        Assert.Contains("--twins lists the pairs of an assembly, and none is given.", noneError, StringComparison.Ordinal);
    }
}
