using Syncopate.Journaling;

namespace Syncopate.Tests.Rounds;

/// <summary>A disk that holds one journal, and may be full.</summary>
internal sealed class SimulatedDisk : IDisposable
{
    private readonly MemoryStream _bytes = new();

    /// <summary>Bytes that fit; default more than any run needs.</summary>
    public int Room { get; set; } = int.MaxValue;

    /// <summary>Called after each record is on the disk.</summary>
    public Action? Written { get; set; }

    /// <summary>The journal as it is read again, whole or cut off.</summary>
    public JournalReading Read() => new JournalScan(_bytes.ToArray(), "run.jsonl").Run();

    /// <summary>Writes what fits, as a disk does.</summary>
    /// <exception cref="IOException">It is full.</exception>
    public void Append(byte[] bytes)
    {
        int fits = Math.Min(bytes.Length, Math.Max(0, Room - (int)_bytes.Length));
        _bytes.Write(bytes.AsSpan(0, fits));
        if (fits < bytes.Length)
            throw new IOException("No space left on device.");
        Written?.Invoke();
    }

    public void Dispose() => _bytes.Dispose();
}
