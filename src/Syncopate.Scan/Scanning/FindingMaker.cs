using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers;
using Syncopate.Analyzers.Calls;
using Syncopate.Analyzers.Entries;
using Syncopate.Analyzers.Flow;
using Syncopate.Analyzers.Knowledge;

namespace Syncopate.Scan.Scanning;

/// <summary>Puts what a rule saw into words and places that do without the compiler, and adds the ways that lead to it.</summary>
internal sealed class FindingMaker(string root, CallGraph graph)
{
    private readonly Dictionary<string, ScanEntry> _entries = new(StringComparer.Ordinal);
    private readonly Dictionary<SyntaxNode, Ways> _ways = [];

    /// <summary>The entries that reach a finding made so far.</summary>
    public IReadOnlyList<ScanEntry> Entries => [.. _entries.Values];

    /// <summary>The finding of a sighting.</summary>
    public Finding Of(Sighting found, ScannedFile file)
    {
        bool isOfWaiting = found.Rule != ScanRules.AsyncVoid && found.Rule != ScanRules.DroppedTask && found.Rule != ScanRules.BlockingDisposal;
        IReadOnlyList<Way> ways = isOfWaiting ? WaysTo(found.Node).Found : [];
        return Make(found.Rule, found, file) with
        {
            Chain = ways.Count == 0 ? [] : Steps(ways[0], found.Node),
            Entries = [.. ways.Select(way => way.Entry.Name)],
        };
    }

    /// <summary>What a blocking call in sync code comes to, when an entry reaches it; null when none does, or when its method has an asynchronous twin.</summary>
    public Sighting? ChainOf(BlockingCall leaf, ScannedFile file, SolutionCode code)
    {
        if (code.ModelOf(file.Tree) is not { } model || !IsRunHere(leaf.Node, model))
            return null;
        if (Function.MemberAround(leaf.Node) is not { } member || model.GetDeclaredSymbol(member) is not { } symbol)
            return null;
        if (symbol is IMethodSymbol method && AsyncTwins.Of(method) is not null)
            return null;
        Ways ways = WaysTo(leaf.Node);
        return ways.Found.Count == 0 || new GivenStreams(graph, code).AreInMemory(leaf) ? null
            : new Sighting(ScanRules.Chain, leaf.Node, Words(ways, leaf)) { Twin = leaf.Twin };
    }

    // A delegate that is kept runs later, and for someone else.
    private static bool IsRunHere(SyntaxNode node, SemanticModel model)
    {
        for (SyntaxNode? at = Function.Around(node); at is AnonymousFunctionExpressionSyntax lambda; at = Function.Around(at))
            if (lambda.Parent is not ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax call } || model.GetSymbolInfo(call).Symbol is not IMethodSymbol taker
                || !Function.RunsAtOnce(taker))
                return false;
        return true;
    }

    private Ways WaysTo(SyntaxNode node)
    {
        if (Function.Around(node) is not { } function)
            return new Ways([], true);
        if (!_ways.TryGetValue(function, out Ways? ways))
            _ways[function] = ways = graph.WaysTo(function, node);
        foreach (Way way in ways.Found)
        {
            Place place = PlaceOf(Location.Create(way.Function.SyntaxTree, HeadOf(way.Function)));
            _entries.TryAdd(way.Entry.Name, new ScanEntry(way.Entry.Name, KindOf(way.Entry.Kind), place, 0));
        }
        return ways;
    }

    // Ways are kept for a function; the last call is this one.
    private List<ChainStep> Steps(Way way, SyntaxNode node)
    {
        List<ChainStep> steps = [];
        for (int i = 0; i < way.Steps.Count; i++)
        {
            (SyntaxNode function, SyntaxNode call) = way.Steps[i];
            SyntaxNode made = i == way.Steps.Count - 1 ? node : call;
            string member = i == 0 ? way.Entry.Name : graph.NameOf(function);
            steps.Add(new ChainStep(member, made is ExpressionSyntax expression ? CallText.Short(expression) : OneLine(made), PlaceOf(made.GetLocation())));
        }
        return steps;
    }

    private string Words(Ways ways, BlockingCall leaf)
    {
        Way way = ways.Found[0];
        IEnumerable<string> steps = way.Steps.Select((step, i) => i == 0 && way.Entry.Kind == EntryKind.MinimalApi ? way.Entry.Name
            : i == 0 ? way.Entry.Name + " → " + graph.NameOf(step.Function) + Line(step.Call, way.Steps.Count > 1) : graph.NameOf(step.Function) + Line(step.Call, i < way.Steps.Count - 1));
        string more = ways.IsAll ? "" : "at least ";
        string others = ways.Found.Count switch { 1 => ways.IsAll ? "" : "; perhaps other entries", 2 => $"; {more}1 other entry", _ => $"; {more}{ways.Found.Count - 1} other entries" };
        return $"{string.Join(" → ", steps)} blocks in `{CallText.Short(leaf.Node)}`{others}";
    }

    private static string Line(SyntaxNode call, bool isShown) => isShown ? $" (:{call.GetLocation().GetLineSpan().StartLinePosition.Line + 1})" : "";

    private Finding Make(DiagnosticDescriptor rule, Sighting found, ScannedFile file) => new()
    {
        Rule = rule.Id,
        Level = found.IsNote || rule.DefaultSeverity == DiagnosticSeverity.Info ? FindingLevel.Note : FindingLevel.Warning,
        Message = found.Message,
        Place = PlaceOf(found.Location),
        Project = file.Project.Name,
        Member = graph.NameOf(Function.MemberAround(found.Node) ?? found.Node),
        Call = found.Head is { } head ? found.Node.SyntaxTree.GetText().ToString(head) : OneLine(found.Node),
        Instead = found.Twin?.Name,
        Fingerprint = "",
    };

    private Place PlaceOf(Location location)
    {
        FileLinePositionSpan span = location.GetLineSpan();
        string file = Path.GetRelativePath(root, span.Path).Replace('\\', '/');
        return new Place(file, span.StartLinePosition.Line + 1, span.StartLinePosition.Character + 1, span.EndLinePosition.Line + 1, span.EndLinePosition.Character + 1);
    }

    // Of a method its name, of a lambda its parameters: not the whole body.
    private static Microsoft.CodeAnalysis.Text.TextSpan HeadOf(SyntaxNode function) => function switch
    {
        MethodDeclarationSyntax method => method.Identifier.Span,
        LocalFunctionStatementSyntax local => local.Identifier.Span,
        _ => function.GetFirstToken().Span,
    };

    private static string OneLine(SyntaxNode node)
    {
        string text = string.Join(' ', node.ToString().Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        return text.Length <= 160 ? text : text[..159] + "…";
    }

    private static string KindOf(EntryKind kind) => kind switch
    {
        EntryKind.MinimalApi => "minimal API",
        EntryKind.ViewComponent => "view component",
        EntryKind.HostedService => "hosted service",
        EntryKind.Hub => "hub method",
        EntryKind.Action or EntryKind.Page or EntryKind.Middleware or EntryKind.Filter or EntryKind.Operation
            or EntryKind.Handler or EntryKind.Component => kind.ToString().ToLowerInvariant(),
        _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, "Not a kind of entry."),
    };
}
