using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Calls;
using Syncopate.Analyzers.Flow;

namespace Syncopate.Analyzers.Sequences;

/// <summary>
/// SYNC2006: awaits one after the other that do not need each other. Silent whenever one of them writes, shares a context, or cannot be seen, and
/// whenever a condition, a throw or a return lies between: a second call that also runs when the first one fails is another program.
/// </summary>
internal static class SequentialAwaits
{
    /// <summary>The groups of one file, in the order of the source.</summary>
    /// <param name="root">Of the file.</param>
    /// <param name="model">Of the file.</param>
    /// <param name="effects">What calls do.</param>
    /// <param name="holds">False for members in which there is nothing to see.</param>
    public static IEnumerable<Sighting> Find(SyntaxNode root, SemanticModel model, SourceEffects effects, Func<SyntaxNode, bool> holds)
    {
        foreach (SyntaxNode node in root.DescendantNodes(holds))
        {
            SyntaxList<StatementSyntax>? statements = node switch
            {
                BlockSyntax block => block.Statements,
                SwitchSectionSyntax section => section.Statements,
                _ => null,
            };
            if (statements is not { Count: > 1 } list || !HasPair(list) || IsStart(node))
                continue;
            foreach (Sighting found in InList(list, model, effects))
                yield return found;
        }
    }

    // Two awaits whose results are kept, with nothing but plain statements between them: all else is not worth binding.
    private static bool HasPair(SyntaxList<StatementSyntax> list)
    {
        bool isOpen = false;
        foreach (StatementSyntax statement in list)
        {
            if (statement is not (LocalDeclarationStatementSyntax or ExpressionStatementSyntax or LocalFunctionStatementSyntax or EmptyStatementSyntax))
                isOpen = false;
            else if (statement is LocalDeclarationStatementSyntax or ExpressionStatementSyntax { Expression: AssignmentExpressionSyntax } && HasAwait(statement))
            {
                if (isOpen)
                    return true;
                isOpen = true;
            }
        }
        return false;
    }

    // What runs once has nothing to gain.
    private static bool IsStart(SyntaxNode node) => Function.Around(node) is CompilationUnitSyntax or MethodDeclarationSyntax { Identifier.ValueText: "Main" };

    private static bool HasAwait(StatementSyntax statement) => Own(statement).Any(node => node is AwaitExpressionSyntax);

    private static IEnumerable<SyntaxNode> Own(SyntaxNode node) => node.DescendantNodesAndSelf(inner => !Function.IsFunction(inner));

    private static IEnumerable<Sighting> InList(SyntaxList<StatementSyntax> list, SemanticModel model, SourceEffects effects)
    {
        List<Step> group = [];
        HashSet<ISymbol> tainted = new(SymbolEqualityComparer.Default);
        foreach (StatementSyntax statement in list)
        {
            Step? step = StepOf(statement, model, effects);
            bool needs = Reads(statement, tainted, model);
            if ((step is null && !IsPlain(statement, model, effects)) || (step is not null && needs))
            {
                if (Say(group) is { } found)
                    yield return found;
                group.Clear();
                tainted.Clear();
            }
            if (step is not null)
            {
                group.Add(step);
                Taint(statement, tainted, model);
                if (IsGuard(statement))
                {
                    if (Say(group) is { } found)
                        yield return found;
                    group.Clear();
                    tainted.Clear();
                }
            }
            else if (needs)
            {
                Taint(statement, tainted, model);
            }
        }
        if (Say(group) is { } last)
            yield return last;
    }

    // An await whose result is kept in a variable of its own, of a call that reads something that many may use at once.
    private static Step? StepOf(StatementSyntax statement, SemanticModel model, SourceEffects effects)
    {
        ExpressionSyntax? value = statement switch
        {
            LocalDeclarationStatementSyntax { UsingKeyword.RawKind: (int)SyntaxKind.None, Declaration.Variables: { Count: 1 } variables } => variables[0].Initializer?.Value,
            ExpressionStatementSyntax { Expression: AssignmentExpressionSyntax { RawKind: (int)SyntaxKind.SimpleAssignmentExpression, Left: IdentifierNameSyntax left } assignment }
                when model.GetSymbolInfo(left).Symbol is ILocalSymbol => assignment.Right,
            _ => null,
        };
        if (value is null)
            return null;
        List<AwaitExpressionSyntax> waits = [.. Own(value).OfType<AwaitExpressionSyntax>()];
        if (waits.Count != 1 || TaskRoots.Peel(waits[0].Expression) is not InvocationExpressionSyntax call || HasOutside(call, model))
            return null;
        return OfChain(call, model, effects).MayOverlap && Own(value).OfType<InvocationExpressionSyntax>().All(inner => inner.Span.Contains(waits[0].Span) || waits[0].Span.Contains(inner.Span))
            ? new Step(waits[0], call) : null;
    }

