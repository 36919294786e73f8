using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using Xunit;

namespace Syncopate.Library.Tests;

/// <summary>Routes of an app compared by the app's own program, as its user meets it.</summary>
[Trait("Judges", "time")]
public sealed class EndpointProgramTests
{
    private const string Program = "EndpointsProgram";

    [Theory]
    [InlineData("waiting")]
    [InlineData("made")]
    public async Task Routes_are_compared_each_in_processes_of_its_own_that_serve_the_app(string kind)
    {
        using FormsRunOf program = new(Program);

        (int code, string output, string error) = await program.RunAsync(kind, "--budget", "15s", "--out", "out", "--json");

        Assert.True(code == 0, error);
        using JsonDocument report = JsonDocument.Parse(output);
        JsonElement experiment = report.RootElement.GetProperty("experiments")[0];
        JsonElement[] forms = [.. experiment.GetProperty("forms").EnumerateArray()];
        Assert.Equal(["/sync", "/async"], forms.Select(f => f.GetProperty("label").GetString()));
        Assert.All(forms, f => Assert.Equal(0, f.GetProperty("errors").GetInt64()));
        Assert.All(forms, f => Assert.True(f.GetProperty("threads").GetInt32() > 0));
        // Twenty users of a pool that begins with a thread a processor: what awaits is not behind.
        Assert.InRange(experiment.GetProperty("comparisons")[0].GetProperty("ratio").GetDouble(), 0, 0.95);
        string[] processes = [.. program.Journal("\"type\":\"slot\"").Select(s => Between(s, "\"process\":", ",")).Distinct()];
        Assert.True(processes.Length >= 2, string.Join(' ', processes));
        Assert.DoesNotContain("Request starting", Logs(program), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("parallel", "usersForTime", 3)]
    [InlineData("rate", "arrivals", 2)]
    [InlineData("steps", "steppedUsers", 2)]
    public async Task Each_kind_of_load_and_a_third_route_reach_the_processes(string kind, string shape, int routes)
    {
        using FormsRunOf program = new(Program);

        (int code, string output, string error) = await program.RunAsync(kind, "--budget", "20s", "--out", "out", "--json");

        Assert.True(code == 0, error);
        using JsonDocument report = JsonDocument.Parse(output);
        JsonElement[] measured = [.. report.RootElement.GetProperty("experiments")[0].GetProperty("forms").EnumerateArray()];
        Assert.Equal(routes, measured.Length);
        Assert.All(measured, f => Assert.True(f.GetProperty("count").GetInt64() > 0));
        Assert.All(measured, f => Assert.Equal(0, f.GetProperty("errors").GetInt64()));
        Assert.NotEmpty(program.Journal($"\"shape\":\"{shape}\""));
    }

    [Fact]
    public async Task The_terminal_speaks_of_requests()
    {
        using FormsRunOf program = new(Program);

        (int code, string output, string error) = await program.RunAsync("made", "--budget", "10s", "--out", "out");

        Assert.True(code == 0, error);
        Assert.Contains("requests/s", output, StringComparison.Ordinal);
        Assert.DoesNotContain("calls/s", output, StringComparison.Ordinal);
        Assert.Contains("Note: Each route was asked in a process of its own", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_header_is_sent_with_every_request_and_is_in_no_file()
    {
        using FormsRunOf program = new(Program);

        (int code, _, string error) = await program.RunAsync("key", "--budget", "10s", "--out", "out");

        Assert.True(code == 0, error);
        Assert.All(Directory.EnumerateFiles(program.Folder, "*", SearchOption.AllDirectories), file =>
            Assert.DoesNotContain("secret-7", File.ReadAllText(file), StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("missing", "Async answered 404")]
    [InlineData("differing", "Async answered 200 with 10 bytes; Sync answered 200 with 10 bytes, with other contents.")]
    public async Task A_route_that_cannot_be_compared_is_named(string kind, string said)
    {
        using FormsRunOf program = new(Program);

        (int code, string output, string error) = await program.RunAsync(kind, "--budget", "10s", "--out", "out");

        Assert.Equal(4, code);
        Assert.Contains(said, error, StringComparison.Ordinal);
        Assert.Contains("Nothing was measured.", error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", error + output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_app_whose_own_port_is_taken_is_told_what_to_do()
    {
        using Socket taken = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        taken.Bind(new IPEndPoint(IPAddress.Any, 0));
        taken.Listen();
        string port = ((IPEndPoint)taken.LocalEndPoint!).Port.ToString(CultureInfo.InvariantCulture);
        using FormsRunOf program = new(Program);

        (int code, string output, string error) = await program.RunAsync("taken", port, "--budget", "10s", "--out", "out");

        Assert.Equal(4, code);
        Assert.Contains("let it set no address of its own", error, StringComparison.Ordinal);
        Assert.Contains("Syncopate cannot: ", Logs(program), StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", error + output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("made --twice", "--twice does not go here: each route has a process of its own already.")]
    [InlineData("made --header X:1", "it is said in the program")]
    public async Task What_cannot_be_done_as_written_is_said_in_a_sentence(string line, string said)
    {
        using FormsRunOf program = new(Program);

        (int code, string output, string error) = await program.RunAsync(line.Split(' '));

        Assert.Equal(2, code);
        Assert.Empty(output);
        Assert.Contains(said, error, StringComparison.Ordinal);
    }

    private static string Logs(FormsRunOf program) => string.Concat(
        Directory.EnumerateFiles(Path.Combine(program.Folder, "logs")).Select(File.ReadAllText));

    private static string Between(string text, string before, string after)
    {
        int from = text.IndexOf(before, StringComparison.Ordinal) + before.Length;
        return text[from..text.IndexOf(after, from, StringComparison.Ordinal)];
    }
}
