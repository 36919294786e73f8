using System.CommandLine;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Plans;
using Syncopate.Planning;
using Syncopate.Planning.Formulas;
using Syncopate.Running;
using Xunit;

namespace Syncopate.Cli.Tests;

public sealed class PlanOptionsTests
{
    [Fact]
    public async Task One_request_and_its_users()
    {
        PlanQuestion question = (await ReadAsync("--cpu", "1ms", "--wait", "200ms", "--users", "50", "--think", "2s", "--cores", "4", "--background", "0.5", "--min-threads", "8")).Question;

        PlannedEndpoint request = Assert.Single(question.Endpoints);
        Assert.Equal((0.001, 0.2, 1), (request.Demand.CpuSeconds, request.Demand.WaitSeconds, request.Waits));
        Assert.Equal((50, TimeSpan.FromSeconds(2), null), (question.Users, question.Think, question.ArrivalsPerSecond));
        Assert.Equal((4, 0.5, 8), (question.Cores, question.BackgroundCores, question.MinimumThreads));
        Assert.Equal([WaitStyle.Blocking, WaitStyle.BlockingOnTask, WaitStyle.Awaiting], question.Styles);
    }

    [Fact]
    public async Task Several_waits_bring_the_parallel_form_and_no_wait_leaves_two()
    {
        Assert.Contains(WaitStyle.AwaitingTogether, (await ReadAsync("--wait", "50ms", "--waits", "4", "--rate", "10")).Question.Styles);
        Assert.Equal([WaitStyle.Blocking, WaitStyle.Awaiting], (await ReadAsync("--cpu", "5ms", "--rate", "10")).Question.Styles);
    }

    [Theory]
    [InlineData("--users 5", "A plan needs the time of one request")]
    [InlineData("--cpu 5ms", "A plan needs a load")]
    [InlineData("--cpu 5ms --users 5 --rate 10", "--users and --rate exclude each other")]
    [InlineData("--cpu 5ms --rate 10 --think 1s", "--think and --rate exclude each other")]
    [InlineData("--cpu 5 --users 5", "--cpu takes a time with its unit")]
    [InlineData("--cpu 5ms --users 0", "--users takes a whole number from 1 to 10000; found '0'")]
    [InlineData("--cpu 5ms --rate -1", "--rate takes requests per second, above 0 and at most a billion; found '-1'")]
    [InlineData("--cpu 5ms --users 5 --cores 0", "--cores takes a whole number from 1 to 1024; found '0'")]
    [InlineData("--cpu 5ms --users 5 --cores 2 --background 2", "--background takes cores from 0 to less than the machine's 2; found '2'")]
    [InlineData("--cpu 5ms --users 5 --form asink", "Unknown form 'asink'. Did you mean async?")]
    [InlineData("--cpu 5ms --users 5 --slow 2s", "--slow is about requests of one kind that arrive")]
    [InlineData("--cpu 5ms --users 5 --out result", "--out is the folder of a measurement")]
    [InlineData("--cpu 5ms --users 5 --html ", "--html takes the name of a file; found nothing")]
    [InlineData("--cpu 5ms --users 5 --retried 5%", "--retried is about requests that arrive at a rate")]
    [InlineData("--cpu 5ms --users 5 --price-gb 1", "--price-gb is about machines for a rate")]
    [InlineData("--wait 5 --users 5", "--wait 5: '5' is not a wait. It is a time (100ms)")]
    [InlineData("--wait 100ms:gauss --users 5", "Examples: --wait 150ms, --wait 100ms:exp")]
    [InlineData("--wait none.hlog --users 5", "--wait none.hlog: Could not find file")]
    [InlineData("--wait 40m --waits 2 --users 5", "The waits of a request take at most 3,600 s together")]
    [InlineData("--measure http://localhost:1/ --cpu 5ms --users 5", "--measure finds what --cpu, --wait or a file say")]
    [InlineData("--pid 7 --cpu 5ms --users 5", "--pid goes with --measure URL")]
    [InlineData("no-such-file.json --users 5", "Cannot read the scenario 'no-such-file.json'")]
    public async Task A_mistake_is_told_with_the_next_step(string line, string message) =>
        Assert.Contains(message, (await Assert.ThrowsAsync<UsageException>(() => ReadAsync(line.Split(' ')))).Message, StringComparison.Ordinal);

    [Fact]
    public async Task A_page_of_another_machine_is_not_measured() => Assert.Contains(
        "this machine only",
        (await Assert.ThrowsAsync<TargetNotAllowedException>(() => ReadAsync("--measure", "http://10.0.0.1/", "--users", "5"))).Message,
        StringComparison.Ordinal);

    [Theory]
    [InlineData("100ms:exp", WaitShape.Exponential, 0.1)]
    [InlineData("60ms,60ms:lognormal", WaitShape.Lognormal, 0.06)]
    [InlineData("20ms,180ms", WaitShape.Measured, 0.1)]
    public async Task Waits_may_vary(string wait, Enum shape, double mean)
    {
        PlannedEndpoint request = Assert.Single((await ReadAsync("--wait", wait, "--cpu", "1ms", "--users", "5")).Question.Endpoints);

        Assert.Equal(((WaitShape)shape, 0.001), (request.Wait.Shape, request.Demand.CpuSeconds));
        Assert.Equal(mean, request.Demand.WaitSeconds, 1e-12);
    }

    [Fact]
    public async Task What_is_sent_again_is_part_of_the_load() =>
        Assert.Equal(200, (await ReadAsync("--cpu", "1ms", "--rate", "100", "--retried", "50%")).Question.Load, 1e-9);

    [Fact]
    public async Task The_command_can_be_typed_again() =>
        Assert.Equal("syncopate plan --cpu 5ms --users 5 --form async --form sync", (await ReadAsync("--users", "5", "--form", "async", "--cpu", "5ms", "--form", "sync")).Command);

    [Fact]
    public async Task The_line_that_repeats_a_plan_quotes_what_a_shell_would_part() => Assert.Contains(
        " --html 'my plans/one.html'",
        (await ReadAsync("--cpu", "5ms", "--users", "5", "--html", "my plans/one.html")).Command,
        StringComparison.Ordinal);

    private static async Task<PlanSettings> ReadAsync(params string[] words)
    {
        PlanOptions options = new();
        Command command = new("plan");
        options.AddTo(command);
        return await options.ReadAsync(command.Parse(words), TestContext.Current.CancellationToken);
    }
}
