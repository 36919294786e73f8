using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Rewriting.Reading;

namespace Syncopate.Analyzers.Rewriting.Sites;

/// <summary>A call that moves to another method, perhaps of another name, and is awaited.</summary>
/// <param name="Call">The call.</param>
/// <param name="Name">The part of it that names the method.</param>
/// <param name="NewName">What stands there afterwards.</param>
internal sealed record CallSite(InvocationExpressionSyntax Call, SyntaxNodeOrToken Name, string NewName) : Site(Call)
{
    /// <summary>What is handed on besides, such as a token; null for nothing.</summary>
    public string? Argument { get; init; }

    /// <summary>The namespace that the new name needs; null where it is known already.</summary>
    public string? Namespace { get; init; }

    /// <inheritdoc/>
    public override string Title => $"Await {NewName}()";

    /// <summary>A call of a method by its own name or a new one.</summary>
    public static CallSite Of(InvocationExpressionSyntax call, string newName) => new(call, NameIn(call.Expression).Identifier, newName);

    /// <summary>The name of the method in what is called.</summary>
    public static SimpleNameSyntax NameIn(ExpressionSyntax called) => called switch
    {
        MemberAccessExpressionSyntax access => access.Name,
        MemberBindingExpressionSyntax binding => binding.Name,
        _ => (SimpleNameSyntax)called,
    };

    /// <inheritdoc/>
    public override void Write(EditSet edits, SourceSet code)
    {
        if (Name.ToString() != NewName)
            edits.Replace(Name, NewName);
        if (Argument is not null)
            edits.Append(Call.ArgumentList, Argument);
        if (Namespace is not null)
            UsingText.Add(edits, Call, Namespace);
        AwaitText.Write(edits, Call, code.IsConfigured(Call.SyntaxTree) ? ".ConfigureAwait(false)" : "");
    }
}
