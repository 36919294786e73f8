using static System.FormattableString;

namespace Syncopate.Journaling;

/// <summary>Reads a journal, whatever has happened to it: every record whose bytes are whole is kept, and everything
/// else is named with its place.</summary>
internal static class JournalReader
{
    /// <summary>The version of the format that is written, and the newest that is read.</summary>
    public const int Schema = 1;

    private const int MaximumFileBytes = 1024 * 1024 * 1024;

    /// <summary>Reads a journal, which may still be being written. Of a run that was interrupted and went on it is what counts: see
    /// <see cref="JournalSittings.Joined"/>.</summary>
    /// <param name="path">The file <c>run.jsonl</c>.</param>
    /// <exception cref="JournalException">The file cannot be opened, is longer than 1 GiB, or was written in a newer format.</exception>
    public static JournalReading Read(string path)
    {
        JournalReading all = ReadAll(path);
        return all with { Records = JournalSittings.Joined(all.Records) };
    }

    /// <summary>Reads every record of a journal, also those that a later sitting has replaced.</summary>
    /// <param name="path">The file <c>run.jsonl</c>.</param>
    /// <exception cref="JournalException">As <see cref="Read"/>.</exception>
    public static JournalReading ReadAll(string path)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        try
        {
            if (RegularFile.Refusal(path) is { } refusal)
                throw new IOException($"I{refusal[1..]}.");
            return new JournalScan(Load(path), path).Run();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new JournalException($"{path} cannot be read. {e.Message}", e);
        }
    }

    private static byte[] Load(string path)
    {
        // Sharing everything takes no lock, so that a run in progress can be read.
        using Microsoft.Win32.SafeHandles.SafeFileHandle file =
            File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        long length = RandomAccess.GetLength(file);
        if (length > MaximumFileBytes)
            throw new JournalException(Invariant($"{path} has {length:N0} bytes; the most that is read is {MaximumFileBytes:N0}."));
        byte[] bytes = new byte[length];
        int read = 0;
        while (read < bytes.Length && RandomAccess.Read(file, bytes.AsSpan(read), read) is var count and > 0)
            read += count;
        return bytes[..read];
    }
}

/// <summary>What a journal holds.</summary>
/// <param name="Records">The whole records, in file order; each one's checksum was right. Empty when the run died
/// before its first.</param>
/// <param name="Damage">Where the file holds anything else, in file order; empty when the file is whole.</param>
internal sealed record JournalReading(IReadOnlyList<JournalRecord> Records, IReadOnlyList<JournalDamage> Damage);

/// <summary>A stretch of a journal that holds no readable record.</summary>
/// <param name="Offset">Where it starts: bytes from the start of the file.</param>
/// <param name="Length">How many bytes were passed over; 0 where only a line end is missing.</param>
/// <param name="Found">What is there instead of a record, with figures; printable, in English.</param>
internal sealed record JournalDamage(long Offset, long Length, string Found);
