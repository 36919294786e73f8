using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Knowledge;

namespace Syncopate.Scan.Scanning;

/// <summary>What runs on a thread of its own holds no thread of whoever starts it.</summary>
internal static class OwnThreads
{
    /// <summary>True for the lambda, or the name of a method, that is given to <c>new Thread(…)</c>, with or without a delegate around
    /// it.</summary>
    public static bool IsOn(ExpressionSyntax given, SemanticModel model)
    {
        SyntaxNode? taker = given;
        while (taker?.Parent is ArgumentSyntax { Parent.Parent: BaseObjectCreationExpressionSyntax made })
        {
            if (TypeNames.Is(model.GetTypeInfo(made).Type, "System.Threading", "Thread"))
                return true;
            taker = made;
        }
        return false;
    }
}
