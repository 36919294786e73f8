using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace Syncopate.Analyzers.Rewriting;

/// <summary>Edits of several files that apply together. The same edit asked for twice is one edit.</summary>
internal sealed class EditSet
{
    private readonly HashSet<CodeEdit> _known = [];
    private readonly Dictionary<SyntaxTree, List<CodeEdit>> _edits = [];

    /// <summary>The files that change.</summary>
    public IReadOnlyCollection<SyntaxTree> Trees => _edits.Keys;

    /// <summary>Inserts before a node or token.</summary>
    public void Before(SyntaxNodeOrToken node, string text) =>
        Add(new CodeEdit(TreeOf(node), new TextSpan(node.SpanStart, 0), text, EditSide.Opening, node.Span.Length));

    /// <summary>Inserts behind a node or token.</summary>
    public void After(SyntaxNodeOrToken node, string text) =>
        Add(new CodeEdit(TreeOf(node), new TextSpan(node.Span.End, 0), text, EditSide.Closing, node.Span.Length));

    /// <summary>Adds an argument behind the others.</summary>
    public void Append(BaseArgumentListSyntax list, string argument)
    {
        // As wide as the whole list: what closes the last argument comes first.
        int end = list.Arguments.Count > 0 ? list.Arguments[list.Arguments.Count - 1].Span.End : list.SpanStart + 1;
        string text = list.Arguments.Count > 0 ? ", " + argument : argument;
        Add(new CodeEdit(list.SyntaxTree, new TextSpan(end, 0), text, EditSide.Closing, list.Span.Length));
    }

    /// <summary>Replaces a node or token; what stands around it stays.</summary>
    public void Replace(SyntaxNodeOrToken node, string text) => Replace(TreeOf(node), node.Span, text);

    /// <summary>Replaces a region.</summary>
    public void Replace(SyntaxTree tree, TextSpan span, string text) => Add(new CodeEdit(tree, span, text, EditSide.Instead, span.Length));

    /// <summary>Takes a region away, but leaves the comments in it.</summary>
    public void Remove(SyntaxNode root, TextSpan span)
    {
        string text = root.SyntaxTree.GetText().ToString(span);
        if (text.IndexOf("//", StringComparison.Ordinal) < 0 && text.IndexOf("/*", StringComparison.Ordinal) < 0)
            Replace(root.SyntaxTree, span, "");
        else
            foreach (SyntaxToken token in root.DescendantTokens(span).Where(token => span.Contains(token.Span)))
                Replace(token, "");
    }

    /// <summary>The changes of a file, in order; null where two of them touch the same text.</summary>
    public IReadOnlyList<TextChange>? ChangesOf(SyntaxTree tree)
    {
        List<TextChange> changes = [];
        foreach (CodeEdit edit in Ordered(_edits[tree]))
        {
            TextChange? last = changes.Count == 0 ? null : changes[changes.Count - 1];
            if (last is { } before && before.Span.End > edit.Span.Start)
                return null;
            if (last is { } inserted && inserted.Span.IsEmpty && inserted.Span.Start == edit.Span.Start)
                changes[changes.Count - 1] = new TextChange(edit.Span, inserted.NewText + edit.Text);
            else
                changes.Add(new TextChange(edit.Span, edit.Text));
        }

        return changes;
    }

    private static IEnumerable<CodeEdit> Ordered(IEnumerable<CodeEdit> edits) => edits
        .OrderBy(edit => edit.Span.Start)
        .ThenBy(edit => edit.Side)
        .ThenBy(edit => edit.Side == EditSide.Closing ? edit.Width : -edit.Width);

    // Only a node or token that was never parsed has no tree.
    private static SyntaxTree TreeOf(SyntaxNodeOrToken node) => node.SyntaxTree!;

    private void Add(CodeEdit edit)
    {
        if (!_known.Add(edit))
            return;
        if (!_edits.TryGetValue(edit.Tree, out List<CodeEdit>? edits))
            _edits[edit.Tree] = edits = [];
        edits.Add(edit);
    }
}
