using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Syncopate.Analyzers.Flow;

/// <summary>
/// Statements of a block, or parts of an expression, in order, and which of them can say anything about a task. Each is read
/// once: a method of a thousand waits would else look at each statement a thousand times.
/// </summary>
internal sealed class EarlierNodes
{
    private readonly SyntaxNode[] _nodes;
    private readonly List<int> _completing = [];
    private readonly Dictionary<string, List<int>> _making = new(StringComparer.Ordinal);

    /// <param name="parent">What the nodes are children of.</param>
    public EarlierNodes(SyntaxNode parent)
    {
        _nodes = [.. parent.ChildNodes().Where(node => node is not LocalFunctionStatementSyntax)];
        for (int i = 0; i < _nodes.Length; i++)
        {
            if (_nodes[i].DescendantNodesAndSelf().Any(MayComplete))
                _completing.Add(i);
            foreach (string name in Made(_nodes[i]).Concat(FinishedWaits.Names(_nodes[i])).Distinct())
            {
                if (!_making.TryGetValue(name, out List<int>? making))
                    _making[name] = making = [];
                making.Add(i);
            }
        }
    }

    /// <summary>Names of the variables that are declared or assigned within a node.</summary>
    public static IEnumerable<string> Made(SyntaxNode node)
    {
        foreach (SyntaxNode inner in node.DescendantNodesAndSelf())
        {
            if (inner is AssignmentExpressionSyntax { Left: IdentifierNameSyntax left })
                yield return left.Identifier.ValueText;
            else if (inner is VariableDeclaratorSyntax made)
                yield return made.Identifier.ValueText;
        }
    }

    /// <summary>Nodes that end before this one begins, and may complete a task, wait for that of this variable or make the variable
    /// anew; the latest first.</summary>
    /// <param name="at">A child of the parent.</param>
    /// <param name="name">Of the variable that holds the task; null when no variable does.</param>
    public IEnumerable<SyntaxNode> Before(SyntaxNode at, string? name)
    {
        List<int> making = name is not null && _making.TryGetValue(name, out List<int>? found) ? found : [];
        int completing = Count(_completing, at);
        int made = Count(making, at);
        while (completing > 0 || made > 0)
        {
            int last = Math.Max(completing > 0 ? _completing[completing - 1] : -1, made > 0 ? making[made - 1] : -1);
            if (completing > 0 && _completing[completing - 1] == last)
                completing--;
            if (made > 0 && making[made - 1] == last)
                made--;
            yield return _nodes[last];
        }
    }

    // How many of these nodes end before this one begins.
    private int Count(List<int> nodes, SyntaxNode at)
    {
        int low = 0;
        for (int high = nodes.Count; low < high;)
        {
            int middle = (low + high) / 2;
            if (_nodes[nodes[middle]].Span.End <= at.SpanStart)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    }

    // Waits, joins, and conditions under which nothing runs on.
    private static bool MayComplete(SyntaxNode node) => node is AwaitExpressionSyntax or IfStatementSyntax or WhileStatementSyntax
        or MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Wait" or "WaitAll" };
}