    // The call, and the calls in its receiver and arguments, which run first.
    private static CallEffect OfChain(InvocationExpressionSyntax call, SemanticModel model, SourceEffects effects)
    {
        CallEffect sum = effects.Of(call, model);
        foreach (InvocationExpressionSyntax inner in Own(call).OfType<InvocationExpressionSyntax>())
            if (inner != call)
                sum = sum.And(effects.Of(inner, model));
        return sum;
    }

    // ref, out, assignments, steps, and variables that a delegate captures change behind the back; the lambda of a query is only translated.
    private static bool HasOutside(InvocationExpressionSyntax call, SemanticModel model) => Own(call).Any(node =>
        node is ArgumentSyntax { RefKindKeyword.RawKind: not (int)SyntaxKind.None } or AssignmentExpressionSyntax || SteppedBy(node) is not null
        || (node is AnonymousFunctionExpressionSyntax && !Knowledge.TypeNames.Is(model.GetTypeInfo(node).ConvertedType, "System.Linq.Expressions", "Expression")));

    // A statement that may stay between two awaits: it computes into variables.
    private static bool IsPlain(StatementSyntax statement, SemanticModel model, SourceEffects effects)
    {
        if (statement is LocalFunctionStatementSyntax or EmptyStatementSyntax)
            return true;
        if (statement is not (LocalDeclarationStatementSyntax { UsingKeyword.RawKind: (int)SyntaxKind.None } or ExpressionStatementSyntax) || HasAwait(statement))
            return false;
        foreach (SyntaxNode node in Own(statement))
        {
            if (node is ThrowExpressionSyntax or AnonymousFunctionExpressionSyntax)
                return false;
            if (SteppedBy(node) is { } stepped && model.GetSymbolInfo(stepped).Symbol is not ILocalSymbol)
                return false;
            if (node is AssignmentExpressionSyntax assignment && (assignment.Left is not IdentifierNameSyntax left || model.GetSymbolInfo(left).Symbol is not ILocalSymbol))
                return false;
            if (node is InvocationExpressionSyntax call && effects.Of(call, model).Kind != EffectKind.None)
                return false;
        }
        return true;
    }

    // "?? throw", "?:" on what was awaited: whether the next one runs depends on it.
    private static bool IsGuard(StatementSyntax statement) => Own(statement).Any(node => node is ThrowExpressionSyntax
        || (node is ConditionalExpressionSyntax choice && Own(choice.Condition).Any(inner => inner is AwaitExpressionSyntax)));

    private static bool Reads(StatementSyntax statement, HashSet<ISymbol> tainted, SemanticModel model) => tainted.Count > 0
        && statement.DescendantNodes().OfType<IdentifierNameSyntax>().Any(name => tainted.Any(symbol => symbol.Name == name.Identifier.ValueText)
            && model.GetSymbolInfo(name).Symbol is { } used && tainted.Contains(used));

    private static void Taint(StatementSyntax statement, HashSet<ISymbol> tainted, SemanticModel model)
    {
        foreach (SyntaxNode node in Own(statement))
        {
            ISymbol? written = node switch
            {
                VariableDeclaratorSyntax declared => model.GetDeclaredSymbol(declared),
                SingleVariableDesignationSyntax designated => model.GetDeclaredSymbol(designated),
                AssignmentExpressionSyntax { Left: IdentifierNameSyntax left } => model.GetSymbolInfo(left).Symbol,
                ArgumentSyntax { RefKindKeyword.RawKind: not (int)SyntaxKind.None } argument => model.GetSymbolInfo(argument.Expression).Symbol,
                _ when SteppedBy(node) is { } stepped => model.GetSymbolInfo(stepped).Symbol,
                _ => null,
            };
            if (written is not null)
                tainted.Add(written);
        }
    }

    // n of n++ and --n.
    private static ExpressionSyntax? SteppedBy(SyntaxNode node) => node switch
    {
        PrefixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.PreIncrementExpression or (int)SyntaxKind.PreDecrementExpression } step => step.Operand,
        PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.PostIncrementExpression or (int)SyntaxKind.PostDecrementExpression } step => step.Operand,
        _ => null,
    };

    private static Sighting? Say(List<Step> group)
    {
        // The same question twice, on purpose: a version that is read again.
        if (group.Count < 2 || group.GroupBy(step => step.Call.ToString()).Any(same => same.Count() > 1))
            return null;
        string calls = string.Join(", ", group.Take(3).Select(step => $"`{CallText.Short(step.Call)}`")) + (group.Count > 3 ? $" and {group.Count - 3} more" : "");
        return new Sighting(ScanRules.SequentialAwaits, group[0].Wait,
            $"{calls} run one after the other and do not need each other: started together they take as long as the longest, not as long as all; "
            + "the later ones then also run when an earlier one fails")
        {
            Last = group[group.Count - 1].Wait,
            IsNote = true,
        };
    }

    private sealed record Step(AwaitExpressionSyntax Wait, InvocationExpressionSyntax Call);
}
