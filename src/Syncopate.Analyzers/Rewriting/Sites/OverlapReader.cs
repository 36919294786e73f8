using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Knowledge;
using Syncopate.Analyzers.Rewriting.Reading;

namespace Syncopate.Analyzers.Rewriting.Sites;

/// <summary>Reads a group of sequential awaits. Whether they are independent was decided by the rule; here only the form counts.</summary>
internal static class OverlapReader
{
    public static SiteAnswer Read(SyntaxNode first, SyntaxNode? last, SemanticModel model)
    {
        if (first.FirstAncestorOrSelf<StatementSyntax>() is not { } begin || Siblings(begin) is not { } list)
            return "The awaits are not statements of one block.";
        StatementSyntax? end = last is null
            ? list.SkipWhile(statement => statement != begin).Skip(1).FirstOrDefault(IsAwait)
            : list.FirstOrDefault(statement => statement.Span.Contains(last.Span));
        if (end is null || end.SpanStart <= begin.SpanStart)
            return "The awaits are not statements of one block.";
        StatementSyntax[] group = [.. list.SkipWhile(statement => statement != begin).TakeWhile(statement => statement.SpanStart <= end.SpanStart)];
        HashSet<string> taken = [.. model.LookupSymbols(begin.SpanStart).Select(symbol => symbol.Name), .. Declared(begin)];
        List<OverlapStart> starts = [];
        foreach (StatementSyntax statement in group.Where(IsAwait))
        {
            if (Start(statement, taken, model) is not { } start)
                return $"The await of {SourcePlace.Of(statement)} is part of a larger expression.";
            starts.Add(start);
        }

        return Used(group, starts, model) is { } obstacle ? obstacle
            : starts.Count < 2 ? "There are fewer than two awaits." : new OverlapSite(begin, end, starts);
    }

    private static IReadOnlyList<StatementSyntax>? Siblings(StatementSyntax statement) => statement.Parent switch
    {
        BlockSyntax block => block.Statements,
        SwitchSectionSyntax section => section.Statements,
        GlobalStatementSyntax { Parent: CompilationUnitSyntax unit } => [.. unit.Members.OfType<GlobalStatementSyntax>().Select(global => global.Statement)],
        _ => null,
    };

    private static bool IsAwait(StatementSyntax statement) => statement.DescendantNodesAndSelf(node => node is not AnonymousFunctionExpressionSyntax).Any(node => node is AwaitExpressionSyntax);

    private static OverlapStart? Start(StatementSyntax statement, HashSet<string> taken, SemanticModel model)
    {
        (ExpressionSyntax? value, string? variable, bool isNamed) = statement switch
        {
            LocalDeclarationStatementSyntax { UsingKeyword.RawKind: 0, Declaration: { Variables: { Count: 1 } variables } declared } =>
                (variables[0].Initializer?.Value, variables[0].Identifier.ValueText, !declared.Type.IsVar),
            ExpressionStatementSyntax { Expression: AssignmentExpressionSyntax { Left: IdentifierNameSyntax left, RawKind: (int)SyntaxKind.SimpleAssignmentExpression } assigned } =>
                (assigned.Right, left.Identifier.ValueText, true),
            _ => (null, null, false),
        };
        if (value is not AwaitExpressionSyntax wait || variable is null || wait.Expression.DescendantNodesAndSelf().Any(node => node is AwaitExpressionSyntax))
            return null;

        ExpressionSyntax task = wait.Expression is InvocationExpressionSyntax
        {
            Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "ConfigureAwait", Expression: { } inner },
        }
            ? inner : wait.Expression;
        if (model.GetTypeInfo(task).Type is not { } type || !TaskTypes.IsTask(type))
            return null;
        string name = Fresh(variable, taken);
        if (!isNamed)
            return new OverlapStart(statement, wait, task, name);
        bool needsUsing = !TaskTypes.IsValueTask(type) && TaskNames.NeedUsing(model, statement.SpanStart);
        string text = type.ToMinimalDisplayString(model, statement.SpanStart);
        return new OverlapStart(statement, wait, task, name) { TaskType = needsUsing ? text.Replace(TaskNames.Namespace + ".", "") : text, NeedsUsing = needsUsing };
    }

    // A name that nothing in the method has: the variable's own with "Task".
    private static string Fresh(string variable, HashSet<string> taken)
    {
        string stem = variable.Trim('_') is { Length: > 0 } trimmed ? trimmed : "started";
        string name = stem + "Task";
        for (int number = 2; !taken.Add(name); number++)
            name = stem + "Task" + number.ToString(System.Globalization.CultureInfo.InvariantCulture);
        return name;
    }

    private static IEnumerable<string> Declared(SyntaxNode node) =>
        (node.FirstAncestorOrSelf<MemberDeclarationSyntax>(member => member is not GlobalStatementSyntax) ?? node.SyntaxTree.GetRoot())
            .DescendantTokens().Where(token => token.IsKind(SyntaxKind.IdentifierToken)).Select(token => token.ValueText);

    // The results come later than they did: nothing between may use them.
    private static string? Used(StatementSyntax[] group, List<OverlapStart> starts, SemanticModel model)
    {
        foreach (OverlapStart start in starts)
        {
            ISymbol? result = start.Statement is LocalDeclarationStatementSyntax local
                ? model.GetDeclaredSymbol(local.Declaration.Variables[0])
                : model.GetSymbolInfo(((AssignmentExpressionSyntax)((ExpressionStatementSyntax)start.Statement).Expression).Left).Symbol;
            if (result is not null and not (ILocalSymbol or IParameterSymbol or IDiscardSymbol))
                return $"{result.Name} is not a local variable.";
            StatementSyntax? user = group.Where(statement => statement != start.Statement)
                .FirstOrDefault(statement => result is not IDiscardSymbol && statement.DescendantNodes().OfType<IdentifierNameSyntax>()
                    .Any(name => name.Identifier.ValueText == result?.Name && SymbolEqualityComparer.Default.Equals(model.GetSymbolInfo(name).Symbol, result)));
            if (user is not null)
                return $"{SourcePlace.Of(user)} needs {result?.Name} before the others are awaited.";
        }

        return group.Any(statement => statement is not (LocalDeclarationStatementSyntax or ExpressionStatementSyntax))
            ? "Between the awaits stands more than plain statements." : null;
    }
}
