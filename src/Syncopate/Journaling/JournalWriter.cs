using static System.FormattableString;

namespace Syncopate.Journaling;

/// <summary>Writes the journal of one run: each record is on the disk before <see cref="Append(JournalRecord)"/>
/// returns, so that a run killed at any instant keeps every finished slot. Any thread may append: one at a time has its turn.</summary>
internal sealed class JournalWriter : IDisposable
{
    private const string Name = "run.jsonl";
    private readonly string _folder;
    private readonly Action<byte[]> _append;
    private readonly IDisposable _file;

    // Servers that are warmed side by side have their doubts at the same moment; what follows is guarded by it, and so is the file.
    private readonly Lock _turn = new();
    private JournalException? _failure;
    private int _slots;

    private JournalWriter(string folder, DurableFile file)
        : this(folder, bytes => file.Append(bytes), file)
    {
    }

    /// <param name="folder">Full path of the folder, for messages.</param>
    /// <param name="append">Returns when the bytes are on the disk; throws <see cref="IOException"/> when they are not.</param>
    /// <param name="file">Closed with the journal.</param>
    internal JournalWriter(string folder, Action<byte[]> append, IDisposable file)
    {
        _folder = folder;
        _append = append;
        _file = file;
    }

    /// <summary>Sees each record once it is on the disk, before the call that appended it returns; null for nobody.</summary>
    public Action<JournalRecord>? Appended { get; set; }

    /// <summary>How many slots it holds.</summary>
    public int Slots => _slots;

    /// <summary>Full path of the journal.</summary>
    public string Path => System.IO.Path.Combine(_folder, Name);

    /// <summary>Starts <c>run.jsonl</c> in a folder, which is made when it is missing.</summary>
    /// <exception cref="JournalException">The folder holds a journal already, which is never overwritten, or cannot be
    /// written to.</exception>
    public static JournalWriter Create(string folder)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        string fullFolder = System.IO.Path.GetFullPath(folder);
        string path = System.IO.Path.Combine(fullFolder, Name);
        if (File.Exists(path))
            throw new JournalException($"{path} exists already and a journal is never overwritten. Choose another folder.");
        try
        {
            return new JournalWriter(fullFolder, new DurableFile(fullFolder, Name));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new JournalException($"{path} cannot be created. {e.Message.TrimEnd('.')}. Choose a folder that can be written to.", e);
        }
    }

    /// <summary>Goes on with the <c>run.jsonl</c> of a folder after its whole lines.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="length">Bytes of its whole lines; what follows them, such as a line that a kill cut, is cut off.</param>
    /// <param name="slots">How many slots they hold; for messages.</param>
    /// <exception cref="JournalException">It is not there, or cannot be written to.</exception>
    public static JournalWriter Resume(string folder, long length, int slots)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        string fullFolder = System.IO.Path.GetFullPath(folder);
        string path = System.IO.Path.Combine(fullFolder, Name);
        try
        {
            return new JournalWriter(fullFolder, DurableFile.Reopen(path, length)) { _slots = slots };
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new JournalException(
                $"{path} cannot be continued. {e.Message.TrimEnd('.')}. Allow this user to write it, and try again.", e);
        }
    }

    /// <summary>Appends a record; when this returns it is on the disk. The first failed write or sync ends the journal,
    /// and every later call fails like it: a second sync would report success although the system has dropped the data that the first
    /// could not write.</summary>
    /// <exception cref="JournalException">The record is not on the disk ("not durable since slot k"; slots are counted
    /// from 1), or an earlier one is not.</exception>
    /// <exception cref="ArgumentException">A figure is not finite or the record is longer than 64 MiB; nothing was written.</exception>
    public void Append(JournalRecord record)
    {
        ArgumentNullException.ThrowIfNull(record);
        Append([record]);
    }

    /// <summary>Appends records that were finished together, with one sync for all of them; else like
    /// <see cref="Append(JournalRecord)"/>.</summary>
    /// <param name="records">In their order; nothing is written when there are none.</param>
    /// <exception cref="JournalException">Not all of the records are on the disk, or an earlier one is not.</exception>
    /// <exception cref="ArgumentException">A figure is not finite or a record is longer than 64 MiB; nothing was written.</exception>
    public void Append(IReadOnlyList<JournalRecord> records)
    {
        ArgumentNullException.ThrowIfNull(records);
        if (records.Count == 0)
            return;
        lock (_turn)
            AppendInTurn(records);
    }

    private void AppendInTurn(IReadOnlyList<JournalRecord> records)
    {
        if (_failure is not null)
            throw new JournalException(_failure.Message, _failure);
        byte[] lines = [.. records.SelectMany(Line)];
        try
        {
            _append(lines);
        }
        catch (IOException e)
        {
            _failure = new JournalException($"{Path} is not durable since {Place(records[0])}. {e.Message}{FreeSpace()} "
                + "What was measured before is safe; to measure the rest, run again with a disk that works and has room.", e);
            throw _failure;
        }

        _slots += records.Count(r => r is Slot);
        foreach (JournalRecord record in records)
            Appended?.Invoke(record);
    }

    private static byte[] Line(JournalRecord record)
    {
        byte[] json = JournalCodec.Write(record);
        return json.Length <= JournalLine.MaximumRecordBytes
            ? JournalLine.Write(json)
            : throw new ArgumentException(
                Invariant($"The record has {json.Length:N0} bytes; the most is {JournalLine.MaximumRecordBytes:N0}."), nameof(record));
    }

    /// <summary>Closes the file; what was appended is on the disk already.</summary>
    public void Dispose() => _file.Dispose();

    private string Place(JournalRecord record) =>
        Invariant($"{(record is Slot ? "" : $"the {record.GetType().Name} record before ")}slot {_slots + 1}");

    private string FreeSpace()
    {
        try
        {
            DriveInfo disk = new(_folder);
            return Invariant($" Free there: {disk.AvailableFreeSpace:N0} of {disk.TotalSize:N0} bytes.");
        }
        // A network share has no drive, and a disk that has just failed may not answer: the message then goes without.
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return "";
        }
    }
}
