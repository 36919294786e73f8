using Microsoft.CodeAnalysis;
using Syncopate.Scan.Loading.Recipes;

namespace Syncopate.Scan.Loading.Compiling;

/// <summary>Opens each file that projects refer to once: forty projects refer to the same three hundred. Used by one thread.</summary>
internal sealed class SharedReferences
{
    private readonly Dictionary<string, PortableExecutableReference?> _opened = new(ProjectPaths.Comparer);

    /// <summary>The reference to a file; null when it is not there or is no assembly.</summary>
    public MetadataReference? Of(FileReference file)
    {
        if (!_opened.TryGetValue(file.Path, out PortableExecutableReference? reference))
            _opened[file.Path] = reference = Open(file.Path);
        if (reference is null)
            return null;
        return file.Properties.Equals(MetadataReferenceProperties.Assembly) ? reference : reference.WithProperties(file.Properties);
    }

    private static PortableExecutableReference? Open(string path)
    {
        try
        {
            return MetadataReference.CreateFromFile(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or BadImageFormatException)
        {
            return null;
        }
    }
}
