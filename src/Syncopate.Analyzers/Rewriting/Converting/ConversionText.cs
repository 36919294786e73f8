using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Knowledge;
using Syncopate.Analyzers.Rewriting.Members;
using Syncopate.Analyzers.Rewriting.Reading;
using Syncopate.Analyzers.Rewriting.Sites;

namespace Syncopate.Analyzers.Rewriting.Converting;

/// <summary>Writes what a conversion has decided.</summary>
internal static class ConversionText
{
    public static EditSet Write(ConversionState state, SourceSet code)
    {
        EditSet edits = new();
        foreach (Site site in state.Sites.Values)
            site.Write(edits, code);
        foreach (KeyValuePair<NodeKey, HostChange> host in state.Hosts)
            Write(edits, host.Value, state.Awaiting.Contains(host.Key), code);
        foreach ((SimpleNameSyntax name, string newName) in state.Names.Values)
            edits.Replace(name.Identifier, newName);
        return edits;
    }

    private static void Write(EditSet edits, HostChange host, bool awaits, SourceSet code)
    {
        SemanticModel model = code.Model(host.Node.SyntaxTree);
        bool isAsync = awaits && FunctionBody.Of(host.Node) is not null;
        switch (host.Kind)
        {
            case HostChangeKind.ReturnTask:
                SignatureText.ReturnTask(edits, host.Node, isAsync, model);
                if (!isAsync)
                    FinishedReturns.Write(edits, host.Node, model);
                break;
            case HostChangeKind.FromVoid:
                SignatureText.ReturnTask(edits, host.Node, awaits: false, model);
                break;
            case HostChangeKind.AwaitReturned:
                SignatureText.AddKeyword(edits, host.Node);
                AwaitedReturns.Write(edits, host.Node, HasResult(host.Node, model), model, code.IsConfigured(host.Node.SyntaxTree) ? ".ConfigureAwait(false)" : "");
                break;
            default:
                SignatureText.AddKeyword(edits, host.Node);
                if (SignatureText.ReturnType(host.Node) is not null)
                    SignatureText.ReturnTask(edits, host.Node, awaits: false, model);
                break;
        }

        if (host.NewName is not null)
            SignatureText.Rename(edits, host.Node, host.NewName);
    }

    private static bool HasResult(SyntaxNode function, SemanticModel model)
    {
        IMethodSymbol? method = function is AnonymousFunctionExpressionSyntax ? null : model.GetDeclaredSymbol(function) as IMethodSymbol;
        ITypeSymbol? task = method?.ReturnType ?? (model.GetTypeInfo(function).ConvertedType as INamedTypeSymbol)?.DelegateInvokeMethod?.ReturnType;
        return task is not null && TaskTypes.ValueOf(task) is not null;
    }
}
