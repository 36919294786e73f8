using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Flow;
using Syncopate.Analyzers.Knowledge;

namespace Syncopate.Scan.Scanning;

/// <summary>
/// Which calls can run a member of this type, by what they are made on: a call through a contract or a type above runs the member only
/// where what it is made on may be of the type, or of one below it.
/// </summary>
internal sealed class CallReceivers
{
    private readonly INamedTypeSymbol? _type;
    private readonly Implementations _implementations;
    private readonly Lazy<ILookup<string, string>> _above;

    /// <param name="type">Of the member; null for one that stands in none.</param>
    /// <param name="implementations">Of the solution.</param>
    public CallReceivers(INamedTypeSymbol? type, Implementations implementations)
    {
        _type = type;
        _implementations = implementations;
        _above = new Lazy<ILookup<string, string>>(() => Above().Distinct(SymbolEqualityComparer.Default).OfType<INamedTypeSymbol>()
            .ToLookup(above => above.OriginalDefinition.ToDisplayString(), Arguments));
    }

    /// <summary>True when the call may run the member.</summary>
    /// <param name="call">The call, or what else names the member.</param>
    /// <param name="model">Of its file.</param>
    /// <param name="isOwn">It names the member itself, and not what that overrides or implements.</param>
    public bool MayBeOf(ExpressionSyntax call, SemanticModel model, bool isOwn)
    {
        if (isOwn || _type is null)
            return true;
        ExpressionSyntax? receiver = CallParts.ReceiverOf(call);
        // What overrides it does not run.
        if (receiver is BaseExpressionSyntax || (receiver is not null && IsFarAway(receiver, model)))
            return false;
        ITypeSymbol? given = receiver is null ? model.GetEnclosingSymbol(call.SpanStart)?.ContainingType : model.GetTypeInfo(receiver).Type;
        return given is not INamedTypeSymbol { TypeKind: TypeKind.Class or TypeKind.Interface } known || MayBe(known);
    }

    // Clients.Caller of a hub, and its kin: the contract says what the program at the other end does.
    private static bool IsFarAway(ExpressionSyntax receiver, SemanticModel model)
    {
        ExpressionSyntax made = receiver is IdentifierNameSyntax name && model.GetSymbolInfo(name).Symbol is ILocalSymbol local
            && Origins.ValueOf(local) is { } value && value.SyntaxTree == model.SyntaxTree ? value : receiver;
        ISymbol? symbol = model.GetSymbolInfo(made).Symbol;
        return symbol is IMethodSymbol or IPropertySymbol
            && TypeNames.NamespaceOf(symbol.ContainingType).StartsWith("Microsoft.AspNetCore.SignalR", StringComparison.Ordinal);
    }

    // By names, as the same type is another symbol in every compilation that refers to it. Of generic types the arguments must be the
    // same, where both are known.
    private bool MayBe(INamedTypeSymbol given)
    {
        string arguments = Arguments(given);
        return _above.Value[given.OriginalDefinition.ToDisplayString()]
            .Any(own => own.Length == 0 || arguments.Length == 0 || own == arguments);
    }

    private IEnumerable<ITypeSymbol> Above() => _type is null ? []
        : _implementations.Below(_type).Append(_type).SelectMany(TypeNames.SelfAndAbove);

    private static string Arguments(INamedTypeSymbol type) => type.TypeArguments.Any(IsOpen) ? ""
        : string.Join(", ", type.TypeArguments.Select(argument => argument.ToDisplayString(SymbolDisplayFormat.FullyQualifiedFormat)));

    private static bool IsOpen(ITypeSymbol argument) => argument switch
    {
        ITypeParameterSymbol or IErrorTypeSymbol => true,
        INamedTypeSymbol named => named.TypeArguments.Any(IsOpen),
        IArrayTypeSymbol array => IsOpen(array.ElementType),
        _ => false,
    };
}
