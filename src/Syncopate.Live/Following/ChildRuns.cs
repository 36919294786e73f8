using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Text;
using Syncopate.Journaling;
using Syncopate.Live.Results;
using Syncopate.Running;
using Syncopate.Running.Showing;

namespace Syncopate.Live.Following;

/// <summary>What is measured runs in processes of its own, of the same tool: what they write is the result, they go on
/// when this server is killed, and they are found again by the next one. One at a time: two would spoil each other.</summary>
/// <param name="options">The tool and the folder.</param>
/// <param name="store">The results.</param>
internal sealed class ChildRuns(LiveOptions options, ResultStore store) : IAsyncDisposable
{
    private const int KeptCharacters = 4_000;
    private const int TailBytes = 1024;
    private const string Stop = """{"pause":false,"stop":true}""";

    private static readonly TimeSpan StartTimeout = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan EndTimeout = TimeSpan.FromSeconds(8);
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(40);

    private static readonly EnumerationOptions Below = new()
    {
        RecurseSubdirectories = true,
        MaxRecursionDepth = ResultStore.Depth,
        IgnoreInaccessible = true,
        AttributesToSkip = FileAttributes.ReparsePoint,
    };

    private readonly SemaphoreSlim _one = new(1);
    private readonly SemaphoreSlim _ordering = new(1); // Of two lines that are appended at once one overwrites the other.
    private readonly CancellationTokenSource _ending = new();
    private readonly List<Started> _started = []; // Guarded by _one.

    /// <summary>The run that is measured now, whoever started it; null for none.</summary>
    public ResultEntry? Running() => Measured()
        .Select(folder => store.Find(NameOf(folder)))
        .FirstOrDefault(entry => entry is not null);

    /// <summary>Whether a process still writes a result.</summary>
    public static bool IsRunning(ResultEntry entry) => RunningProcess.In(entry.Folder) is not null;

    /// <summary>Starts the tool on a line that it would carry out, in a new folder below the root. The same line twice, as a double
    /// click or a reload sends it, is one run; a race that is decided and waits for another question makes room.</summary>
    /// <param name="words">The command and its options.</param>
    /// <param name="cancellationToken">Gives up before anything is started. What was started is waited for.</param>
    /// <returns>The name of the result, or what the tool said in place of beginning.</returns>
    public Task<(string? Name, string Said)> StartAsync(
        IReadOnlyList<string> words, CancellationToken cancellationToken) => StartAsync(words, null, cancellationToken);

    /// <summary>Goes on with a run that was interrupted, in its own folder; else like
    /// <see cref="StartAsync(IReadOnlyList{string}, CancellationToken)"/>.</summary>
    /// <param name="run">The run.</param>
    /// <param name="cancellationToken">As there.</param>
    public Task<(string? Name, string Said)> ResumeAsync(ResumableRun run, CancellationToken cancellationToken) =>
        StartAsync([run.Command, "--resume", run.Folder], run.Folder, cancellationToken);

    private async Task<(string? Name, string Said)> StartAsync(
        IReadOnlyList<string> words, string? folder, CancellationToken cancellationToken)
    {
        if (await options.Tool.CheckAsync(words, cancellationToken) is { } wrong)
            return (null, wrong);
        await _one.WaitAsync(cancellationToken);
        try
        {
            Forget();
            if (_started.Find(child => child.Words.SequenceEqual(words) && IsAtWork(child.Folder)) is { } same)
                return (NameOf(same.Folder), "");
            await EndRestingAsync();
            return Measured().FirstOrDefault() is { } other
                ? (null, $"{Path.GetRelativePath(store.Root, other)} is being measured now, and two at once would spoil each other. "
                    + "Wait for its end, or stop it.")
                : folder is null
                    ? await BeginAsync(words)
                    : await BeginAsync(words, folder, isNew: false);
        }
        catch (OperationCanceledException) when (_ending.IsCancellationRequested)
        {
            return (null, "This server is ending.");
        }
        finally
        {
            _one.Release();
        }
    }

    /// <summary>Asks something of a run: one line of JSON, which it reads a few times a second.</summary>
    /// <returns>False where it could not be written.</returns>
    public Task<bool> OrderAsync(ResultEntry entry, string json, CancellationToken cancellationToken) =>
        OrderAsync(entry.Folder, json, cancellationToken);

