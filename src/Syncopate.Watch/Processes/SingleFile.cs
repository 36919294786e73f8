using System.Buffers.Binary;

namespace Syncopate.Watch.Processes;

/// <summary>Reads a program that was published as a single file: an executable with a bundle at its end, whose header
/// says where in it the list of dependencies lies.</summary>
/// <remarks>Format: the runtime's src/native/corehost/bundle/header.cpp, major versions 2 (.NET 5) and 6 (.NET 6 and
/// later). Little-endian; a text has its length before it, seven bits a byte.</remarks>
internal static class SingleFile
{
    /// <summary>A host alone is larger.</summary>
    public const int LeastBytes = 64 * 1024;

    private const int Oldest = 2;

    // The host comes first, with the runtime in it where the program brings one: some 70 MB.
    private const long MostOfHost = 256L * 1024 * 1024;
    private const int LongestList = 64 * 1024 * 1024;
    private const int LongestName = 4096;

    // By it the host finds its own bundle (bundle_marker.cpp): it follows the place in which the header's offset was written.
    private static ReadOnlySpan<byte> Signature =>
    [
        0x8b, 0x12, 0x02, 0xb9, 0x6a, 0x61, 0x20, 0x38, 0x72, 0x7b, 0x93, 0x02, 0x14, 0xd7, 0xa0, 0x32, 0x13, 0xf5, 0xb9,
        0xe6, 0xef, 0xae, 0x33, 0x18, 0xee, 0x3b, 0x2d, 0xce, 0x24, 0xb3, 0x6a, 0xae,
    ];

    /// <summary>True for a program that was published as a single file.</summary>
    public static bool Is(string path)
    {
        try
        {
            using FileStream file = File.OpenRead(path);
            return HeaderOffset(file) > 0;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return false;
        }
    }

    /// <summary>The list of dependencies within such a file; null for any other file, and for one that has none.</summary>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be read.</exception>
    public static byte[]? Dependencies(string path)
    {
        using FileStream file = File.OpenRead(path);
        long header = HeaderOffset(file);
        if (header <= 0 || header >= file.Length)
            return null;
        file.Position = header;
        using BinaryReader reader = new(file);
        try
        {
            uint major = reader.ReadUInt32();
            reader.ReadUInt32();
            reader.ReadInt32();
            int identifier = reader.Read7BitEncodedInt();
            if (major < Oldest || identifier is < 0 or > LongestName)
                return null;
            file.Position += identifier;
            (long offset, long length) = (reader.ReadInt64(), reader.ReadInt64());
            if (offset <= 0 || length is <= 0 or > LongestList || offset > file.Length - length)
                return null;
            file.Position = offset;
            return reader.ReadBytes((int)length);
        }
        catch (Exception e) when (e is EndOfStreamException or FormatException)
        {
            return null; // The signature stands there for another reason, as in this very program.
        }
    }

    // The offset of 8 bytes stands right before the signature; it is 0 in a host that was not bundled.
    private static long HeaderOffset(FileStream file)
    {
        byte[] buffer = new byte[1 << 20];
        int kept = 0;
        int read;
        while (file.Position < MostOfHost && (read = file.Read(buffer, kept, buffer.Length - kept)) > 0)
        {
            ReadOnlySpan<byte> seen = buffer.AsSpan(0, kept + read);
            int found = seen.IndexOf(Signature);
            if (found >= sizeof(long))
                return BinaryPrimitives.ReadInt64LittleEndian(seen[(found - sizeof(long))..]);
            kept = Math.Min(seen.Length, Signature.Length + sizeof(long) - 1);
            seen[^kept..].CopyTo(buffer);
        }

        return 0;
    }
}
