using System.Diagnostics;
using System.Text.Json;

namespace Syncopate.Mutations;

/// <summary>The other side of <see cref="TestProcess"/>: reads questions from standard input, and answers each by a line.</summary>
internal static class TestServer
{
    public const string Argument = "--test";

    // A fault that makes a loop endless is found when a test has taken as many times its usual processor time, and as many
    // seconds more; one that waits forever after so many seconds, which a busy machine may need for what takes one.
    private const double MostTimes = 10;
    private const double MostSecondsMore = 5;
    private const double MostSecondsOfWaiting = 300;

    public static void Run(string folder, IReadOnlyList<string> namespaces)
    {
        TextWriter answers = Console.Out;
        Console.SetOut(TextWriter.Null);
        while (Console.In.ReadLine() is { } line && JsonSerializer.Deserialize<TestQuestion>(line) is { } question)
        {
            TestAnswer answer = Answer(folder, namespaces, question);
            answers.WriteLine(JsonSerializer.Serialize(answer));
            answers.Flush();
            if (answer.IsLast)
                Environment.Exit(0);
        }
    }

    private static TestAnswer Answer(string folder, IReadOnlyList<string> namespaces, TestQuestion question)
    {
        TestRoom room = new(folder, File.ReadAllBytes(question.Room), namespaces);
        Dictionary<string, double> taken = [];
        foreach (string test in question.Tests.Count > 0 ? question.Tests.Keys : room.Names)
        {
            TimeSpan before = Environment.CpuUsage.TotalTime;
            string? fault = null;
            double most = MostTimes * question.Tests.GetValueOrDefault(test, double.MaxValue) / 1000 + MostSecondsMore;
            Thread thread = new(() => fault = room.Fault(test), maxStackSize: 16 << 20) { IsBackground = true };
            thread.Start();
            if (!Ends(thread, before, most))
                return new TestAnswer(test, "it does not end", taken, IsLast: true);
            if (fault is not null && question.Tests.Count == 0)
                continue; // It fails without a fault, and can see none.
            taken[test] = (Environment.CpuUsage.TotalTime - before).TotalMilliseconds;
            if (fault is not null)
                return new TestAnswer(test, fault, taken, IsLast: false);
        }

        return new TestAnswer(null, null, taken, IsLast: false);
    }

    private static bool Ends(Thread thread, TimeSpan before, double mostSeconds)
    {
        long start = Stopwatch.GetTimestamp();
        while (!thread.Join(100))
        {
            if ((Environment.CpuUsage.TotalTime - before).TotalSeconds > mostSeconds
                || Stopwatch.GetElapsedTime(start).TotalSeconds > MostSecondsOfWaiting)
            {
                return false;
            }
        }

        return true;
    }
}
