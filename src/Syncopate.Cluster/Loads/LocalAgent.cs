using System.Diagnostics;
using System.Globalization;
using Syncopate.Running.Machines;
using Syncopate.Running.Servers;

namespace Syncopate.Cluster.Loads;

/// <summary>An agent that the tool starts on this machine. It ends with the tool, however that ends.</summary>
internal sealed class LocalAgent : IAsyncDisposable
{
    private const int KeptLines = 6;

    private static readonly TimeSpan EndTimeout = TimeSpan.FromSeconds(10);

    private readonly Process _process;

    // Written by the process's two reader threads.
    private readonly LastLines _lastLines = new(KeptLines);

    private readonly string _folder;
    private readonly TimeProvider _time;

    private LocalAgent(Process process, string folder, TimeProvider time)
    {
        _process = process;
        _folder = folder;
        _time = time;
    }

    /// <summary>Completes when it has ended, with all that it said.</summary>
    public Task Ended { get; private set; } = Task.CompletedTask;

    /// <summary>What it said last, when it has ended; null while it runs.</summary>
    public string? LastWords => _process.HasExited
        ? string.Create(CultureInfo.InvariantCulture, $"exit code {_process.ExitCode}. {_lastLines.Text}")
        : null;

    /// <summary>Starts one.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="connection">The database; it is given in the environment, which only this user can read.</param>
    /// <param name="hosts">Hosts beside this machine that it may load.</param>
    /// <param name="host">Says how, and has the clock.</param>
    public static LocalAgent Start(string name, string connection, IReadOnlyList<string> hosts, FleetHost host)
    {
        // The agent removes its folder itself, so that nothing is left when this tool is killed.
        string folder = Directory.CreateTempSubdirectory("syncopate-agent-").FullName;
        string policy = Path.Combine(folder, "policy.json");
        AgentPolicy allowed = AgentPolicy.Closed with { AllowedHosts = [.. AgentPolicy.Closed.AllowedHosts, .. hosts] };
        File.WriteAllBytes(policy, allowed.ToFile());
        ProcessStartInfo start = Apart(host.AgentProcess(new LocalAgentOrder(name, policy, folder, connection)));
        start.RedirectStandardInput = true;
        start.RedirectStandardError = true;
        start.RedirectStandardOutput = true;
        LocalAgent agent = new(new Process { StartInfo = start }, folder, host.Time);
        agent._process.ErrorDataReceived += (_, e) => agent._lastLines.Add(e.Data);
        agent._process.OutputDataReceived += (_, e) => agent._lastLines.Add(e.Data);
        agent._process.Start();
        agent._process.BeginErrorReadLine();
        agent._process.BeginOutputReadLine();
        agent.Ended = agent._process.WaitForExitAsync(CancellationToken.None);
        return agent;
    }

    /// <summary>By Ctrl+C at a terminal it would end its load by itself, as an agent that was ended, before its coordinator stops it. It
    /// hears of the end of the tool by its input.</summary>
    private static ProcessStartInfo Apart(ProcessStartInfo start)
    {
        string[] line = [.. ProcessGroup.Apart, start.FileName, .. start.ArgumentList];
        start.FileName = line[0];
        start.ArgumentList.Clear();
        foreach (string word in line.Skip(1))
            start.ArgumentList.Add(word);
        return start;
    }

    public async ValueTask DisposeAsync()
    {
        try
        {
            _process.StandardInput.Close();
        }
        catch (IOException)
        {
            // It has ended already.
        }

        using CancellationTokenSource limit = new(EndTimeout, _time);
        try
        {
            await _process.WaitForExitAsync(limit.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            _process.Kill(entireProcessTree: true);
            await _process.WaitForExitAsync(CancellationToken.None).ConfigureAwait(false);
        }

        _process.Dispose();
        try
        {
            // It is there yet when the agent was killed.
            if (Directory.Exists(_folder))
                Directory.Delete(_folder, recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It lies in the folder for temporary files.
        }
    }
}
