using System.Collections.Frozen;
using Microsoft.CodeAnalysis;

namespace Syncopate.Scan.Loading.Compiling;

/// <summary>Which generators of .NET have nothing to do in a project: each acts on an attribute or a call, and none of its
/// sources names that. To load and run them all the same took most of the time of loading.</summary>
internal static class GeneratorTriggers
{
    /// <summary>What the sources must name, by the assembly of the generators.</summary>
    private static readonly FrozenDictionary<string, string[]> Words = new Dictionary<string, string[]>
    {
        ["System.Text.RegularExpressions.Generator"] = ["GeneratedRegex"],
        ["System.Text.Json.SourceGeneration"] = ["JsonSerializable"],
        ["Microsoft.Extensions.Logging.Generators"] = ["LoggerMessage"],
        ["Microsoft.Extensions.Options.SourceGeneration"] = ["OptionsValidator"],
        ["Microsoft.Interop.LibraryImportGenerator"] = ["LibraryImport"],
        ["Microsoft.Interop.ComInterfaceGenerator"] = ["GeneratedCom"],
        ["Microsoft.Interop.JavaScript.JSImportGenerator"] = ["JSImport", "JSExport"],
        ["Microsoft.Extensions.Validation.ValidationsGenerator"] = ["AddValidation"],
    }.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase);

    /// <summary>Those of some assemblies that may have something to do; any that is not of .NET may.</summary>
    public static IReadOnlyList<string> Needed(IReadOnlyList<string> analyzers, IReadOnlyList<SyntaxTree> trees)
    {
        List<string> candidates = [.. analyzers.Where(path => Words.ContainsKey(Path.GetFileNameWithoutExtension(path)))];
        HashSet<string> idle = [.. candidates];
        foreach (SyntaxTree tree in trees)
        {
            if (idle.Count == 0)
                break;
            string text = tree.GetText().ToString();
            idle.RemoveWhere(path =>
                Words[Path.GetFileNameWithoutExtension(path)].Any(word => text.Contains(word, StringComparison.Ordinal)));
        }

        return [.. analyzers.Where(path => !idle.Contains(path))];
    }
}
