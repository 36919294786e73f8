using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Calls;
using Syncopate.Analyzers.Entries;
using Syncopate.Analyzers.Flow;

namespace Syncopate.Analyzers.Rules;

/// <summary>What the rules share while they look at one file. Used by one thread.</summary>
internal sealed class FileContext
{
    private readonly Dictionary<SyntaxNode, FunctionKind> _kinds = [];
    private readonly Dictionary<SyntaxNode, Entry?> _entries = [];
    private readonly Func<IMethodSymbol, Entry?> _mapped;

    /// <param name="model">Of the file.</param>
    /// <param name="code">The source that callees are looked up in.</param>
    /// <param name="reach">What methods of that source wait for.</param>
    /// <param name="mapped">The entry that a method is because it was given to MapGet and its kin; null where that is not known.</param>
    public FileContext(SemanticModel model, SourceCode code, CallReach reach, Func<IMethodSymbol, Entry?> mapped)
    {
        Model = model;
        Calls = new BlockingCalls(model, code, reach);
        _mapped = mapped;
    }

    public SemanticModel Model { get; }

    public BlockingCalls Calls { get; }

    /// <summary>Blocking calls in sync code, which are right or wrong by who calls that code.</summary>
    public List<BlockingCall> Leaves { get; } = [];

    /// <summary>How the code at the node is run.</summary>
    public FunctionKind KindAt(SyntaxNode node, out SyntaxNode? function)
    {
        function = Function.Around(node);
        if (function is null)
            return FunctionKind.Sync;
        if (!_kinds.TryGetValue(function, out FunctionKind kind))
            _kinds[function] = kind = Function.KindOf(function, Model);
        return kind != FunctionKind.Expression && Function.IsInTranslatedClause(node, function, Model) ? FunctionKind.Expression : kind;
    }

    /// <summary>The entry that this function is; null when it is none.</summary>
    public Entry? EntryOf(SyntaxNode? function)
    {
        if (function is null)
            return null;
        if (!_entries.TryGetValue(function, out Entry? entry))
            _entries[function] = entry = EntryPoints.Of(function, Model, _mapped);
        return entry;
    }

    /// <summary>The member around the node as it is read, or the start of the program.</summary>
    public string MemberName(SyntaxNode node) => Function.MemberAround(node) is { } member and not CompilationUnitSyntax && Model.GetDeclaredSymbol(member) is { } symbol
        ? CallText.Member(symbol) : "the start of the program";
}
