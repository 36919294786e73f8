using System.Diagnostics;
using System.Text;

namespace Syncopate.Watch.Tests;

/// <summary>A running WatchedProgram: started, asked by lines, and ended with the test.</summary>
internal sealed class WatchedProcess : IAsyncDisposable
{
    // Ready within a second on an idle machine; this only keeps a hanging program from hanging the tests.
    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(5);

    private readonly Process _process;
    private readonly StringBuilder _error = new(); // Written by the reader of the process; read when it has ended.

    private WatchedProcess(string program, string[] arguments, IReadOnlyDictionary<string, string> environment)
    {
        // One with its own .NET beside it starts by itself.
        bool isWhole = !program.EndsWith(".dll", StringComparison.Ordinal);
        ProcessStartInfo start = new(isWhole ? program : "dotnet", isWhole ? arguments : [program, .. arguments])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach ((string name, string value) in environment)
            start.Environment[name] = value;
        _process = new Process { StartInfo = start };
        _process.ErrorDataReceived += (_, line) => _error.AppendLine(line.Data);
        _process.Start();
        _process.BeginErrorReadLine();
    }

    public int ProcessId => _process.Id;

    /// <summary>Starts the program and waits until it does what its arguments say.</summary>
    public static Task<WatchedProcess> StartAsync(params string[] arguments) => StartAsync(arguments, new Dictionary<string, string>());

    /// <summary>Starts the program with variables of its environment.</summary>
    public static Task<WatchedProcess> StartAsync(string[] arguments, IReadOnlyDictionary<string, string> environment) =>
        StartAsync(EndToEnd.Tests.Built.Dll("WatchedProgram"), arguments, environment);

    /// <summary>Starts a copy of the program.</summary>
    public static async Task<WatchedProcess> StartAsync(string program, string[] arguments, IReadOnlyDictionary<string, string> environment)
    {
        WatchedProcess watched = new(program, arguments, environment);
        try
        {
            while (await watched.ReadLineAsync() != "ready")
            {
            }

            return watched;
        }
        catch
        {
            await watched.DisposeAsync();
            throw;
        }
    }

    /// <summary>Sends a line and answers with the line that the program prints next.</summary>
    public async Task<string> AskAsync(string line)
    {
        await _process.StandardInput.WriteLineAsync(line);
        await _process.StandardInput.FlushAsync();
        return await ReadLineAsync();
    }

    /// <summary>Lets the program end by itself.</summary>
    public async Task EndAsync()
    {
        _process.StandardInput.Close();
        await _process.WaitForExitAsync().WaitAsync(Timeout);
    }

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
            _process.Kill(entireProcessTree: true);
        await _process.WaitForExitAsync();
        _process.Dispose();
    }

    private async Task<string> ReadLineAsync() =>
        await _process.StandardOutput.ReadLineAsync().WaitAsync(Timeout)
        ?? throw new InvalidOperationException($"WatchedProgram ended: {await ErrorAsync()}");

    private async Task<string> ErrorAsync()
    {
        await _process.WaitForExitAsync().WaitAsync(Timeout);
        return _error.ToString();
    }
}
