using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using Syncopate.Scan.Loading.Recipes;

namespace Syncopate.Scan.Loading.Compiling;

/// <summary>The assemblies that an assembly refers to, read once each. Used by one thread.</summary>
internal sealed class NeededAssemblies
{
    private readonly Dictionary<string, IReadOnlyList<string>> _needed = new(ProjectPaths.Comparer);

    /// <summary>True when all it refers to is there.</summary>
    /// <param name="path">Of the assembly.</param>
    /// <param name="there">Names of assemblies.</param>
    public bool IsWhole(string path, ICollection<string> there)
    {
        if (!_needed.TryGetValue(path, out IReadOnlyList<string>? needed))
            _needed[path] = needed = Read(path);
        return needed.All(there.Contains);
    }

    private static IReadOnlyList<string> Read(string path)
    {
        try
        {
            using FileStream stream = File.OpenRead(path);
            using PEReader image = new(stream);
            MetadataReader metadata = image.GetMetadataReader();
            return [.. metadata.AssemblyReferences.Select(handle => metadata.GetString(metadata.GetAssemblyReference(handle).Name))];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or BadImageFormatException or InvalidOperationException)
        {
            return [];
        }
    }
}
