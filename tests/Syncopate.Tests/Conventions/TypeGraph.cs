using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Tests.Conventions;

/// <summary>Which folder uses types of which other one, as the compiler binds the names in the code; comments do not count.</summary>
internal static class TypeGraph
{
    /// <summary>Files that stand by their public name in the root of a project, and are above its folders: the door that
    /// users come in by.</summary>
    private static readonly string[] Doors = ["src/Syncopate.Crud/CrudRegistration.cs", "src/Syncopate.Crud/CrudService.cs"];

    /// <summary>The arrows between the folders of some files.</summary>
    /// <param name="files">All files that may use each other.</param>
    public static IReadOnlyList<Arrow> Of(IReadOnlyList<SourceFile> files) => From(files, new BoundFiles(files));

    /// <summary>The arrows that begin at some of the files.</summary>
    /// <param name="files">Whose arrows are wanted.</param>
    /// <param name="all">These and all others that they may use.</param>
    public static IReadOnlyList<Arrow> From(IReadOnlyList<SourceFile> files, BoundFiles all)
    {
        Dictionary<SyntaxTree, string> folders = all.Files.ToDictionary(file => file.Tree.SyntaxTree, Folder);
        HashSet<string> ours = [.. Named(all.Files)];
        return
        [
            .. files.AsParallel()
                .SelectMany(file => Used(file, all.ModelOf(file), ours).Select(used => (File: file, Type: used)))
                // Two projects may have a type of one name, as the runtime asks of start-up hooks; each uses its own.
                .Where(use => !use.Type.DeclaringSyntaxReferences.Any(declared => folders[declared.SyntaxTree] == Folder(use.File)))
                .SelectMany(use => use.Type.DeclaringSyntaxReferences, (use, declared) => new Arrow(
                    Folder(use.File), folders.GetValueOrDefault(declared.SyntaxTree, ""), $"{use.File.FileName} uses {use.Type.Name}"))
                .Where(arrow => arrow.To.Length > 0 && arrow.From != arrow.To)
                .Distinct()
                .OrderBy(arrow => arrow.ToString(), StringComparer.Ordinal),
        ];
    }

    /// <summary>"Syncopate.Load/Http1" of <c>src/Syncopate.Load/Http1/Poller.cs</c>; a door is a folder of its own.</summary>
    public static string Folder(SourceFile file)
    {
        string path = file.Path["src/".Length..];
        return path[..path.LastIndexOf(Doors.Contains(file.Path) ? '.' : '/')];
    }

    /// <summary>What a use of our own types can be written as: their names, and the names of their extension methods.</summary>
    private static IEnumerable<string> Named(IReadOnlyList<SourceFile> files) =>
        files.SelectMany(file => file.TopLevelTypes.Select(SourceFile.NameOf)
        .Concat(file.All<MethodDeclarationSyntax>().Where(IsExtension).Select(method => method.Identifier.ValueText)));

    private static bool IsExtension(MethodDeclarationSyntax method) =>
        method.ParameterList.Parameters is [var first, ..] && first.Modifiers.Any(SyntaxKind.ThisKeyword);

    private static HashSet<INamedTypeSymbol> Used(SourceFile file, SemanticModel model, HashSet<string> ours)
    {
        HashSet<INamedTypeSymbol> used = new(SymbolEqualityComparer.Default);
        foreach (SimpleNameSyntax name in file.All<SimpleNameSyntax>().Where(name => ours.Contains(name.Identifier.ValueText)))
        {
            SymbolInfo info = model.GetSymbolInfo(name);
            ISymbol? symbol = info.Symbol ?? info.CandidateSymbols.FirstOrDefault();
            INamedTypeSymbol? type = symbol switch
            {
                INamedTypeSymbol named => named,
                IMethodSymbol { ReducedFrom: not null } or IMethodSymbol { MethodKind: MethodKind.Constructor } => symbol.ContainingType,
                _ => null,
            };
            for (; type?.ContainingType is not null; type = type.ContainingType) ;
            if (type is not null)
                used.Add(type.OriginalDefinition);
        }

        return used;
    }

    /// <summary>One folder uses a type of another.</summary>
    /// <param name="From">The folder that uses it, below <c>src</c>.</param>
    /// <param name="To">The folder that has it.</param>
    /// <param name="Why">One of the reasons.</param>
    public sealed record Arrow(string From, string To, string Why)
    {
        public string FromRoom => From.Split('/')[0];

        public string ToRoom => To.Split('/')[0];

        public override string ToString() => $"{From} -> {To}: {Why}";
    }
}
