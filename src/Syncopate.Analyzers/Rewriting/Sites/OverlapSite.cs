using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Rewriting.Reading;

namespace Syncopate.Analyzers.Rewriting.Sites;

/// <summary>
/// Independent awaits that overlap: the tasks are started in the order of the source, then awaited in it, so that types and the
/// first exception stay.
/// </summary>
/// <param name="First">The first statement of the group.</param>
/// <param name="Last">Its last one.</param>
/// <param name="Starts">The awaits of the group, in order.</param>
internal sealed record OverlapSite(StatementSyntax First, StatementSyntax Last, IReadOnlyList<OverlapStart> Starts) : Site(First)
{
    /// <inheritdoc/>
    public override string Title => "Start both, then await both";

    /// <inheritdoc/>
    public override void Write(EditSet edits, SourceSet code)
    {
        Microsoft.CodeAnalysis.Text.SourceText text = First.SyntaxTree.GetText();
        Microsoft.CodeAnalysis.Text.TextLine line = text.Lines.GetLineFromPosition(Last.SpanStart);
        string indent = text.ToString(Microsoft.CodeAnalysis.Text.TextSpan.FromBounds(line.Start, Last.SpanStart));
        string end = UsingText.LineEnd(text);
        foreach (OverlapStart start in Starts)
        {
            // "string rate = await E" becomes "Task<string> rateTask = E".
            edits.Replace(First.SyntaxTree, Microsoft.CodeAnalysis.Text.TextSpan.FromBounds(start.Statement.SpanStart, start.Task.SpanStart), $"{start.TaskType} {start.TaskName} = ");
            if (start.Tail.Length > 0)
                edits.Replace(First.SyntaxTree, Microsoft.CodeAnalysis.Text.TextSpan.FromBounds(start.Task.Span.End, start.Await.Span.End), "");
            if (start.NeedsUsing)
                UsingText.Add(edits, start.Statement, TaskNames.Namespace);
        }

        edits.After(Last, string.Concat(Starts.Select(start => $"{end}{indent}{start.Head}await {start.TaskName}{start.Tail};")));
    }
}

/// <summary>One await of such a group.</summary>
/// <param name="Statement">Its statement.</param>
/// <param name="Await">The await.</param>
/// <param name="Task">What it awaits, without ConfigureAwait.</param>
/// <param name="TaskName">The new variable.</param>
internal sealed record OverlapStart(StatementSyntax Statement, AwaitExpressionSyntax Await, ExpressionSyntax Task, string TaskName)
{
    /// <summary>The type of the new variable as it is written.</summary>
    public string TaskType { get; init; } = "var";

    /// <summary>What stands before the await, such as <c>string rate = </c>.</summary>
    public string Head => Statement.ToString().Substring(0, Await.SpanStart - Statement.SpanStart);

    /// <summary>What stands behind the task in the await, such as <c>.ConfigureAwait(false)</c>.</summary>
    public string Tail => Await.ToString().Substring(Task.Span.End - Await.SpanStart);

    /// <summary>The type is written, and nothing imports it.</summary>
    public bool NeedsUsing { get; init; }
}
