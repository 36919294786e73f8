using System.Text.Json;
using Syncopate.Journaling;
using Syncopate.Texts;
using static System.FormattableString;

namespace Syncopate.Watch.Reporting;

/// <summary><c>watch.jsonl</c>: everything that was seen, a checked line a record, each on the disk before the next one
/// is taken. One thread at a time.</summary>
internal sealed class WatchJournal : IDisposable
{
    /// <summary>Name of the file in its folder.</summary>
    public const string Name = "watch.jsonl";

    /// <summary>The version of the format that is written, and the newest that is read.</summary>
    public const int Schema = 1;

    private const int MostBytes = 1024 * 1024 * 1024;

    private readonly string _path;
    private readonly DurableFile _file;

    /// <summary>Starts the file in a folder that has none.</summary>
    /// <exception cref="JournalException">It cannot be created.</exception>
    public WatchJournal(string folder)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        _path = Path.Combine(Path.GetFullPath(folder), Name);
        try
        {
            _file = new DurableFile(Path.GetFullPath(folder), Name);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new JournalException(
                $"{_path} cannot be created. {e.Message.TrimEnd('.')}. Choose a folder that can be written to: --out DIR", e);
        }
    }

    /// <summary>A record as one line of <c>syncopate watch --json</c>, without the line's end.</summary>
    public static string Json(WatchRecord record) => JsonSerializer.Serialize(record, WatchJson.Default.WatchRecord);

    /// <summary>Whether a folder holds one.</summary>
    public static bool Is(string folder) => File.Exists(Path.Combine(folder, Name));

    /// <summary>Reads all whole records of a folder, also while it is written or after the tool was killed.</summary>
    /// <returns>The records in order, and how many bytes of the file are none.</returns>
    /// <exception cref="JournalException">The file cannot be read, or a newer version wrote it.</exception>
    public static (IReadOnlyList<WatchRecord> Records, long DamagedBytes) Read(string folder)
    {
        string path = Path.Combine(folder, Name);
        try
        {
            if (RegularFile.Refusal(path) is { } refusal)
                throw new IOException($"I{refusal[1..]}.");
            using FileStream file = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            if (file.Length > MostBytes)
                throw new JournalException(Invariant($"{path} has {file.Length:N0} bytes; the most that is read is {MostBytes:N0}."));
            byte[] bytes = new byte[file.Length];
            return Scan(bytes.AsSpan(0, file.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false)), path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new JournalException($"{path} cannot be read. {e.Message}", e);
        }
    }

    /// <summary>Appends a record; it is on the disk when this returns.</summary>
    /// <exception cref="JournalException">It is not.</exception>
    public void Append(WatchRecord record)
    {
        try
        {
            _file.Append(JournalLine.Write(JsonSerializer.SerializeToUtf8Bytes(record, WatchJson.Default.WatchRecord)));
        }
        catch (IOException e)
        {
            throw new JournalException(
                $"{_path} cannot be written any more. {e.Message} What was seen before is safe: "
                    + $"syncopate report {ShellWord.Quoted(Path.GetDirectoryName(_path) ?? ".")}",
                e);
        }
    }

    /// <summary>Closes the file.</summary>
    public void Dispose() => _file.Dispose();

    private static (IReadOnlyList<WatchRecord> Records, long DamagedBytes) Scan(ReadOnlySpan<byte> bytes, string path)
    {
        List<WatchRecord> records = [];
        long whole = 0;
        for (int from = 0; JournalLine.TryFind(bytes, from, out JournalLine line); from = line.RecordStart)
        {
            if (line.RecordLength >= bytes.Length - line.RecordStart
                || Crc32C.Compute(bytes.Slice(line.RecordStart, line.RecordLength)) != line.Checksum)
            {
                continue;
            }

            if (Parse(bytes.Slice(line.RecordStart, line.RecordLength)) is not { } record)
                continue;
            if (record is WatchHeader { Schema: > Schema } header)
            {
                throw new JournalException(Invariant(
                    $"{path} has format {header.Schema}; this version reads up to format {Schema}. Use the version that wrote it."));
            }

            records.Add(record);
            whole += line.RecordStart - line.Start + line.RecordLength + "}\n".Length;
        }

        return (records, Math.Max(0, bytes.Length - whole));
    }

    private static WatchRecord? Parse(ReadOnlySpan<byte> json)
    {
        try
        {
            WatchRecord? record = JournalCodec.HasNullElement(json)
                ? null
                : JsonSerializer.Deserialize(json, WatchJson.Default.WatchRecord);
            return record is WatchSample { IsPossible: false } or WatchHeader { Machine.Cores: < 1 } ? null : record;
        }
        catch (Exception e) when (e is JsonException or ArgumentException or NotSupportedException or InvalidOperationException)
        {
            return null; // A record of another version: counted as bytes that are none. So is one that no version writes.
        }
    }
}
