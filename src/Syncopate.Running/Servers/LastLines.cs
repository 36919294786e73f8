namespace Syncopate.Running.Servers;

/// <summary>What a process wrote last, for the message when it has ended. Thread-safe: a process is read by a thread for each
/// of its two outputs.</summary>
/// <param name="most">Lines that are kept.</param>
internal sealed class LastLines(int most)
{
    private readonly Queue<string> _lines = new(); // Guarded by itself.

    /// <summary>The lines in their order; null when there is none.</summary>
    public string? Text
    {
        get
        {
            lock (_lines)
                return _lines.Count == 0 ? null : string.Join(" | ", _lines);
        }
    }

    /// <summary>Takes one more; blank ones are passed over.</summary>
    public void Add(string? line)
    {
        if (string.IsNullOrWhiteSpace(line))
            return;
        lock (_lines)
        {
            _lines.Enqueue(line.Trim());
            if (_lines.Count > most)
                _lines.Dequeue();
        }
    }
}
