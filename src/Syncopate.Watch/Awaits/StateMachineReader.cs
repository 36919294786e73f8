using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using Syncopate.Running.Machines;

namespace Syncopate.Watch.Awaits;

/// <summary>Finds the async methods of an assembly, and the lines of their awaits by its portable PDB, beside it or inside.</summary>
internal sealed class StateMachineReader
{
    // "Async Method Stepping Information" of the portable PDB format: for each await where it yields and where it goes on.
    private static readonly Guid Stepping = new("54FD2AC5-E925-401A-9C2A-F94F171072F8");

    private readonly MetadataReader _assembly;
    private readonly MetadataReader _pdb;

    private StateMachineReader(MetadataReader assembly, MetadataReader pdb) => (_assembly, _pdb) = (assembly, pdb);

    /// <summary>All async methods of the assembly; none when it has no portable PDB, is not there, or is no assembly.</summary>
    public static IReadOnlyList<StateMachine> Read(string assemblyPath) =>
        Read<IReadOnlyList<StateMachine>>(assemblyPath, (assembly, pdb) => [.. new StateMachineReader(assembly, pdb).All()]) ?? [];

    /// <summary>Asks an assembly and its portable PDB; the default value when it has none, is not there, or is no assembly.</summary>
    public static T? Read<T>(string assemblyPath, Func<MetadataReader, MetadataReader, T> ask)
    {
        try
        {
            using FileStream file = File.OpenRead(assemblyPath);
            using PEReader image = new(file);
            if (!image.HasMetadata
                || !image.TryOpenAssociatedPortablePdb(assemblyPath, Open, out MetadataReaderProvider? pdb, out _)
                || pdb is null)
            {
                return default;
            }

            using (pdb)
                return ask(image.GetMetadataReader(), pdb.GetMetadataReader());
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or BadImageFormatException)
        {
            return default; // It is gone, locked, or native: its methods go without lines.
        }
    }

    private static FileStream? Open(string path) => File.Exists(path) ? File.OpenRead(path) : null;

    private IEnumerable<StateMachine> All()
    {
        foreach (TypeDefinitionHandle handle in _assembly.TypeDefinitions)
        {
            TypeDefinition type = _assembly.GetTypeDefinition(handle);
            if (type.IsNested && _assembly.GetString(type.Name).Contains(">d", StringComparison.Ordinal) && MoveNext(type) is { } method)
                yield return Machine(handle, method);
        }

        foreach (MethodDefinitionHandle handle in _assembly.MethodDefinitions)
        {
            if (AsyncMethodReader.IsRuntimeAsync(_assembly.GetMethodDefinition(handle)))
                yield return RuntimeAsync(handle);
        }
    }

    // By the name that the agent gives it.
    private StateMachine RuntimeAsync(MethodDefinitionHandle handle)
    {
        MethodDefinition method = _assembly.GetMethodDefinition(handle);
        string name = StateMachineName.Without(FullName(method.GetDeclaringType()), _assembly.GetString(method.Name));
        SourcePlace? first = Points(handle) is [var point, ..] ? point.Place : null;
        return new StateMachine(name, StateMachineName.TypeAndMethod(name), first?.File, first?.Line, []) { IsRuntimeAsync = true };
    }

    private MethodDefinitionHandle? MoveNext(TypeDefinition type)
    {
        foreach (MethodDefinitionHandle method in type.GetMethods())
        {
            if (_assembly.GetString(_assembly.GetMethodDefinition(method).Name) == "MoveNext")
                return method;
        }

        return null;
    }

    private StateMachine Machine(TypeDefinitionHandle type, MethodDefinitionHandle moveNext)
    {
        List<(int Offset, SourcePlace Place)> points = Points(moveNext);
        SourcePlace? first = points.Count > 0 ? points[0].Place : null;
        string name = FullName(type);
        return new StateMachine(name, StateMachineName.TypeAndMethod(name), first?.File, first?.Line,
            [.. Yields(moveNext).Order().Select(offset => points.LastOrDefault(p => p.Offset <= offset).Place)]);
    }

    private List<(int Offset, SourcePlace Place)> Points(MethodDefinitionHandle method)
    {
        MethodDebugInformation debug = _pdb.GetMethodDebugInformation(method);
        if (debug.SequencePointsBlob.IsNil)
            return [];
        return [.. debug.GetSequencePoints()
            .Where(p => !p.IsHidden)
            .Select(p => (p.Offset, new SourcePlace(Source(p.Document), p.StartLine)))];
    }

    private string Source(DocumentHandle document) => _pdb.GetString(_pdb.GetDocument(document).Name);

    // States are numbered in the order in which the compiler meets the awaits, and so do their offsets grow.
    private List<int> Yields(MethodDefinitionHandle method)
    {
        List<int> offsets = [];
        foreach (CustomDebugInformationHandle handle in _pdb.GetCustomDebugInformation(method))
        {
            CustomDebugInformation information = _pdb.GetCustomDebugInformation(handle);
            if (_pdb.GetGuid(information.Kind) != Stepping)
                continue;
            BlobReader blob = _pdb.GetBlobReader(information.Value);
            blob.ReadUInt32(); // The handler of exceptions.
            while (blob.RemainingBytes > 0)
            {
                offsets.Add((int)blob.ReadUInt32());
                blob.ReadUInt32(); // Where it goes on.
                blob.ReadCompressedInteger(); // In which method: this one.
            }
        }

        return offsets;
    }

    private string FullName(TypeDefinitionHandle handle)
    {
        TypeDefinition type = _assembly.GetTypeDefinition(handle);
        string name = _assembly.GetString(type.Name);
        if (type.GetDeclaringType() is { IsNil: false } outer)
            return $"{FullName(outer)}+{name}";
        string space = _assembly.GetString(type.Namespace);
        return space.Length == 0 ? name : $"{space}.{name}";
    }
}
