using System.Globalization;
using System.Text.Json;
using Syncopate.Load;
using Syncopate.Running.Machines;
using Syncopate.Running.Servers;

namespace Syncopate.Acceptance.WatchTruth;

/// <summary>A running program of the generator, and what it counts.</summary>
internal sealed class TruthProcess : IAsyncDisposable
{
    private readonly MonitorListener _monitors;
    private readonly ServerProcess _server;
    private readonly string _tally;

    private TruthProcess(MonitorListener monitors, ServerProcess server, string tally) =>
        (_monitors, _server, _tally) = (monitors, server, tally);

    public int ProcessId => _server.ProcessId;

    public HttpTarget Target => _server.Target;

    /// <summary>Starts one.</summary>
    /// <param name="program">Which.</param>
    /// <param name="variables">Of its environment.</param>
    /// <param name="folder">Where it writes.</param>
    public static async Task<TruthProcess> StartAsync(
        TruthProgram program, IReadOnlyList<(string Name, string Value)> variables, string folder)
    {
        string tally = Path.Combine(folder, "tally.json");
        File.Delete(tally);
        MonitorListener monitors = new();
        try
        {
            ServerCommand command = new(
                "the program",
                "dotnet",
                [
                    typeof(TruthProcess).Assembly.Location,
                    TruthServer.Argument,
                    program.Seed.ToString(CultureInfo.InvariantCulture),
                    tally,
                    "http://127.0.0.1:0",
                ],
                folder,
                variables.ToDictionary(v => v.Name, v => v.Value, StringComparer.Ordinal),
                EndsInOrder: false);
            ServerProcess server = await ServerProcess.StartAsync(
                command, 1, monitors, Path.Combine(folder, "program.log"), CancellationToken.None);
            return new TruthProcess(monitors, server, tally);
        }
        catch
        {
            await monitors.DisposeAsync();
            throw;
        }
    }

    /// <summary>What it has counted up to now, or a fifth of a second ago.</summary>
    public TruthTally Read() => JsonSerializer.Deserialize<TruthTally>(File.ReadAllText(_tally))
        ?? throw new InvalidOperationException($"{_tally} holds no count.");

    public async ValueTask DisposeAsync()
    {
        await _server.DisposeAsync();
        await _monitors.DisposeAsync();
    }
}
