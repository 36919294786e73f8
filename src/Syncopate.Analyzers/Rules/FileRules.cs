using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Calls;
using Syncopate.Analyzers.Flow;

namespace Syncopate.Analyzers.Rules;

/// <summary>Runs all rules that look at one file at a time over one file.</summary>
internal static class FileRules
{
    /// <summary>
    /// Reports what is found, in the order of the source. Calls whose name <paramref name="isWord"/> refuses are not bound, which is most of the speed.
    /// </summary>
    /// <param name="root">Of the file.</param>
    /// <param name="file">What is known of it.</param>
    /// <param name="isWord">False for names of calls that have no twin.</param>
    /// <param name="holds">False for members in which there is nothing to see.</param>
    public static IEnumerable<Sighting> Run(SyntaxNode root, FileContext file, Func<string, bool> isWord, Func<SyntaxNode, bool> holds)
    {
        WrittenSequences sequences = new();
        foreach (SyntaxNode node in root.DescendantNodes(holds))
        {
            Sighting? found = node switch
            {
                InvocationExpressionSyntax call => CallParts.NameOf(call) is { } name
                    && (BlockingCalls.IsWord(name) || isWord(name))
                    && !IsOfMemory(call, name, file, sequences, isWord) ? OfCall(call, file) : null,
                MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Result" } access => OfCall(access, file),
                MemberBindingExpressionSyntax { Name.Identifier.ValueText: "Result" } binding => OfCall(binding, file),
                MethodDeclarationSyntax or LocalFunctionStatementSyntax or AnonymousFunctionExpressionSyntax => AsyncVoidRule.Of(node, file),
                ExpressionStatementSyntax or ArrowExpressionClauseSyntax => MayDrop(node, isWord) ? DroppedTaskRule.Of(node, file) : null,
                UsingStatementSyntax or LocalDeclarationStatementSyntax => DisposalRule.Of(node, file),
                _ => null,
            };
            if (found is not null)
                yield return found;
        }
    }

    // Unless the source has a form of its own by this name that waits.
    private static bool IsOfMemory(
        InvocationExpressionSyntax call, string name, FileContext file, WrittenSequences sequences, Func<string, bool> isWord)
    {
        if (!sequences.AreAskedBy(call, name) || isWord(OwnWord + name))
            return false;
        file.Calls.Know();
        return true;
    }

    private static Sighting? OfCall(ExpressionSyntax node, FileContext file)
    {
        if (file.Calls.Of(node) is not { } call)
            return null;
        Sighting? found = BlockingRule.Of(call, file);
        if (found is null && file.KindAt(node, out _) == Flow.FunctionKind.Sync)
            file.Leaves.Add(call);
        return found;
    }

    // What gives a task is seldom bound for any other rule: its name ends so, or it starts one.
    private static bool MayDrop(SyntaxNode node, Func<string, bool> isWord)
    {
        ExpressionSyntax? expression = node is ExpressionStatementSyntax statement ? statement.Expression : ((ArrowExpressionClauseSyntax)node).Expression;
        if (expression is ConditionalAccessExpressionSyntax maybe)
            expression = maybe.WhenNotNull;
        return expression is InvocationExpressionSyntax call && CallParts.NameOf(call) is { } name
            && (name.EndsWith("Async", StringComparison.Ordinal) || name is "Run" or "StartNew" or "ConfigureAwait" or "Delay" or "WhenAll" or "WhenAny" || isWord(TaskWord + name));
    }

    /// <summary>Put before a name to ask whether a method of this name may give a task.</summary>
    public const string TaskWord = "task ";

    /// <summary>Put before a name to ask whether the source itself has an asynchronous method of this name.</summary>
    public const string OwnWord = "own ";
}