    /// <summary>Ends the runs that this server started, in order.</summary>
    public async ValueTask DisposeAsync()
    {
        await _ending.CancelAsync();
        await _one.WaitAsync(); // Kept: nothing is started any more.
        foreach (Started child in _started.Where(child => !child.Process.HasExited))
            await OrderAsync(child.Folder, Stop, CancellationToken.None);
        using CancellationTokenSource late = new(EndTimeout, options.Time);
        foreach (Started child in _started)
        {
            await child.Process.WaitForExitAsync(late.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            child.Process.Dispose();
        }

        _ending.Dispose();
    }

    private string NameOf(string folder) =>
        Path.GetRelativePath(store.Root, folder).Replace(Path.DirectorySeparatorChar, '/');

    /// <summary>The folders into which something is measured now.</summary>
    private IEnumerable<string> Measured() => Directory.Exists(store.Root)
        ? Directory.EnumerateFiles(store.Root, LiveFeed.FileName, Below)
            .Select(file => Path.GetDirectoryName(file)!) // A file below a folder has one.
            .Where(folder => RunningProcess.In(folder) is { Measures: true })
        : [];

    /// <summary>What has ended is no concern of this server any more.</summary>
    private void Forget()
    {
        foreach (Started ended in _started.FindAll(static child => child.Process.HasExited))
        {
            _started.Remove(ended);
            ended.Process.Dispose();
        }
    }

    /// <summary>Ends a race that waits for another question, and waits until its report is there.</summary>
    private async Task EndRestingAsync()
    {
        if (Measured().FirstOrDefault(IsResting) is not { } folder)
            return;
        await OrderAsync(folder, Stop, CancellationToken.None);
        await IsSoWithinAsync(StartTimeout, () => RunningProcess.In(folder) is null);
    }

    private async Task<(string? Name, string Said)> BeginAsync(IReadOnlyList<string> words)
    {
        string folder;
        try
        {
            folder = NewFolder.Below(store.Root, options.Time.GetLocalNow());
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return (null, $"Cannot create a folder in '{store.Root}': {e.Message.TrimEnd('.')}. Start `syncopate serve` again with "
                + "--out DIR, a folder that you may write.");
        }

        return await BeginAsync(words, folder, isNew: true);
    }

    private async Task<(string? Name, string Said)> BeginAsync(IReadOnlyList<string> words, string folder, bool isNew)
    {
        string name = NameOf(folder);
        Started child;
        try
        {
            child = Launch(words, folder, isNew);
        }
        catch (Win32Exception e)
        {
            if (isNew)
                Directory.Delete(folder);
            return (null, $"'{options.Tool.Words[0]}' cannot be started: {e.Message.TrimEnd('.')}. It is this tool itself: was it removed, "
                + "or updated, while this page was open? Start `syncopate serve` again.");
        }

        _started.Add(child);
        string feed = Path.Combine(folder, LiveFeed.FileName);
        // Until its header is written, nobody can say what it is. In a folder that has one, a run that was killed has left a feed, too.
        bool hasBegun = await IsSoWithinAsync(StartTimeout, () => child.Process.HasExited
            || ((isNew ? File.Exists(feed) : RunningProcess.In(folder) is { IsDrawn: true })
                && store.Find(name) is { Summary.Kind: not ResultReading.Unknown }));
        bool isRefused = !isNew && child.Process.HasExited && child.Process.ExitCode != RunExit.Done;
        if (hasBegun && !isRefused && store.Find(name) is not null)
            return (name, "");
        if (!hasBegun)
        {
            child.Process.Kill(entireProcessTree: true);
            return (null, string.Create(CultureInfo.InvariantCulture,
                $"The tool did not begin within {StartTimeout.TotalSeconds:0} s, and was ended: this machine is very busy. Try again."));
        }

        if (isNew && !Directory.EnumerateFileSystemEntries(folder).Any())
            Directory.Delete(folder);
        return (null, child.LastWords());
    }

    private async Task<bool> IsSoWithinAsync(TimeSpan limit, Func<bool> isSo)
    {
        long started = options.Time.GetTimestamp();
        while (!isSo())
        {
            if (options.Time.GetElapsedTime(started) > limit)
                return false;
            await Task.Delay(Look, options.Time, _ending.Token);
        }

        return true;
    }

    private static bool IsAtWork(string folder) => RunningProcess.In(folder) is not null && !IsResting(folder);

    private async Task<bool> OrderAsync(string folder, string json, CancellationToken cancellationToken)
    {
        await _ordering.WaitAsync(cancellationToken);
        try
        {
            return await AppendAsync(folder, json, cancellationToken);
        }
        finally
        {
            _ordering.Release();
        }
    }

    /// <summary>Appends an order to the file that a run reads; one after the other alone.</summary>
    /// <returns>False where it could not be written.</returns>
    internal static async Task<bool> AppendAsync(string folder, string json, CancellationToken cancellationToken)
    {
        string path = Path.Combine(folder, LiveFeed.ControlName);
        try
        {
            // A folder may come from elsewhere, and a link in it lead anywhere; a pipe waits for who reads it.
            if (new FileInfo(path).LinkTarget is not null || (File.Exists(path) && !RegularFile.Is(path)))
                return false;
            await File.AppendAllTextAsync(path, json + "\n", cancellationToken);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false; // The folder was removed by hand, or its disk is full.
        }
    }

    /// <summary>Whether the last thing that a run told is that it waits for another question.</summary>
    private static bool IsResting(string folder)
    {
        try
        {
            using FileStream file = new(Path.Combine(folder, LiveFeed.FileName), FileMode.Open, FileAccess.Read,
                FileShare.ReadWrite | FileShare.Delete);
            byte[] end = new byte[Math.Min(TailBytes, file.Length)];
            file.Position = file.Length - end.Length;
            int count = file.ReadAtLeast(end, end.Length, throwOnEndOfStream: false);
            string text = Encoding.UTF8.GetString(end, 0, count).TrimEnd('\n');
            return text[(text.LastIndexOf('\n') + 1)..].Contains($"\"text\":\"{LiveFeed.Resting}\"", StringComparison.Ordinal);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private Started Launch(IReadOnlyList<string> words, string folder, bool isNew)
    {
        string[] place = isNew ? ["--out", folder] : [];
        ProcessStartInfo start = new(options.Tool.Words[0], [.. options.Tool.Words.Skip(1), .. words, .. place])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        start.Environment[LiveFeed.Variable] = "1";
        start.Environment["NO_COLOR"] = "1";
        Started child = new(new Process { StartInfo = start }, words, folder);
        child.Begin();
        return child;
    }

    /// <summary>A process that this server started, and the last of what it said.</summary>
    private sealed class Started(Process process, IReadOnlyList<string> words, string folder)
    {
        private readonly StringBuilder _said = new(); // Guarded by itself.

        public Process Process { get; } = process;

        public IReadOnlyList<string> Words { get; } = words;

        public string Folder { get; } = folder;

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
