using System.Diagnostics;
using System.Globalization;
using System.Text;
using System.Text.Json;
using Syncopate.Live.Results;
using Syncopate.Running.Rounds;
using Syncopate.Running.Showing;

namespace Syncopate.Live.Following;

/// <summary>What is measured runs in processes of its own, of the same tool: what they write is the result, they go on
/// when this server is killed, and they are found again by the next one. One at a time: two would spoil each other.</summary>
/// <param name="options">The tool and the folder.</param>
/// <param name="store">The results.</param>
internal sealed class ChildRuns(LiveOptions options, ResultStore store) : IAsyncDisposable
{
    private const int KeptCharacters = 4_000;

    private static readonly TimeSpan StartTimeout = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan EndTimeout = TimeSpan.FromSeconds(8);
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(40);

    private static readonly EnumerationOptions Below = new()
    {
        RecurseSubdirectories = true,
        MaxRecursionDepth = 4,
        IgnoreInaccessible = true,
        AttributesToSkip = FileAttributes.ReparsePoint,
    };

    private readonly SemaphoreSlim _one = new(1);
    private readonly List<Started> _started = []; // Guarded by _one.

    /// <summary>The run that goes on now, whoever started it; null for none.</summary>
    public ResultEntry? Running() => Directory.Exists(store.Root)
        ? Directory.EnumerateFiles(store.Root, LiveFeed.FileName, Below)
            .Select(file => Path.GetDirectoryName(file)!) // A file below a folder has one.
            .Where(IsRunning)
            .Select(folder => store.Find(Path.GetRelativePath(store.Root, folder).Replace(Path.DirectorySeparatorChar, '/')))
            .FirstOrDefault(entry => entry is not null)
        : null;

    /// <summary>Whether the run of a result goes on.</summary>
    public static bool IsRunning(ResultEntry entry) => IsRunning(entry.Folder);

    /// <summary>Starts the tool on a line that it would carry out, in a new folder below the root.</summary>
    /// <param name="words">The command and its options.</param>
    /// <param name="cancellationToken">Gives up waiting for its beginning.</param>
    /// <returns>The name of the result, or what the tool said in place of beginning.</returns>
    public async Task<(string? Name, string Said)> StartAsync(IReadOnlyList<string> words, CancellationToken cancellationToken)
    {
        if (await options.Tool.CheckAsync(words, cancellationToken) is { } wrong)
            return (null, wrong);
        await _one.WaitAsync(cancellationToken);
        try
        {
            if (Running() is { } other)
                return (null, $"{other.Name} is being measured now, and two at once would spoil each other. Wait for its end, or stop it.");
            string folder = NewFolder.Below(store.Root, options.Time.GetLocalNow());
            string name = Path.GetFileName(folder);
            Started child = Launch([.. words, "--out", folder]);
            _started.Add(child);
            string feed = Path.Combine(folder, LiveFeed.FileName);
            using CancellationTokenSource timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            using CancellationTokenSource late = new(StartTimeout, options.Time);
            using CancellationTokenRegistration end = late.Token.Register(timeout.Cancel);
            // Until its header is written, nobody can say what it is.
            while (!(File.Exists(feed) && store.Find(name) is { Summary.Kind: not ResultReading.Unknown }) && !child.Process.HasExited)
                await Task.Delay(Look, options.Time, timeout.Token);
            return store.Find(name) is not null ? (name, "") : (null, child.LastWords());
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return (null, string.Create(CultureInfo.InvariantCulture,
                $"The tool did not begin within {StartTimeout.TotalSeconds:0} s: this machine is very busy."));
        }
        finally
        {
            _one.Release();
        }
    }

    /// <summary>Asks something of a run: one line of JSON, which it reads a few times a second.</summary>
    public static async Task OrderAsync(ResultEntry entry, string json, CancellationToken cancellationToken) =>
        await File.AppendAllTextAsync(Path.Combine(entry.Folder, LiveFeed.ControlName), json + "\n", cancellationToken);

    /// <summary>Ends the runs that this server started, in order.</summary>
    public async ValueTask DisposeAsync()
    {
        if (Running() is { } entry && _started.Exists(child => !child.Process.HasExited))
            await OrderAsync(entry, """{"stop":true}""", CancellationToken.None);
        using CancellationTokenSource late = new(EndTimeout, options.Time);
        foreach (Started child in _started)
        {
            await child.Process.WaitForExitAsync(late.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            child.Process.Dispose();
        }

        _one.Dispose();
    }

    private static bool IsRunning(string folder)
    {
        try
        {
            using FileStream file = new(Path.Combine(folder, LiveFeed.FileName), FileMode.Open, FileAccess.Read,
                FileShare.ReadWrite | FileShare.Delete);
            using StreamReader reader = new(file);
            using JsonDocument first = JsonDocument.Parse(reader.ReadLine() ?? "");
            return ProcessStart.Is(first.RootElement.GetProperty("pid").GetInt32(), first.RootElement.GetProperty("began").GetInt64());
        }
        catch (Exception e) when (e
            is IOException or UnauthorizedAccessException or JsonException or KeyNotFoundException
                or InvalidOperationException or FormatException)
        {
            return false;
        }
    }

    private Started Launch(IReadOnlyList<string> words)
    {
        ProcessStartInfo start = new(options.Tool.Words[0], options.Tool.Words.Skip(1).Concat(words))
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        start.Environment[LiveFeed.Variable] = "1";
        start.Environment["NO_COLOR"] = "1";
        Started child = new(new Process { StartInfo = start });
        child.Begin();
        return child;
    }

    /// <summary>A process that this server started, and the last of what it said.</summary>
    private sealed class Started(Process process)
    {
        private readonly StringBuilder _said = new(); // Guarded by itself.

        public Process Process { get; } = process;

        public void Begin()
        {
            Process.ErrorDataReceived += (_, e) => Keep(e.Data);
            Process.OutputDataReceived += static (_, _) => { };
            Process.Start();
            Process.StandardInput.Close();
            Process.BeginErrorReadLine();
            Process.BeginOutputReadLine();
        }

        public string LastWords()
        {
            lock (_said)
                return _said.Length > 0 ? _said.ToString().Trim() : "The tool ended without a word.";
        }

        private void Keep(string? line)
        {
            if (line is null)
                return;
            lock (_said)
            {
                if (_said.Length < KeptCharacters)
                    _said.AppendLine(line);
            }
        }
    }
}
