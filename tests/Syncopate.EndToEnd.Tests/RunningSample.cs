using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;

namespace Syncopate.EndToEnd.Tests;

/// <summary>
/// A built sample (see <see cref="Built"/>) as a process of its own, listening on a port that the system chose. Disposing
/// asks it to end, so that it clears up after itself, and kills it when it does not.
/// </summary>
internal sealed partial class RunningSample : IAsyncDisposable
{
    private const string Listening = "Now listening on: ";
    private const int SigTerm = 15;

    // A sample is ready within a second or two; this only keeps a hanging one from hanging the tests.
    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(5);

    private readonly Process _process;
    private readonly TaskCompletionSource<Uri> _address = new(TaskCreationOptions.RunContinuationsAsynchronously);

    // Each written by its own reader of the process; read once the process has ended and both readers with it.
    private readonly StringBuilder _output = new();
    private readonly StringBuilder _error = new();

    private RunningSample(string project, string[] launcher, string[] arguments)
    {
        string[] line = [.. launcher, "dotnet", Built.Dll(project), "--urls=http://127.0.0.1:0", .. arguments];
        ProcessStartInfo start = new(line[0], line[1..]) { RedirectStandardOutput = true, RedirectStandardError = true };

        _process = new Process { StartInfo = start };
        _process.OutputDataReceived += (_, line) => Take(_output, line.Data);
        _process.ErrorDataReceived += (_, line) => Take(_error, line.Data);
        _process.Start();
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
    }

    /// <summary>Speaks to the sample; relative addresses start at its root. One per sample, so connections are reused.</summary>
    public HttpClient Client { get; } = new();

    public int ProcessId => _process.Id;

    /// <summary>Starts a sample and waits until it accepts connections.</summary>
    /// <param name="project">Name of its project, such as "FeedService".</param>
    /// <param name="arguments">As on its command line, such as "--Feeds:DelayMilliseconds=0"; a <c>--urls</c> among
    /// them wins over port 0.</param>
    public static Task<RunningSample> StartAsync(string project, params string[] arguments) => StartUnderAsync([], project, arguments);

    /// <summary>Starts a sample by means of another program, which must become the sample's process.</summary>
    /// <param name="launcher">That program and its arguments; the line that starts the sample is added to them.</param>
    /// <param name="project">Name of its project.</param>
    /// <param name="arguments">As on its command line.</param>
    public static async Task<RunningSample> StartUnderAsync(string[] launcher, string project, params string[] arguments)
    {
        RunningSample sample = new(project, launcher, arguments);
        try
        {
            Task ended = sample._process.WaitForExitAsync();
            if (await Task.WhenAny(sample._address.Task, ended).WaitAsync(Timeout) == ended)
                throw new InvalidOperationException($"{project} ended before it listened: {await sample.EndAsync()}");

            sample.Client.BaseAddress = await sample._address.Task;
            return sample;
        }
        catch
        {
            await sample.DisposeAsync();
            throw;
        }
    }

    /// <summary>Runs a sample that is expected to end by itself, such as one that cannot start.</summary>
    public static Task<SampleEnd> RunAsync(string project, params string[] arguments) => RunUnderAsync([], project, arguments);

    /// <summary>Runs such a sample by means of another program, which must become the sample's process.</summary>
    public static async Task<SampleEnd> RunUnderAsync(string[] launcher, string project, params string[] arguments)
    {
        await using RunningSample sample = new(project, launcher, arguments);
        return await sample.EndAsync();
    }

    /// <summary>Asks the sample to end, as Ctrl+C or a service manager would, and waits until it has.</summary>
    public async Task<SampleEnd> StopAsync()
    {
        if (!_process.HasExited && Signal(_process.Id, SigTerm) != 0)
            throw new InvalidOperationException($"Process {_process.Id} took no signal: error {Marshal.GetLastPInvokeError()}.");

        return await EndAsync();
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        try
        {
            await StopAsync();
        }
        finally
        {
            _process.Kill(entireProcessTree: true);
            _process.Dispose();
        }
    }

    private async Task<SampleEnd> EndAsync()
    {
        // Also waits for the end of both outputs.
        await _process.WaitForExitAsync().WaitAsync(Timeout);
        return new SampleEnd(_process.ExitCode, _output.ToString(), _error.ToString());
    }

    private void Take(StringBuilder text, string? line)
    {
        if (line is null)
            return;

        text.Append(CultureInfo.InvariantCulture, $"{line}\n");
        int at = line.IndexOf(Listening, StringComparison.Ordinal);
        if (at >= 0)
            _address.TrySetResult(new Uri(line[(at + Listening.Length)..].Trim()));
    }

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    private static partial int Signal(int process, int signal);
}
