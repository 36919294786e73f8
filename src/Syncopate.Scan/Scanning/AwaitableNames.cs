using System.Collections.Concurrent;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Knowledge;
using Syncopate.Analyzers.Rules;

namespace Syncopate.Scan.Scanning;

/// <summary>
/// Names of methods that may have an asynchronous twin, read from names alone: binding a call costs a hundred times as much, and most calls have a name
/// that no twin has.
/// </summary>
internal sealed class AwaitableNames
{
    private const string Ending = "Async";
    private readonly ConcurrentDictionary<string, HashSet<string>> _files = new(StringComparer.Ordinal);

    /// <summary>The names of one compilation: of its references, and of <paramref name="own"/>.</summary>
    public Func<string, bool> Of(Compilation compilation, IReadOnlyCollection<string> own)
    {
        HashSet<string> names = new(StringComparer.Ordinal);
        foreach (MetadataReference reference in compilation.References)
            if (reference is PortableExecutableReference { FilePath: { } path })
                names.UnionWith(_files.GetOrAdd(path, Read));
            else if (reference is PortableExecutableReference inMemory)
                names.UnionWith(Read(inMemory));
        // Of packages nothing by these names waits, and they are among the most frequent of all: list.Add(…).
        names.RemoveWhere(name => name is "Add" or "AddRange" or "Attach" or "AttachRange" || IoTable.NeverWaitsByName(name));
        names.UnionWith(own);
        return names.Contains;
    }

    /// <summary>Names of source: those with a twin, and those of methods that give a task though they do not say so.</summary>
    public static IEnumerable<string> InSource(SyntaxNode root)
    {
        foreach (SyntaxNode node in root.DescendantNodes(node => node is CompilationUnitSyntax or BaseNamespaceDeclarationSyntax or TypeDeclarationSyntax))
        {
            if (node is not MethodDeclarationSyntax method)
                continue;
            string name = method.Identifier.ValueText;
            if (name.EndsWith(Ending, StringComparison.Ordinal))
            {
                yield return name[..^Ending.Length];
                yield return FileRules.OwnWord + name[..^Ending.Length];
            }
            else if (method.ReturnType.ToString().Contains("Task", StringComparison.Ordinal))
            {
                yield return name;
                yield return FileRules.OwnWord + name;
                yield return FileRules.TaskWord + name;
            }
        }
    }

    private static HashSet<string> Read(string path)
    {
        try
        {
            using PEReader file = new(File.OpenRead(path));
            return file.HasMetadata ? Read(file.GetMetadataReader()) : [];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or BadImageFormatException)
        {
            return [];
        }
    }

    private static HashSet<string> Read(PortableExecutableReference reference)
    {
        HashSet<string> names = [];
        if (reference.GetMetadata() is AssemblyMetadata assembly)
            foreach (ModuleMetadata module in assembly.GetModules())
                names.UnionWith(Read(module.GetMetadataReader()));
        return names;
    }

    private static HashSet<string> Read(MetadataReader reader)
    {
        HashSet<string> names = [];
        foreach (MethodDefinitionHandle handle in reader.MethodDefinitions)
        {
            StringHandle name = reader.GetMethodDefinition(handle).Name;
            string text = reader.GetString(name);
            if (text.Length > Ending.Length && text.EndsWith(Ending, StringComparison.Ordinal) && !text.Contains('.', StringComparison.Ordinal))
                names.Add(text[..^Ending.Length]);
        }
        return names;
    }
}
