using System.CommandLine;
using Syncopate.Cli.Lines;
using Syncopate.Cli.Screens;
using Syncopate.Cli.Watches;
using Syncopate.Watch.Jobs;
using Xunit;

namespace Syncopate.Cli.Tests;

public sealed class WatchCommandLineTests
{
    [Fact]
    public void The_command_that_watches_again_has_its_options()
    {
        WatchTask task = Read("--port", "5000", "--with", "http://localhost:5000/orders", "-c", "20", "--duration", "3s", "-H", "Authorization: secret", "--where", "--json", "--out", "x");

        Assert.Equal("syncopate watch --port 5000 --with http://localhost:5000/orders --where --users 20 --duration 3s --header 'Authorization: ...'", task.Command);
        Assert.Equal((5000, WatchView.Json, "x", true), (task.Subject.Port, task.View, task.Folder, task.Where));
    }

    [Theory]
    [InlineData("8123", 8123, null)]
    [InlineData("Shop.Api", null, "Shop.Api")]
    public void A_process_is_given_by_identifier_or_by_name(string word, int? id, string? name)
    {
        WatchSubject subject = Read(word).Subject;

        Assert.Equal((id, name), (subject.ProcessId, subject.Name));
    }

    [Fact]
    public void A_program_to_start_is_taken_apart_without_a_shell() =>
        Assert.Equal(["dotnet", "bin/My App.dll", "--urls", "http://*:5000"], Read("--launch", "dotnet 'bin/My App.dll' --urls http://*:5000").Subject.Launch);

    [Theory]
    [InlineData(true, "8123")]
    [InlineData(true, "8123", "--json", "--duration", "3s")]
    [InlineData(true, "8123", "--classic", "--out", "x")]
    [InlineData(false, "8123", "--json")]
    [InlineData(false, "8123", "--classic")]
    public void Lines_without_end_are_kept_only_where_that_is_asked_for(bool isKept, params string[] words) => Assert.Equal(isKept, Read(words).IsKept);

    [Theory]
    [InlineData("exclude each other: each says what to watch", "8123", "--port", "5000")]
    [InlineData("exclude each other: each says what to watch", "--launch", "x", "--port", "5000")]
    [InlineData("--port takes a whole number from 1 to 65535", "--port", "0")]
    [InlineData("--json and --classic exclude each other", "8123", "--json", "--classic")]
    [InlineData("--classic and --no-agent exclude each other", "8123", "--classic", "--no-agent")]
    [InlineData("would watch the SDK", "--launch", "dotnet run")]
    [InlineData("--launch takes a command", "--launch", "")]
    [InlineData("--users says how to load a URL, but none is given", "8123", "--users", "5")]
    [InlineData("--duration takes a time with its unit", "8123", "--duration", "5")]
    [InlineData("--async takes a time with its unit, from 100ms to 30s", "8123", "--async", "1h")]
    [InlineData("is not a URL that can be loaded", "8123", "--with", "orders")]
    [InlineData("--out takes the name of a folder", "8123", "--out", "")]
    [InlineData("64 threads without waiting (ThreadPool.SetMinThreads), in 6 turns of 3s", "8123", "--what-if", "threads=64")]
    [InlineData("the previous minimum is restored. To allow that: --allow-change", "8123", "--what-if", "threads=64")]
    [InlineData("--what-if takes threads=N; found 'users=64'", "8123", "--what-if", "users=64", "--allow-change")]
    [InlineData("--what-if threads takes a whole number from 1 to 32767", "8123", "--what-if", "threads=0", "--allow-change")]
    [InlineData("--what-if and --no-agent exclude each other", "8123", "--what-if", "threads=64", "--allow-change", "--no-agent")]
    [InlineData("which is not given", "8123", "--allow-change")]
    [InlineData("needs 45s at least; found 8s", "8123", "--what-if", "threads=64", "--allow-change", "--duration", "8s")]
    public void What_cannot_be_done_is_refused_with_what_can(string message, params string[] words) =>
        Assert.Contains(message, Assert.Throws<UsageException>(() => Read(words)).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData(true, "8123")]
    [InlineData(false, "8123", "--json")]
    [InlineData(true, "8123", "--json", "--out", "seen")]
    [InlineData(true, "8123", "--classic", "--duration", "5s")]
    [InlineData(true, "8123", "--json", "--with", "http://localhost:5000/")]
    public void What_is_seen_is_kept_but_where_lines_alone_are_asked_for(bool isKept, params string[] words) =>
        Assert.Equal(isKept, Read(words).Start.IsKept);

    [Fact]
    public void A_watch_starts_with_what_the_line_says()
    {
        WatchTask woven = Read("--launch", "dotnet App.dll", "--weave", "--where");
        WatchTask plain = Read("8123", "--no-agent");

        Assert.Equal(["dotnet", "App.dll"], woven.Start.Subject.Launch);
        Assert.Equal((true, true, true), (woven.Start.IsWoven, woven.Start.WithAgent, woven.Start.Watch.Where));
        Assert.Equal((8123, false, false), (plain.Start.Subject.ProcessId, plain.Start.IsWoven, plain.Start.WithAgent));
    }

    private static WatchTask Read(params string[] words)
    {
        WatchCommandLine options = new();
        Command command = new("watch");
        options.AddTo(command);
        ParseResult parsed = command.Parse(words, new ParserConfiguration { ResponseFileTokenReplacer = null });
        return parsed.Errors is [] ? options.Read(parsed) : throw new ArgumentException(parsed.Errors[0].Message, nameof(words));
    }
}
