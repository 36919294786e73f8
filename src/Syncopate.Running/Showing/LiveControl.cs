using System.Text;
using System.Text.Json;
using Syncopate.Journaling;

namespace Syncopate.Running.Showing;

/// <summary>What the reader of a run asks of it: lines of a file, read a few times a second. Lines that are no order
/// are passed over.</summary>
/// <param name="path">The file; it need not be there.</param>
internal sealed class LiveControl(string path) : IDisposable
{
    private const int MostUsers = 10_000;
    private const int MostBytes = 1 << 20;

    private readonly CancellationTokenSource _stop = new();
    private readonly Lock _gate = new();
    private TaskCompletionSource _changed = new(TaskCreationOptions.RunContinuationsAsynchronously); // Guarded by _gate.
    private long _offset; // The reading loop's.
    private volatile bool _paused;
    private volatile int _users;
    private volatile int _asked;

    /// <summary>Cancelled by the order to stop.</summary>
    public CancellationToken Stopped => _stop.Token;

    /// <summary>Whether a pause is wanted.</summary>
    public bool IsPaused => _paused;

    /// <summary>The users that were asked for last; null for none.</summary>
    public int? Users => _users > 0 ? _users : null;

    /// <summary>How often users were asked for.</summary>
    public int Asked => _asked;

    /// <summary>Reads what has been written since the last time.</summary>
    public void Read()
    {
        try
        {
            if (!RegularFile.Is(path))
                return;
            using FileStream file = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            if (file.Length <= _offset || file.Length > MostBytes)
                return;
            file.Position = _offset;
            byte[] bytes = new byte[file.Length - _offset];
            int whole = bytes.AsSpan(0, file.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false)).LastIndexOf((byte)'\n') + 1;
            _offset += whole;
            foreach (string line in Encoding.UTF8.GetString(bytes, 0, whole).Split('\n', StringSplitOptions.RemoveEmptyEntries))
                Obey(line);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It is being written; the next reading comes soon.
        }
    }

    /// <summary>Ends a pause that nobody ends.</summary>
    public void Resume()
    {
        _paused = false;
        Changed();
    }

    /// <summary>Waits until what the reader asks for is so.</summary>
    public async Task AwaitAsync(Func<LiveControl, bool> isSo, CancellationToken cancellationToken)
    {
        while (true)
        {
            Task changed;
            lock (_gate)
                changed = _changed.Task;
            if (isSo(this))
                return;
            await changed.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
    }

    public void Dispose() => _stop.Dispose();

    private void Obey(string line)
    {
        try
        {
            using JsonDocument document = JsonDocument.Parse(line);
            JsonElement root = document.RootElement;
            if (root.TryGetProperty("pause", out JsonElement pause))
                _paused = pause.ValueKind == JsonValueKind.True;
            if (root.TryGetProperty("users", out JsonElement users) && users.TryGetInt32(out int number) && number is >= 1 and <= MostUsers)
                (_users, _asked) = (number, _asked + 1);
            if (root.TryGetProperty("stop", out _))
                _stop.Cancel();
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            return; // No order of ours.
        }

        Changed();
    }

    private void Changed()
    {
        TaskCompletionSource before;
        lock (_gate)
            (before, _changed) = (_changed, new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
        before.SetResult();
    }
}
