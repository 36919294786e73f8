using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using Syncopate.Runtimes;

namespace Syncopate.Running.Machines;

/// <summary>Counts the async methods of compiled assemblies, without loading them.</summary>
internal static class AsyncMethodReader
{
    // MethodImplOptions.Async of .NET 11.
    private const MethodImplAttributes Async = (MethodImplAttributes)0x2000;

    /// <summary>Those of one assembly.</summary>
    public static AsyncMethodCount Of(MetadataReader assembly)
    {
        var (machines, runtime) = (0, 0);
        foreach (MethodDefinitionHandle handle in assembly.MethodDefinitions)
        {
            MethodDefinition method = assembly.GetMethodDefinition(handle);
            if (IsRuntimeAsync(method))
                runtime++;
            else if (method.GetCustomAttributes().Any(attribute => IsStateMachine(assembly, attribute)))
                machines++;
        }

        return new AsyncMethodCount(machines, runtime);
    }

    /// <summary>Those of the assembly in a file; none when it cannot be read, or is no assembly.</summary>
    public static AsyncMethodCount OfFile(string path)
    {
        try
        {
            using FileStream file = File.OpenRead(path);
            using PEReader image = new(file);
            return image.HasMetadata ? Of(image.GetMetadataReader()) : default;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or BadImageFormatException)
        {
            return default; // It is gone, locked, or native.
        }
    }

    /// <summary>Whether the runtime suspends and resumes the method by itself.</summary>
    public static bool IsRuntimeAsync(MethodDefinition method) => (method.ImplAttributes & Async) != 0;

    private static bool IsStateMachine(MetadataReader assembly, CustomAttributeHandle handle)
    {
        if (assembly.GetCustomAttribute(handle).Constructor is not { Kind: HandleKind.MemberReference } constructor)
            return false;
        EntityHandle type = assembly.GetMemberReference((MemberReferenceHandle)constructor).Parent;
        return type.Kind == HandleKind.TypeReference
            && assembly.StringComparer.Equals(assembly.GetTypeReference((TypeReferenceHandle)type).Name, "AsyncStateMachineAttribute");
    }
}
