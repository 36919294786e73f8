using System.Net;
using System.Text;
using Syncopate.Cli.Lines;
using Syncopate.Load;
using Syncopate.Running.Loads;
using Xunit;

namespace Syncopate.Cli.Tests;

public sealed class LoadLineTests
{
    [Fact]
    public void Nothing_said_is_fifty_users_for_ten_seconds() =>
        Assert.Equal(new UsersForTime(50, TimeSpan.FromSeconds(10)), Lines.Read().Shape);

    [Theory]
    [InlineData("-c 7 -d 500ms", 7, 0.5)]
    [InlineData("--users 7 --duration 2m", 7, 120)]
    [InlineData("-d 1h", 50, 3600)]
    [InlineData("-d 1.5s", 50, 1.5)]
    public void Users_for_a_time(string line, int users, double seconds) =>
        Assert.Equal(new UsersForTime(users, TimeSpan.FromSeconds(seconds)), Lines.Read(line.Split(' ')).Shape);

    [Theory]
    [InlineData("-n 200", 50, 4)]
    [InlineData("-n 200 -c 10", 10, 20)]
    [InlineData("-n 3", 3, 1)]
    [InlineData("--loops 4", 50, 4)]
    [InlineData("--loops 4 -c 2", 2, 4)]
    public void Requests_are_counted_in_all_and_loops_by_user(string line, int users, int loops) =>
        Assert.Equal(new UsersTimesLoops(users, loops), Lines.Read(line.Split(' ')).Shape);

    [Fact]
    public void A_rate_is_constant_or_goes_from_one_to_another()
    {
        Assert.Equal(Arrivals.AtRate(500, TimeSpan.FromSeconds(10)), Lines.Read("--rate", "500").Shape);
        Assert.Equal(new Arrivals(0.5, 1000, TimeSpan.FromSeconds(3)), Lines.Read("--rate", "0.5..1000", "-d", "3s").Shape);
    }

    [Fact]
    public void Users_at_a_rate_are_the_most_in_flight() =>
        Assert.Equal(64, Assert.IsType<Arrivals>(Lines.Read("--rate", "500", "-c", "64").Shape).MaximumInFlight);

    [Fact]
    public void Steps_add_one_user_or_several()
    {
        Assert.Equal(new SteppedUsers(1, 1, 10, TimeSpan.FromSeconds(5)), Lines.Read("--step", "1..10:5s").Shape);
        Assert.Equal(new SteppedUsers(10, 20, 90, TimeSpan.FromMilliseconds(500)), Lines.Read("--step", "10..90+20:500ms").Shape);
    }

