using System.Diagnostics;
using System.Text.Json;

namespace Syncopate.Mutations;

/// <summary>A process in which faulty rooms are tested one after another: one that never returns or takes all memory
/// ends it, and no more.</summary>
internal sealed class TestProcess : IDisposable
{
    // A room stays in its process; some dozen of them take a few hundred megabytes.
    private const int RoomsPerProcess = 25;

    // Beside the limit of the runtime, which knows nothing of memory that was taken from the system.
    private const long MostBytes = 2L << 30;

    // The process itself ends a test that takes too long. One that has not answered by then cannot do so any more.
    private static readonly TimeSpan AnswerTimeout = TimeSpan.FromMinutes(30);

    private readonly string[] _arguments;
    private readonly bool _isIsolated;
    private Process? _process;
    private int _rooms;

    /// <param name="folder">Where the test program was built.</param>
    /// <param name="options">The room, and the tests that there are.</param>
    public TestProcess(string folder, MutationOptions options)
    {
        _isIsolated = options.IsIsolated;
        string awaits = _isIsolated ? bool.TrueString : bool.FalseString;
        _arguments = [TestServer.Argument, folder, Path.GetFileName(options.Room), awaits, .. options.Tests];
    }

    /// <summary>Runs tests over a room until one fails.</summary>
    public async Task<TestAnswer> AskAsync(TestQuestion question)
    {
        if (_isIsolated || _rooms++ % RoomsPerProcess == 0)
            End();
        _process ??= Start();
        await _process.StandardInput.WriteLineAsync(JsonSerializer.Serialize(question));
        await _process.StandardInput.FlushAsync();
        string? line = await AnswerAsync(_process);
        TestAnswer answer = (line is null ? null : JsonSerializer.Deserialize<TestAnswer>(line)) ?? TestAnswer.Died;
        if (answer.IsLast)
            End();
        return answer;
    }

    public void Dispose() => End();

    private static async Task<string?> AnswerAsync(Process process)
    {
        long asked = Stopwatch.GetTimestamp();
        Task<string?> answer = process.StandardOutput.ReadLineAsync();
        while (await Task.WhenAny(answer, Task.Delay(500)) != answer)
        {
            if (Stopwatch.GetElapsedTime(asked) > AnswerTimeout || Bytes(process) > MostBytes)
                process.Kill(entireProcessTree: true); // What it wrote ends then, and so does the wait.
        }

        return await answer;
    }

    private static long Bytes(Process process)
    {
        try
        {
            process.Refresh();
            return process.WorkingSet64;
        }
        catch (InvalidOperationException)
        {
            return 0; // It has ended by itself.
        }
    }

    private void End()
    {
        _process?.Kill(entireProcessTree: true);
        _process?.Dispose();
        _process = null;
    }

    private Process Start()
    {
        string program = Environment.ProcessPath ?? throw new InvalidOperationException("This program has no file of its own.");
        ProcessStartInfo start = _isIsolated ? OwnNetwork.Start(program, _arguments) : new(program, _arguments);
        start.RedirectStandardInput = true;
        start.RedirectStandardOutput = true;
        start.Environment["DOTNET_GCHeapHardLimit"] = "40000000"; // A gibibyte, in hexadecimal as the runtime reads it.
        start.Environment["DOTNET_TieredPGO"] = "0"; // No method lives long enough here for its profile to pay.
        return Process.Start(start) ?? throw new InvalidOperationException($"{program} does not start.");
    }
}

/// <summary>What is to be run.</summary>
/// <param name="Room">The file of the room's assembly.</param>
/// <param name="Tests">The tests in order, with the time that each usually takes; empty for all.</param>
internal sealed record TestQuestion(string Room, IReadOnlyDictionary<string, TestTime> Tests);

/// <summary>What a test takes, in milliseconds.</summary>
/// <param name="Processor">Processor time of the process.</param>
/// <param name="Elapsed">From its begin to its end.</param>
internal sealed record TestTime(double Processor, double Elapsed);

/// <summary>What came of it.</summary>
/// <param name="Test">The test that failed; null when all passed.</param>
/// <param name="Fault">What it said.</param>
/// <param name="Times">What each test that passed took.</param>
/// <param name="Unfit">When all were to be run: those that failed, or did not end. They can see no fault.</param>
/// <param name="IsLast">True when the process must not be asked again.</param>
internal sealed record TestAnswer(
    string? Test, string? Fault, IReadOnlyDictionary<string, TestTime> Times, IReadOnlyList<string> Unfit, bool IsLast)
{
    /// <summary>The process ended without a word.</summary>
    public static TestAnswer Died { get; } = new("the process", "died", new Dictionary<string, TestTime>(), [], IsLast: true);
}
