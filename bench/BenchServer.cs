using System.Diagnostics;

namespace Syncopate.Bench;

/// <summary>A server in a process of its own, on the first core; it ends with this process, or when disposed.</summary>
internal sealed class BenchServer : IDisposable
{
    private readonly Process _process;

    private BenchServer(Process process, Uri address) => (_process, Address) = (process, address);

    /// <summary>Without a path.</summary>
    public Uri Address { get; }

    public int ProcessId => _process.Id;

    /// <summary>Starts this program as a server, which says its port when it listens.</summary>
    /// <param name="argument">Which one, such as <see cref="NullServer.Argument"/>.</param>
    public static async Task<BenchServer> StartAsync(string argument)
    {
        Process process = BenchProcess.StartSelf(BenchProcess.ServerCore, argument);
        string? port = await process.StandardOutput.ReadLineAsync();
        return new BenchServer(process, new Uri($"http://127.0.0.1:{port}/"));
    }

    public void Dispose()
    {
        _process.StandardInput.Close();
        _process.WaitForExit();
        _process.Dispose();
    }
}
