using System.Diagnostics;
using System.Text.Json;

namespace Syncopate.Mutations;

/// <summary>The other side of <see cref="TestProcess"/>: reads questions from standard input, and answers each by a line.</summary>
internal static class TestServer
{
    public const string Argument = "--test";

    // A fault that makes a loop endless is found when a test has taken as many times its usual processor time, and as many
    // seconds more; one that waits forever after as many times the time that it usually takes, and more seconds, which a busy machine
    // may need for what takes one.
    private const double MostTimes = 10;
    private const double MostSecondsMore = 5;
    private const double MostSecondsOfWaitingMore = 20;

    // Nobody knows yet how long a test takes.
    private const double MostSecondsAtFirst = 300;

    public static void Run(string folder, string room, bool awaits, IReadOnlyList<string> tests)
    {
        TextWriter answers = Console.Out;
        Console.SetOut(TextWriter.Null);
        while (Console.In.ReadLine() is { } line && JsonSerializer.Deserialize<TestQuestion>(line) is { } question)
        {
            TestRoom made = new(folder, room, File.ReadAllBytes(question.Room), awaits, tests);
            TestAnswer answer = question.Tests.Count > 0 ? UntilOneFails(made, question.Tests) : AllOf(made);
            answers.WriteLine(JsonSerializer.Serialize(answer));
            answers.Flush();
            if (answer.IsLast)
                Environment.Exit(0);
        }
    }

    private static TestAnswer AllOf(TestRoom room)
    {
        Dictionary<string, TestTime> times = [];
        List<string> unfit = [];
        foreach (string test in room.Names)
        {
            Outcome outcome = Try(room, test, MostSecondsAtFirst, MostSecondsAtFirst);
            if (outcome is { HasEnded: true, Fault: null })
                times[test] = outcome.Time;
            else
                unfit.Add(test);
        }

        return new TestAnswer(null, null, times, unfit, IsLast: true);
    }

    private static TestAnswer UntilOneFails(TestRoom room, IReadOnlyDictionary<string, TestTime> tests)
    {
        Dictionary<string, TestTime> times = [];
        foreach ((string test, TestTime usual) in tests)
        {
            double mostProcessor = MostTimes * usual.Processor / 1000 + MostSecondsMore;
            double mostElapsed = MostTimes * usual.Elapsed / 1000 + MostSecondsOfWaitingMore;
            Outcome outcome = Try(room, test, mostProcessor, mostElapsed);
            // A test may fail by chance, and then sees nothing: what it says counts when it says so twice.
            if (outcome is { HasEnded: true, Fault: not null })
                outcome = Try(room, test, mostProcessor, mostElapsed);
            if (!outcome.HasEnded)
                return new TestAnswer(test, "it does not end", times, [], IsLast: true);
            if (outcome.Fault is not null)
                return new TestAnswer(test, outcome.Fault, times, [], IsLast: false);
            times[test] = outcome.Time;
        }

        return new TestAnswer(null, null, times, [], IsLast: false);
    }

    private static Outcome Try(TestRoom room, string test, double mostProcessorSeconds, double mostElapsedSeconds)
    {
        TimeSpan before = Environment.CpuUsage.TotalTime;
        long start = Stopwatch.GetTimestamp();
        string? fault = null;
        Thread thread = new(() => fault = room.Fault(test), maxStackSize: 16 << 20) { IsBackground = true };
        thread.Start();
        bool hasEnded;
        do
        {
            hasEnded = thread.Join(100);
        }
        while (!hasEnded
            && (Environment.CpuUsage.TotalTime - before).TotalSeconds <= mostProcessorSeconds
            && Stopwatch.GetElapsedTime(start).TotalSeconds <= mostElapsedSeconds);
        TestTime time = new(
            (Environment.CpuUsage.TotalTime - before).TotalMilliseconds,
            Stopwatch.GetElapsedTime(start).TotalMilliseconds);
        return new Outcome(hasEnded, fault, time);
    }

    /// <summary>What came of one test.</summary>
    /// <param name="HasEnded">False when it was not awaited any longer.</param>
    /// <param name="Fault">What it found wrong; null when it passed.</param>
    /// <param name="Time">What it took.</param>
    private sealed record Outcome(bool HasEnded, string? Fault, TestTime Time);
}
