using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace Syncopate.Watch.Stacks;

/// <summary>One assembly of the watched process, as its file describes it: lines of its methods, and which of its types
/// belong to a driver of ADO.NET.</summary>
internal sealed class SourceModule : IDisposable
{
    private readonly PEReader? _image;
    private readonly MetadataReader? _metadata;
    private readonly MetadataReaderProvider? _pdb;

    private SourceModule(PEReader? image, MetadataReaderProvider? pdb)
    {
        _image = image;
        _metadata = image?.GetMetadataReader();
        _pdb = pdb;
        Code = image is not null && _metadata is not null ? new ModuleCode(image, _metadata) : null;
    }

    /// <summary>The IL of its methods; null when its file cannot be read.</summary>
    public ModuleCode? Code { get; }

    /// <summary>Opens an assembly and its portable PDB, beside it or inside. Where either is not there or cannot be
    /// read, the module knows nothing.</summary>
    public static SourceModule Open(string path)
    {
        PEReader? image = null;
        try
        {
            image = new PEReader(File.OpenRead(path), PEStreamOptions.PrefetchEntireImage);
            if (!image.HasMetadata)
                throw new BadImageFormatException();
            image.TryOpenAssociatedPortablePdb(
                path, static file => File.Exists(file) ? File.OpenRead(file) : null, out MetadataReaderProvider? pdb, out _);
            return new SourceModule(image, pdb);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or BadImageFormatException or ArgumentException)
        {
            image?.Dispose();
            // In another container, in a single file, made while the program runs, or replaced since.
            return new SourceModule(null, Beside(path));
        }
    }

    // A single file leaves its PDBs where its assemblies would be. Whether one fits cannot be asked: it was written by the same build.
    private static MetadataReaderProvider? Beside(string path)
    {
        try
        {
            string pdb = Path.ChangeExtension(path, ".pdb");
            return path.Length > 0 && !File.Exists(path) && File.Exists(pdb)
                ? MetadataReaderProvider.FromPortablePdbStream(File.OpenRead(pdb), MetadataStreamOptions.PrefetchMetadata)
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or BadImageFormatException or ArgumentException)
        {
            return null;
        }
    }

    /// <summary>File and line of the statement at an IL offset of a method; null when they are not known.</summary>
    public (string File, int Line)? Line(int token, int offset)
    {
        if (_pdb?.GetMetadataReader() is not { } pdb
            || Method(token, _metadata?.MethodDefinitions.Count ?? pdb.MethodDebugInformation.Count) is not { } method)
        {
            return null;
        }

        (string, int)? found = null;
        foreach (SequencePoint point in pdb.GetMethodDebugInformation(method).GetSequencePoints())
        {
            if (point.Offset > offset)
                break;
            if (!point.IsHidden)
                found = (pdb.GetString(pdb.GetDocument(point.Document).Name), point.StartLine);
        }

        return found;
    }

    /// <summary>True when the method belongs to a connection, command, reader or transaction of ADO.NET, whoever wrote it.</summary>
    public bool IsDriver(int token)
    {
        if (_metadata is not { } metadata || Method(token, metadata.MethodDefinitions.Count) is not { } handle)
            return false;
        TypeDefinition type = metadata.GetTypeDefinition(metadata.GetMethodDefinition(handle).GetDeclaringType());
        while (type.GetDeclaringType() is { IsNil: false } outer)
            type = metadata.GetTypeDefinition(outer);
        return IsDriver(metadata, type);
    }

    public void Dispose()
    {
        _pdb?.Dispose();
        _image?.Dispose();
    }

    private static bool IsDriver(MetadataReader metadata, TypeDefinition type) => type.BaseType switch
    {
        { IsNil: true } => false,
        { Kind: HandleKind.TypeDefinition } parent => IsDriver(metadata, metadata.GetTypeDefinition((TypeDefinitionHandle)parent)),
        { Kind: HandleKind.TypeReference } parent => IsDriver(metadata, metadata.GetTypeReference((TypeReferenceHandle)parent)),
        _ => false,
    };

    private static bool IsDriver(MetadataReader metadata, TypeReference type) =>
        metadata.StringComparer.Equals(type.Namespace, "System.Data.Common") && metadata.StringComparer.StartsWith(type.Name, "Db");

    private static MethodDefinitionHandle? Method(int token, int count)
    {
        EntityHandle handle = MetadataTokens.EntityHandle(token);
        return handle is { IsNil: false, Kind: HandleKind.MethodDefinition } && MetadataTokens.GetRowNumber(handle) <= count
            ? (MethodDefinitionHandle)handle
            : null;
    }
}
