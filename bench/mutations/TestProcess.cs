using System.Diagnostics;
using System.Text.Json;

namespace Syncopate.Mutations;

/// <summary>A process in which faulty rooms are tested one after another: one that never returns or takes all memory
/// ends it, and no more.</summary>
internal sealed class TestProcess : IDisposable
{
    // A room stays in its process; some dozen of them take a few hundred megabytes.
    private const int RoomsPerProcess = 25;

    private readonly string[] _arguments;
    private Process? _process;
    private int _rooms;

    /// <param name="folder">Where the test program was built.</param>
    /// <param name="namespaces">The namespaces whose tests there are.</param>
    public TestProcess(string folder, IReadOnlyList<string> namespaces) => _arguments = [TestServer.Argument, folder, .. namespaces];

    /// <summary>Runs tests over a room until one fails.</summary>
    public async Task<TestAnswer> AskAsync(TestQuestion question)
    {
        if (_rooms++ % RoomsPerProcess == 0)
            End();
        _process ??= Start();
        await _process.StandardInput.WriteLineAsync(JsonSerializer.Serialize(question));
        await _process.StandardInput.FlushAsync();
        string? line = await _process.StandardOutput.ReadLineAsync();
        TestAnswer answer = (line is null ? null : JsonSerializer.Deserialize<TestAnswer>(line))
            ?? new TestAnswer("the process", "died", new Dictionary<string, double>(), IsLast: true);
        if (answer.IsLast)
            End();
        return answer;
    }

    public void Dispose() => End();

    private void End()
    {
        _process?.Kill();
        _process?.Dispose();
        _process = null;
    }

    private Process Start()
    {
        string program = Environment.ProcessPath ?? throw new InvalidOperationException("This program has no file of its own.");
        ProcessStartInfo start = new(program, _arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        start.Environment["DOTNET_GCHeapHardLimit"] = "40000000"; // A gibibyte, in hexadecimal as the runtime reads it.
        start.Environment["DOTNET_TieredPGO"] = "0"; // No method lives long enough here for its profile to pay.
        return Process.Start(start) ?? throw new InvalidOperationException($"{program} does not start.");
    }
}

/// <summary>What is to be run.</summary>
/// <param name="Room">The file of the room's assembly.</param>
/// <param name="Tests">The tests in order, with the processor time that each usually takes, in milliseconds; empty for all.</param>
internal sealed record TestQuestion(string Room, IReadOnlyDictionary<string, double> Tests);

/// <summary>What came of it.</summary>
/// <param name="Test">The test that failed; null when all passed.</param>
/// <param name="Fault">What it said.</param>
/// <param name="Milliseconds">Processor time of each test that was run.</param>
/// <param name="IsLast">True when the process must not be asked again.</param>
internal sealed record TestAnswer(string? Test, string? Fault, IReadOnlyDictionary<string, double> Milliseconds, bool IsLast);
