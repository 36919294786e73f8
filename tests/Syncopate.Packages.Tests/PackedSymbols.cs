using System.Collections.Immutable;
using System.IO.Compression;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Text;

namespace Syncopate.Packages.Tests;

/// <summary>A portable PDB out of a package of symbols, as a debugger reads it.</summary>
internal sealed class PackedSymbols : IDisposable
{
    // Kinds of custom debug information: Portable PDB v1.0, "Source Link" and "Embedded Source".
    private static readonly Guid SourceLinkKind = new("CC110556-A091-4D38-9FEC-25AB9A351A6A");
    private static readonly Guid EmbeddedKind = new("0E8A571B-6926-466E-B4AD-8AB04611F5FE");

    private readonly MetadataReaderProvider _provider;
    private readonly MetadataReader _reader;

    public PackedSymbols(ImmutableArray<byte> pdb)
    {
        _provider = MetadataReaderProvider.FromPortablePdbImage(pdb);
        _reader = _provider.GetMetadataReader();
    }

    /// <summary>By which an assembly names its symbols.</summary>
    public Guid Id => new BlobContentId(_reader.DebugMetadataHeader!.Id).Guid;

    /// <summary>The document that says where each source is on the net; null for none.</summary>
    public string? SourceLink => Of(EntityHandle.ModuleDefinition)
        .Where(info => _reader.GetGuid(info.Kind) == SourceLinkKind)
        .Select(info => Encoding.UTF8.GetString(_reader.GetBlobBytes(info.Value))).FirstOrDefault();

    /// <summary>Each source by its path, and whether its text is inside.</summary>
    public IEnumerable<(string Path, bool IsInside)> Sources => _reader.Documents.Select(document => (
        _reader.GetString(_reader.GetDocument(document).Name),
        Of(document).Any(info => _reader.GetGuid(info.Kind) == EmbeddedKind)));

    /// <summary>Files of one kind below lib/ of a package, by their paths without the ending.</summary>
    public static SortedDictionary<string, ImmutableArray<byte>> Files(string package, string ending)
    {
        SortedDictionary<string, ImmutableArray<byte>> files = new(StringComparer.Ordinal);
        using ZipArchive archive = ZipFile.OpenRead(package);
        foreach (ZipArchiveEntry entry in archive.Entries)
        {
            string name = entry.FullName;
            if (!name.StartsWith("lib/", StringComparison.Ordinal) || !name.EndsWith(ending, StringComparison.Ordinal))
                continue;
            using MemoryStream bytes = new();
            using (Stream packed = entry.Open())
                packed.CopyTo(bytes);
            files[name[..^ending.Length]] = [.. bytes.ToArray()];
        }

        return files;
    }

    /// <summary>Which symbols an assembly was built with.</summary>
    public static Guid IdFor(ImmutableArray<byte> assembly)
    {
        using PEReader image = new(assembly);
        DebugDirectoryEntry[] entries = [.. image.ReadDebugDirectory()];
        DebugDirectoryEntry symbols = Array.Find(entries, entry => entry.Type == DebugDirectoryEntryType.CodeView);
        return image.ReadCodeViewDebugDirectoryData(symbols).Guid;
    }

    public void Dispose() => _provider.Dispose();

    private IEnumerable<CustomDebugInformation> Of(EntityHandle what) =>
        _reader.GetCustomDebugInformation(what).Select(handle => _reader.GetCustomDebugInformation(handle));
}
