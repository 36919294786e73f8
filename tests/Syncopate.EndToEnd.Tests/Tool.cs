using System.Diagnostics;
using System.Text;
using Xunit;

namespace Syncopate.EndToEnd.Tests;

/// <summary>The real tool as a process. Dispose kills what is left of it.</summary>
internal sealed class Tool : IAsyncDisposable
{
    // What is awaited comes within a minute or two on a busy machine; this only ends a wait for what never comes.
    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(5);

    private readonly Process _process;
    private readonly StringBuilder _output = new();
    private readonly StringBuilder _error = new();
    private readonly List<(string Text, TaskCompletionSource Seen)> _awaited = [];

    private Tool(Process process) => _process = process;

    public int ProcessId => _process.Id;

    public string Output => Read(_output);

    public string Error => Read(_error);

    /// <summary>Starts the tool; COLUMNS and colours are left as a pipe has them.</summary>
    public static Tool Start(params string[] arguments) => StartIn(null, arguments);

    public static Tool StartIn(string? folder, params string[] arguments) => Start("dotnet", folder, [], arguments);

    /// <summary>Starts the tool by another <c>dotnet</c> than the installed one.</summary>
    public static Tool StartBy(string host, string folder, params string[] arguments) => Start(host, folder, [], arguments);

    /// <summary>Starts the tool with variables of its own in its environment.</summary>
    public static Tool StartWith((string Name, string Value)[] variables, params string[] arguments) =>
        Start("dotnet", null, variables, arguments);

    private static Tool Start(string host, string? folder, (string Name, string Value)[] variables, string[] arguments)
    {
        ProcessStartInfo start = new(host, [Built.Dll("Syncopate.Cli"), .. arguments])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = folder ?? "",
        };
        foreach ((string name, string value) in variables)
            start.Environment[name] = value;
        Tool tool = new(new Process { StartInfo = start });
        tool._process.OutputDataReceived += (_, e) => tool.Keep(tool._output, e.Data);
        tool._process.ErrorDataReceived += (_, e) => tool.Keep(tool._error, e.Data);
        tool._process.Start();
        tool._process.BeginOutputReadLine();
        tool._process.BeginErrorReadLine();
        return tool;
    }

    /// <summary>Runs the tool to its end.</summary>
    public static async Task<(int ExitCode, string Output, string Error)> RunAsync(params string[] arguments)
    {
        await using Tool tool = Start(arguments);
        int code = await tool.ExitAsync();
        return (code, tool.Output, tool.Error);
    }

    public async Task<int> ExitAsync()
    {
        try
        {
            await _process.WaitForExitAsync(TestContext.Current.CancellationToken).WaitAsync(Timeout);
        }
        catch (TimeoutException)
        {
            throw new TimeoutException(Told("The tool has not ended"));
        }

        return _process.ExitCode;
    }

    /// <summary>Waits until the tool has written a text on either stream; fails when it ends without it.</summary>
    public async Task SeeAsync(string text)
    {
        TaskCompletionSource seen = new(TaskCreationOptions.RunContinuationsAsynchronously);
        lock (_awaited)
        {
            if (HasTold(text))
                return;
            _awaited.Add((text, seen));
        }

        Task ended = _process.WaitForExitAsync(TestContext.Current.CancellationToken); // With all that it told: both readers end before it.
        try
        {
            await Task.WhenAny(seen.Task, ended).WaitAsync(Timeout);
        }
        catch (TimeoutException)
        {
            throw new TimeoutException(Told($"The tool has not told '{text}'"));
        }

        TestContext.Current.CancellationToken.ThrowIfCancellationRequested();
        if (!HasTold(text))
            throw new InvalidOperationException(Told($"The tool has ended without '{text}'"));
    }

    public void Signal(string name)
    {
        using Process kill = Process.Start("kill", ["-" + name, _process.Id.ToString(System.Globalization.CultureInfo.InvariantCulture)]);
        kill.WaitForExit();
    }

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
            await _process.WaitForExitAsync();
        }

        _process.Dispose();
    }

    private bool HasTold(string text) => Output.Contains(text, StringComparison.Ordinal) || Error.Contains(text, StringComparison.Ordinal);

    private string Told(string what) => $"{what}. Its output so far:\n{Output}\n{Error}";

    private void Keep(StringBuilder text, string? line)
    {
        if (line is null)
            return;
        lock (_awaited)
        {
            lock (text)
                text.Append(line).Append('\n');
            foreach ((string awaited, TaskCompletionSource seen) in _awaited)
            {
                if (line.Contains(awaited, StringComparison.Ordinal))
                    seen.TrySetResult();
            }
        }
    }

    private static string Read(StringBuilder text)
    {
        lock (text)
            return text.ToString();
    }
}
