using Microsoft.AspNetCore.Builder;
using Syncopate.Calling;
using Syncopate.Children;
using Syncopate.Lines;
using Xunit;

namespace Syncopate.Library.Tests;

/// <summary>The arguments of a program that compares forms.</summary>
[Trait("Judges", "behaviour")]
public sealed class FormsLineTests
{
    private static readonly FormSettings Program = new()
    {
        Load = FormSettings.OfUsers(50),
        Budget = TimeSpan.FromSeconds(30),
    };

    [Fact]
    public void The_line_that_repeats_a_run_can_be_pasted_into_a_shell() => Assert.Equal(
        "dotnet My.dll --out 'it'\\''s $HOME' --card",
        FormCommand.OfThisProgram("dotnet My.dll", ["--out", "it's $HOME", "--card"]).Line);

    [Fact]
    public void Each_option_wins_over_the_program_and_sets_nothing_else()
    {
        Assert.Equal(Program, Read(""));
        Assert.Equal(Program with { Load = FormSettings.OfUsers(7) }, Read("--users 7"));
        Assert.Equal(Program with { Load = FormSettings.OfRate(12.5) }, Read("--rate 12.5"));
        Assert.Equal(Program with { Budget = TimeSpan.FromMinutes(2) }, Read("--budget 2m"));
        Assert.Equal(Program with { MarginPercent = 3 }, Read("--margin 3%"));
        Assert.Equal(Program with { Floor = TimeSpan.FromMilliseconds(0.5) }, Read("--floor 0.5ms"));
        Assert.Equal(Program with { Confidence = 0.99 }, Read("--confidence 99"));
        Assert.Equal(Program with { Timeout = TimeSpan.FromMilliseconds(500) }, Read("--timeout 500ms"));
        Assert.Equal(Program with { AllowsDifferent = true }, Read("--allow-different"));
        Assert.Equal(Program with { IsPrecise = true }, Read("--precise"));
        Assert.Equal(Program with { IsCold = true }, Read("--cold"));
        Assert.Equal(Program with { Seed = 7 }, Read("--seed 7"));
        Assert.Equal(Program with { Folder = "result" }, Read("--out result"));
        Assert.Equal(Program with { Json = true }, Read("--json"));
        Assert.Equal(Program with { Card = true }, Read("--card"));
    }

    [Fact]
    public void A_value_may_follow_an_equals_sign_and_options_add_up() => Assert.Equal(
        Program with { Load = FormSettings.OfUsers(3), Seed = 7, Json = true }, Read("--users=3 --json --seed=7"));

    [Theory]
    [InlineData("--users 0", "--users takes a whole number from 1 to 10000; found '0'.")]
    [InlineData("--rate 0", "--rate takes calls per second from 0.001 to 1000000; found '0'.")]
    [InlineData("--budget 9s", "--budget takes a time with its unit, from 10s to 86400s; found '9s'.")]
    [InlineData("--margin 51", "--margin takes percent from 0.1 to 50; found '51'.")]
    [InlineData("--floor 1", "--floor takes a time with its unit, from 0s to 60s; found '1'.")]
    [InlineData("--confidence 97", "--confidence takes 95 or 99; found '97'.")]
    [InlineData("--timeout 1ms", "--timeout takes a time with its unit, from 0.01s to 3600s; found '1ms'.")]
    [InlineData("--seed x", "--seed takes a whole number; found 'x'.")]
    [InlineData("--out=", "--out takes the name of a folder; found nothing.")]
    [InlineData("--users", "--users takes a value; found nothing.")]
    public void What_is_out_of_range_is_said_with_what_was_found(string line, string said) =>
        Assert.StartsWith(said, Assert.Throws<FormsFault>(() => Read(line)).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData("--twice")]
    [InlineData("--launch-b")]
    [InlineData("--build-c")]
    [InlineData("--exec-b")]
    [InlineData("--allow-host")]
    [InlineData("--header")]
    [InlineData("--body")]
    [InlineData("--expect")]
    [InlineData("--http2")]
    [InlineData("--http3")]
    [InlineData("--insecure")]
    [InlineData("--method")]
    [InlineData("--no-keep-alive")]
    [InlineData("--think")]
    [InlineData("--traceparent")]
    [InlineData("--threads")]
    [InlineData("--duration")]
    [InlineData("--loops")]
    [InlineData("--requests")]
    [InlineData("--step")]
    [InlineData("--runtime-b")]
    [InlineData("--runtime-async-b")]
    [InlineData("--properties-b")]
    public void An_option_of_compare_that_makes_no_sense_here_is_refused_with_the_reason(string option)
    {
        static WebApplication NoApp() => throw new InvalidOperationException("No app is needed.");
        FormComparison forms = new(Forms.Of("x").Plan) { Settings = Program };
        EndpointComparison routes = Endpoints.Of(NoApp, "/sync", "/async").Comparison;

        foreach (OwnComparison comparison in new OwnComparison[] { forms, routes })
        {
            FormsFault refused = Assert.Throws<FormsFault>(() => FormsLine.Read([option, "x"], Program, comparison.Refused));
            Assert.StartsWith($"{option} does not go here: ", refused.Message, StringComparison.Ordinal);
            Assert.EndsWith(".", refused.Message, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("--help")]
    [InlineData("-h")]
    [InlineData("--users 7 -?")]
    public void Help_is_wanted_wherever_it_stands(string line) =>
        Assert.True(FormsLine.Read(line.Split(' '), Program, []).WantsHelp);

    private static FormSettings Read(string line) =>
        FormsLine.Read(line.Split(' ', StringSplitOptions.RemoveEmptyEntries), Program, []).Settings;
}
