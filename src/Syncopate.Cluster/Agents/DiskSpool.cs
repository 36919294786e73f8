using System.Globalization;
using System.Text.Json;
using Syncopate.Cluster.Links;
using Syncopate.Journaling;

namespace Syncopate.Cluster.Agents;

/// <summary>Keeps intervals on this machine's disk, one file per round: each is written and synced before anybody hears of it.
/// The same file form as a journal, so that a torn line is known.</summary>
internal sealed class DiskSpool : IIntervalSpool, IDisposable
{
    private const string Suffix = ".spool";
    private const string LockFile = "agent.lock";

    private readonly string _folder;
    private readonly FileStream _held; // The folder is this process's as long as this is open.
    private DurableFile? _file;
    private string? _name;

    private DiskSpool(string folder, FileStream held)
    {
        _folder = folder;
        _held = held;
    }

    /// <summary>Takes a folder for this process, and makes it where it is missing: whether something can be kept in it is known before
    /// anything is measured.</summary>
    /// <param name="folder">Full path; what is left in it of a process before is kept.</param>
    /// <exception cref="ClusterException">Another agent has it, or it cannot be written.</exception>
    public static DiskSpool Open(string folder)
    {
        FileStream? held = null;
        try
        {
            Directory.CreateDirectory(folder);
            string file = Path.Combine(folder, LockFile);
            held = new FileStream(file, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 0);
            held.WriteByte((byte)'\n');
            held.Flush(flushToDisk: true);
            return new DiskSpool(folder, held);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            held?.Dispose();
            throw new ClusterException($"What this agent measures cannot be kept in '{folder}': {e.Message.TrimEnd('.')}. Each agent "
                + "needs a folder of its own that it may write: --spool DIR");
        }
    }

    public void Keep(StoredInterval interval)
    {
        string name = string.Create(
            CultureInfo.InvariantCulture, $"{interval.Run:n}-{interval.Round}-{interval.Agent}-{interval.Incarnation}{Suffix}");
        if (name != _name)
        {
            _file?.Dispose();
            try
            {
                _file = new DurableFile(_folder, name);
            }
            catch (UnauthorizedAccessException e)
            {
                throw new IOException(e.Message, e);
            }

            _name = name;
        }

        byte[] record = JsonSerializer.SerializeToUtf8Bytes(new SpooledInterval(interval.Sequence, interval.Body),
            SpoolJson.Default.SpooledInterval);
        _file?.Append(JournalLine.Write(record));
    }

    /// <inheritdoc/>
    /// <exception cref="ClusterException">It is there and cannot be read: to go on would delete it.</exception>
    public IReadOnlyList<StoredInterval> Left()
    {
        try
        {
            return [.. Directory.EnumerateFiles(_folder, "*" + Suffix).Order(StringComparer.Ordinal).SelectMany(Read)];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            throw new ClusterException($"What a process before this agent has measured lies in '{_folder}' and cannot be read: "
                + $"{e.Message.TrimEnd('.')}. Make its files readable, or remove them when its run is over.");
        }
    }

    public void Clear()
    {
        CloseFile();
        try
        {
            foreach (string file in Directory.EnumerateFiles(_folder, "*" + Suffix))
                File.Delete(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // What stays is sent once more by the next process, and kept once all the same.
        }
    }

    public void Dispose()
    {
        CloseFile();
        _held.Dispose();
    }

    private void CloseFile()
    {
        _file?.Dispose();
        (_file, _name) = (null, null);
    }

    private static IEnumerable<StoredInterval> Read(string file)
    {
        string[] key = Path.GetFileNameWithoutExtension(file).Split('-');
        if (key.Length != 4 || !Guid.TryParse(key[0], out Guid run) || !TryParse(key[1], out int round)
            || !TryParse(key[2], out int agent) || !TryParse(key[3], out int incarnation))
        {
            yield break; // Somebody else's.
        }

        RegularFile.Check(file);
        byte[] bytes = File.ReadAllBytes(file);
        for (int from = 0; JournalLine.TryFind(bytes, from, out JournalLine line); from = line.RecordStart + line.RecordLength)
        {
            if (line.RecordStart + line.RecordLength > bytes.Length)
                yield break; // Torn: it was never sent.
            if (Record(bytes.AsSpan(line.RecordStart, line.RecordLength), line.Checksum) is { } kept)
                yield return new StoredInterval(run, round, agent, incarnation, kept.Sequence, kept.Body);
        }
    }

    private static SpooledInterval? Record(ReadOnlySpan<byte> record, uint checksum) =>
        Crc32C.Compute(record) == checksum ? JsonSerializer.Deserialize(record, SpoolJson.Default.SpooledInterval) : null;

    private static bool TryParse(string text, out int number) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number);
}

/// <summary>An interval as it lies on the disk; the rest of its key is the name of the file.</summary>
internal sealed record SpooledInterval(int Sequence, string Body);