    [Theory]
    [InlineData("-c 0", "--users takes a whole number from 1 to 10000; found '0'.")]
    [InlineData("-c ten", "found 'ten'")]
    [InlineData("-c 10001", "found '10001'")]
    [InlineData("-n 0", "--requests takes a whole number from 1")]
    [InlineData("-n 1e3", "found '1e3'")]
    [InlineData("-n 100 -c 30", "100 requests cannot be shared evenly by 30 users. Give -n 90 or -n 120")]
    [InlineData("-n 10 -c 30", "Give -n 30")]
    [InlineData("-n 50000000 -c 1", "50000000 of each; the most is 1000000")]
    [InlineData("--loops 0", "--loops takes a whole number from 1 to 1000000; found '0'.")]
    [InlineData("-d 10", "--duration takes a time with its unit, from 1ms to 24h; found '10'. Examples: --duration 500ms")]
    [InlineData("-d 0s", "found '0s'")]
    [InlineData("-d 25h", "found '25h'")]
    [InlineData("-d -5s", "found '-5s'")]
    [InlineData("-d 99999999999999999999h", "found '99999999999999999999h'")]
    [InlineData("-d 1s -d 2s", "--duration is given 2 times")]
    [InlineData("--rate 0", "--rate takes requests per second, above 0")]
    [InlineData("--rate 5..", "found ''")]
    [InlineData("--rate 1..2..3", "found '2..3'")]
    [InlineData("--rate NaN", "found 'NaN'")]
    [InlineData("--step 1..10", "--step takes users from..to:time; found '1..10'. Examples: --step 1..10:5s")]
    [InlineData("--step 10:5s", "found '10:5s'")]
    [InlineData("--step 10..1:5s", "the first number is not above the second")]
    [InlineData("--step 1..10+0:5s", "found '0'")]
    [InlineData("--step 1..10:2h", "from 1ms to 1h; found '2h'")]
    [InlineData("--step 1..10:5s -c 5", "--users and --step exclude each other")]
    [InlineData("-n 10 --loops 5", "--requests and --loops exclude each other")]
    [InlineData("-n 10 --rate 5", "--requests and --rate exclude each other")]
    [InlineData("-n 10 -d 5s", "--duration and --requests exclude each other")]
    [InlineData("--step 1..2:1s -d 5s", "--duration and --step exclude each other")]
    [InlineData("--timeout 5ms", "--timeout takes a time with its unit, from 10ms to 1h; found '5ms'.")]
    [InlineData("--think 2h", "--think takes a time with its unit")]
    [InlineData("--think 1s --rate 5", "--think and --rate exclude each other")]
    [InlineData("--threads 65", "--threads takes a whole number from 1 to 64")]
    [InlineData("--http2 --http3", "--http2 and --http3 exclude each other")]
    [InlineData("-m CONNECT", "Cannot send \"CONNECT\"")]
    [InlineData("-H nothing", "--header takes a name, a colon and a value")]
    [InlineData("-H :x", "--header takes a name, a colon and a value")]
    [InlineData("-H Content-Length:5", "it is set by the engine")]
    [InlineData("--allow-host http://x", "--allow-host takes one host name or address; found 'http://x'.")]
    [InlineData("--body x -d @y", "--body and -d @FILE exclude each other")]
    public void A_mistake_is_told_with_what_was_found_and_what_is_allowed(string line, string message)
    {
        UsageException mistake = Assert.Throws<UsageException>(() => Lines.Read(line.Split(' ')));

        Assert.Contains(message, mistake.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("(Parameter", mistake.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_header_value_is_in_the_request_and_nowhere_else()
    {
        LoadSettings settings = Lines.Read("-H", "Authorization: Bearer canary", "-H", "Accept:text/html");

        Assert.Equal([new("Authorization", "Bearer canary"), new("Accept", "text/html")], settings.RequestTo("/").Headers);
        Assert.Equal(["--header", "'Authorization: ...'", "--header", "'Accept: ...'"], settings.Words);
        Exception mistake = Assert.Throws<UsageException>(() => Lines.Read("-H", "canary"));
        Assert.DoesNotContain("canary", mistake.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_body_makes_it_a_post_and_is_not_repeated()
    {
        LoadSettings settings = Lines.Read("--body", "canary");

        LoadRequest request = settings.RequestTo("/save");
        Assert.Equal("POST", request.Method);
        Assert.Equal("canary", Encoding.UTF8.GetString(request.Body.Span));
        Assert.Equal(["--body", "..."], settings.Words);
        Assert.Equal("PUT", Lines.Read("--body", "x", "-m", "PUT").RequestTo("/").Method);
    }

    [Fact]
    public void A_body_comes_from_a_file_with_either_option()
    {
        string file = Path.Combine(Directory.CreateTempSubdirectory("syncopate-body").FullName, "body.json");
        File.WriteAllText(file, "{}");

        Assert.Equal("{}"u8, Lines.Read("-d", "@" + file).RequestTo("/").Body.Span);
        Assert.Equal("{}"u8, Lines.Read("--body", "@" + file).RequestTo("/").Body.Span);
        LoadSettings both = Lines.Read("-d", "@" + file, "-d", "3s");
        Assert.Equal(new UsersForTime(50, TimeSpan.FromSeconds(3)), both.Shape);
        Assert.Equal(["--duration", "@" + file, "--duration", "3s"], both.Words);
    }

    [Fact]
    public void A_body_that_cannot_be_read_is_told_with_its_file()
    {
        UnusableException mistake = Assert.Throws<UnusableException>(() => Lines.Read("-d", "@missing.json"));

        Assert.Contains("Cannot read the body 'missing.json'", mistake.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_scenario_replaces_the_one_request_and_its_mistakes_are_told()
    {
        string file = Path.Combine(Directory.CreateTempSubdirectory("syncopate-scenario").FullName, "steps.json");
        File.WriteAllText(file, """{ "steps": [{ "path": "/login" }, { "path": "/orders" }] }""");

        LoadSettings settings = Lines.Read("--scenario", file, "-H", "Accept: text/html");

        Assert.Equal(["/login", "/orders"], settings.Scenario!.Steps.Select(step => step.Path));
        Assert.Same(settings.Scenario, settings.RequestTo("/").Scenario);
        Assert.Equal("Accept", Assert.Single(settings.RequestTo("/").Headers).Key);
        File.WriteAllText(file, "{");
        Assert.Contains($"--scenario {file}", Assert.Throws<UsageException>(() => Lines.Read("--scenario", file)).Message, StringComparison.Ordinal);
        Assert.Contains("excludes", Assert.Throws<UsageException>(() => Lines.Read("--scenario", file, "--body", "x")).Message, StringComparison.Ordinal);
        Assert.Contains("Cannot read the scenario", Assert.Throws<UnusableException>(() => Lines.Read("--scenario", "missing.json")).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_rest_reaches_request_and_options()
    {
        LoadSettings settings = Lines.Read("--timeout", "2s", "--think", "100ms", "--no-keep-alive", "--http2", "--insecure", "-t", "3", "--allow-host", "a.example", "--allow-host", "::2");

        LoadRequest request = settings.RequestTo("/a?b=c");
        Assert.Equal(("/a?b=c", TimeSpan.FromMilliseconds(100), false), (request.Path, request.ThinkTime, request.KeepsConnections));
        Assert.Equal((HttpVersion.Version20, true, 3, TimeSpan.FromSeconds(2)), (settings.Options.HttpVersion, settings.Options.TrustsAnyCertificate, settings.Options.Threads, settings.Options.TotalTimeout));
        Assert.Equal(["a.example", "::2"], settings.AllowedHosts);
        Assert.Equal(settings.Words, Lines.Read([.. settings.Words]).Words);
    }
}
