using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using Syncopate.Analyzers.Calls;
using Syncopate.Analyzers.Flow;

namespace Syncopate.Scan.Scanning;

/// <summary>
/// Where the bytes lie of a stream that a method is given: in memory where every call of the solution gives it one that does, as of a
/// message that was received whole and is read piece by piece.
/// </summary>
internal sealed class GivenStreams(CallGraph graph, SolutionCode code)
{
    /// <summary>True when the call reads or writes a stream of a parameter that no caller gives anything but memory.</summary>
    public bool AreInMemory(BlockingCall leaf) => leaf.WaitsFor == BlockingCalls.OnStream
        && CallParts.ReceiverOf(leaf.Node) is { } stream
        && Origins.OfStream(stream, code.OwnModel(stream.SyntaxTree), Of([])) == StreamOrigin.Memory;

    // A parameter that was asked about already adds nothing: a method that calls itself hands on what it was given.
    private Func<IParameterSymbol, StreamOrigin> Of(HashSet<MemberKey> seen) => parameter =>
        SolutionCode.KeyOf(parameter) is not { } key ? StreamOrigin.Unknown
            : seen.Add(key) ? OfCallers(parameter, seen) : StreamOrigin.Memory;

    private StreamOrigin OfCallers(IParameterSymbol parameter, HashSet<MemberKey> seen)
    {
        if (parameter.ContainingSymbol is not IMethodSymbol method || method.MethodKind is MethodKind.AnonymousFunction
            || method.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax() is not { } function)
            return StreamOrigin.Unknown;
        List<SyntaxNode> calls = [.. graph.CallsOf(function), .. ChainedConstructors(method)];
        return calls.Count > 0 && calls.All(call => OfArgument(call, parameter.Ordinal, seen) == StreamOrigin.Memory)
            ? StreamOrigin.Memory : StreamOrigin.Unknown;
    }

    // : this(stream), : base(stream)
    private IEnumerable<SyntaxNode> ChainedConstructors(IMethodSymbol method) => method.MethodKind != MethodKind.Constructor ? []
        : code.Implementations.Below(method.ContainingType).Append(method.ContainingType)
            .SelectMany(type => type.DeclaringSyntaxReferences)
            .SelectMany(part => part.GetSyntax().ChildNodes().OfType<ConstructorDeclarationSyntax>())
            .Select(made => made.Initializer).OfType<ConstructorInitializerSyntax>()
            .Where(chained => Called(chained) == SolutionCode.KeyOf(method));

    private MemberKey? Called(ConstructorInitializerSyntax chained) =>
        SolutionCode.KeyOf(code.OwnModel(chained.SyntaxTree).GetSymbolInfo(chained).Symbol);

    private StreamOrigin OfArgument(SyntaxNode call, int ordinal, HashSet<MemberKey> seen)
    {
        SemanticModel model = code.OwnModel(call.SyntaxTree);
        IEnumerable<IArgumentOperation> arguments = model.GetOperation(call) switch
        {
            IInvocationOperation made => made.Arguments,
            IObjectCreationOperation made => made.Arguments,
            _ => [],
        };
        return arguments.FirstOrDefault(argument => argument.Parameter?.Ordinal == ordinal)?.Value.Syntax is ExpressionSyntax given
            ? Origins.OfStream(given, model, Of(seen)) : StreamOrigin.Unknown;
    }
}
