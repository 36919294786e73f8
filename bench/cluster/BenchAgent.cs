using System.Diagnostics;
using System.Globalization;

namespace Syncopate.ClusterBench;

/// <summary>An agent as users start it, in a namespace of its own, with a clock that may be wrong.</summary>
internal sealed class BenchAgent : IAsyncDisposable
{
    // Its own choice for a C library of 2.30 and later (0.9.10) takes the deadline of a wait on the monotonic clock for one on the wall
    // clock, even where that clock alone is shifted: each timed wait of the runtime ends at once, and an agent that has nothing to do
    // keeps a processor busy with its timers.
    private const string OtherClock = "FAKETIME_DONT_FAKE_MONOTONIC=1 FAKETIME_FORCE_MONOTONIC_FIX=0";

    private const string FakeTime = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";

    private readonly int _number;
    private readonly string _connection;
    private readonly string _folder;
    private readonly string? _clock;
    private Process? _process;

    /// <param name="number">From 1.</param>
    /// <param name="connection">The database.</param>
    /// <param name="folder">For its policy and its spool.</param>
    /// <param name="clock">How far its wall clock is off, such as "+4.2s"; null for not at all.</param>
    public BenchAgent(int number, string connection, string folder, string? clock)
    {
        _number = number;
        _connection = connection;
        _folder = Path.Combine(folder, Name);
        _clock = clock;
        Directory.CreateDirectory(_folder);
        File.WriteAllText(Path.Combine(_folder, "policy.json"), $$"""{ "allowedHosts": ["{{BenchNetwork.Host}}"] }""");
        Start();
    }

    public string Name => string.Create(CultureInfo.InvariantCulture, $"a{_number}");

    public int Number => _number;

    public bool IsRunning => _process is { HasExited: false };

    /// <summary>How far its wall clock is to be off.</summary>
    public TimeSpan Shift => _clock is null
        ? TimeSpan.Zero
        : TimeSpan.FromSeconds(double.Parse(_clock.TrimEnd('s'), NumberStyles.Float, CultureInfo.InvariantCulture));

    /// <summary>Processor time of its process so far.</summary>
    public TimeSpan Processor => _process is { HasExited: false } process ? process.TotalProcessorTime : TimeSpan.Zero;

    public void Start()
    {
        string clock = _clock is null ? "" : $"env LD_PRELOAD={FakeTime} FAKETIME={_clock} {OtherClock} ";
        string line = $"netns exec {BenchNetwork.SpaceOf(_number)} {clock}dotnet {Tool()} agent --name {Name} "
            + $"--policy {_folder}/policy.json --spool {_folder}/spool";
        ProcessStartInfo start = new("ip", line.Split(' '))
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        };
        start.Environment["SYNCOPATE_JOIN"] = _connection;
        _process = Process.Start(start) ?? throw new InvalidOperationException("The agent cannot be started.");
        _process.ErrorDataReceived += (_, e) => Keep(e.Data);
        _process.OutputDataReceived += (_, e) => Keep(e.Data);
        _process.BeginErrorReadLine();
        _process.BeginOutputReadLine();
    }

    /// <summary>Sends a signal, such as "KILL"; ip has become the agent, so that it is its process.</summary>
    public void Signal(string name)
    {
        if (_process is { HasExited: false } process)
            Shell.Run(string.Create(CultureInfo.InvariantCulture, $"kill -{name} {process.Id}"));
    }

    /// <summary>Waits until it has ended.</summary>
    /// <exception cref="TimeoutException">It does not.</exception>
    public Task EndAsync() => _process?.WaitForExitAsync().WaitAsync(TimeSpan.FromMinutes(1)) ?? Task.CompletedTask;

    public async ValueTask DisposeAsync()
    {
        Signal("CONT");
        Signal("KILL");
        if (_process is not null)
            await _process.WaitForExitAsync();
        _process?.Dispose();
    }

    private void Keep(string? line)
    {
        if (line is not null)
            File.AppendAllText(Path.Combine(_folder, "said.txt"), line + "\n");
    }

    // Beside this program, in the same configuration.
    private static string Tool()
    {
        string own = AppContext.BaseDirectory.TrimEnd('/');
        string tool = Path.Combine(own, "..", "..", "Syncopate.Cli", Path.GetFileName(own), "Syncopate.Cli.dll");
        return File.Exists(tool)
            ? Path.GetFullPath(tool)
            : throw new InvalidOperationException($"The tool is not at {tool}. Build it first.");
    }
}
