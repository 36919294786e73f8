using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;
using Syncopate.Journaling;

namespace Syncopate.Assemblies;

/// <summary>The twins of an assembly, read from its metadata: nothing of it is loaded, and none of its code runs.</summary>
internal static class AssemblyTwins
{
    private const string Suffix = "Async";
    private static readonly TypeText Words = new();

    /// <summary>All of them, in the order of the alphabet.</summary>
    /// <param name="path">The file.</param>
    /// <exception cref="FormsException">It is not there, cannot be read, or is no .NET assembly.</exception>
    public static IReadOnlyList<Twin> Of(string path)
    {
        if (!File.Exists(path))
        {
            throw new FormsException($"Cannot read the assembly '{path}': there is no such file. Build the project, and name the file "
                + "below its bin folder, such as bin/Release/net10.0/My.dll.");
        }

        try
        {
            // Who opens a pipe waits for somebody who writes into it: a form that names one would never be answered.
            if (RegularFile.Refusal(path) is { } refusal)
                throw new FormsException($"Cannot read the assembly '{path}': {refusal}. Name the .dll that a build made.");
            using FileStream file = File.OpenRead(path);
            using PEReader image = new(file);
            if (!image.HasMetadata)
                throw NoAssembly(path);
            MetadataReader reader = image.GetMetadataReader();
            if (!reader.IsAssembly)
                throw NoAssembly(path);
            return [.. reader.TypeDefinitions.SelectMany(type => OfType(reader, reader.GetTypeDefinition(type)))
                .OrderBy(t => t.Type, StringComparer.Ordinal).ThenBy(t => t.Sync.Name, StringComparer.Ordinal)];
        }
        catch (BadImageFormatException)
        {
            throw NoAssembly(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new FormsException($"Cannot read the assembly '{path}': {e.Message.TrimEnd('.')}.");
        }
    }

    private static FormsException NoAssembly(string path) => new(
        $"'{path}' is no .NET assembly. Name the .dll that a build made of your project; a program of one file, or one compiled ahead of "
        + "time, has none to read.");

    private static IEnumerable<Twin> OfType(MetadataReader reader, TypeDefinition type)
    {
        if (!IsSeen(reader, type) || type.Attributes.HasFlag(TypeAttributes.Interface))
            yield break;
        string name = Name(reader, type);
        TwinMethod[] methods =
        [
            .. type.GetMethods().Where(m => IsSeen(reader.GetMethodDefinition(m))).Select(m => Method(reader, m)),
        ];
        TwinMethod[] tasks = [.. methods.Where(m => m.GivesTask && m.Name.EndsWith(Suffix, StringComparison.Ordinal))];
        foreach (TwinMethod method in tasks)
        {
            string plain = method.Name[..^Suffix.Length];
            if (Array.Find(methods, m => m.Name == plain && !m.GivesTask && m.IsLike(method)) is { } sync)
                yield return new Twin(name, sync, method, Obstacle(reader, type, sync));
        }
    }

    /// <summary>Why no arguments make a method callable; null for nothing.</summary>
    private static string? Obstacle(MetadataReader reader, TypeDefinition type, TwinMethod method)
    {
        if (type.GetGenericParameters().Count > 0)
            return "its type is generic, and its type arguments are not known";
        if (method.IsGeneric)
            return "it is generic, and its type arguments are not known";
        if (method.Parameters.FirstOrDefault(p => p.Type.StartsWith("ref ", StringComparison.Ordinal)) is { } reference)
            return $"it takes {reference.Name} by reference";
        if (method.IsStatic)
            return null;
        if (type.Attributes.HasFlag(TypeAttributes.Abstract))
            return "its type is abstract";
        MethodDefinition[] constructors = [.. type.GetMethods().Select(reader.GetMethodDefinition)
            .Where(m => reader.GetString(m.Name) == ".ctor" && IsSeen(m, isConstructor: true))];
        // A struct can be made without a constructor.
        bool isStruct = type.BaseType.Kind == HandleKind.TypeReference
            && reader.GetString(reader.GetTypeReference((TypeReferenceHandle)type.BaseType).Name) == "ValueType";
        if (isStruct || Array.Exists(constructors, c => c.DecodeSignature(Words, null).ParameterTypes.Length == 0))
            return null;
        return constructors.Length == 0 ? "its type has no constructor that can be reached"
            : $"its type is made with ({string.Join(", ", constructors[0].DecodeSignature(Words, null).ParameterTypes)})";
    }

    private static TwinMethod Method(MetadataReader reader, MethodDefinitionHandle handle)
    {
        MethodDefinition method = reader.GetMethodDefinition(handle);
        MethodSignature<string> signature = method.DecodeSignature(Words, null);
        Dictionary<int, Parameter> rows =
            method.GetParameters().Select(reader.GetParameter).ToDictionary(p => p.SequenceNumber);
        return new TwinMethod(
            MetadataTokens.GetToken(handle),
            reader.GetString(method.Name),
            method.Attributes.HasFlag(MethodAttributes.Static),
            method.GetGenericParameters().Count > 0,
            signature.ReturnType,
            [.. signature.ParameterTypes.Select((type, i) => rows.TryGetValue(i + 1, out Parameter row)
                ? Described(reader, type, row)
                : new TwinParameter(type, FormattableString.Invariant($"argument{i + 1}"), IsOptional: false))]);
    }

    private static TwinParameter Described(MetadataReader reader, string type, Parameter row) =>
        new(type, reader.GetString(row.Name), row.Attributes.HasFlag(ParameterAttributes.Optional));

    // Public or internal, as the methods of most programs are; nothing that the compiler made.
    private static bool IsSeen(MethodDefinition method, bool isConstructor = false) =>
        (isConstructor || !method.Attributes.HasFlag(MethodAttributes.SpecialName))
        && (method.Attributes & MethodAttributes.MemberAccessMask)
            is MethodAttributes.Public or MethodAttributes.Assembly or MethodAttributes.FamORAssem;

    private static bool IsSeen(MetadataReader reader, TypeDefinition type) =>
        !reader.GetString(type.Name).Contains('<', StringComparison.Ordinal)
        && (type.Attributes & TypeAttributes.VisibilityMask) is TypeAttributes.Public or TypeAttributes.NotPublic
            or TypeAttributes.NestedPublic or TypeAttributes.NestedAssembly or TypeAttributes.NestedFamORAssem
        && (type.GetDeclaringType() is not { IsNil: false } outer || IsSeen(reader, reader.GetTypeDefinition(outer)));

    private static string Name(MetadataReader reader, TypeDefinition type)
    {
        string name = reader.GetString(type.Name).Split('`')[0];
        if (type.GetDeclaringType() is { IsNil: false } outer)
            return $"{Name(reader, reader.GetTypeDefinition(outer))}.{name}";
        string space = reader.GetString(type.Namespace);
        return space.Length > 0 ? $"{space}.{name}" : name;
    }
}
