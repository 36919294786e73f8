using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Knowledge;

namespace Syncopate.Analyzers.Flow;

/// <summary>Where the bytes of a stream, reader or writer lie.</summary>
internal enum StreamOrigin
{
    /// <summary>Nothing in this member says so: a parameter, the result of a method.</summary>
    Unknown,

    /// <summary>In memory, or in an embedded resource: nothing to wait for.</summary>
    Memory,

    /// <summary>A file, a connection, a pipe.</summary>
    Real,
}

/// <summary>Follows a stream, reader or writer back to where it was made, within one member.</summary>
internal static class Origins
{
    private const int Depth = 8;

    /// <summary>Where the bytes lie; what a stream wraps decides, through readers, writers, buffers and compression.</summary>
    /// <param name="expression">The stream, reader or writer.</param>
    /// <param name="model">Of its file.</param>
    /// <param name="ofParameter">What callers give; null where that is not known.</param>
    public static StreamOrigin OfStream(
        ExpressionSyntax? expression, SemanticModel model, Func<IParameterSymbol, StreamOrigin>? ofParameter = null) =>
        OfStream(expression, new Walk(model, ofParameter), Depth);

    /// <summary>What the variable was made with, where that is written in the same member or type; null for anything else.</summary>
    public static ExpressionSyntax? ValueOf(ISymbol? symbol)
    {
        if (symbol is not (ILocalSymbol or IFieldSymbol) || symbol.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax() is not { } declaration)
            return null;
        return declaration switch
        {
            VariableDeclaratorSyntax { Initializer.Value: { } value } => value,
            _ => null,
        };
    }

    private static StreamOrigin OfStream(ExpressionSyntax? expression, Walk walk, int depth)
    {
        if (expression is null || depth == 0 || expression.SyntaxTree != walk.Model.SyntaxTree)
            return StreamOrigin.Unknown;
        ITypeSymbol? type = walk.Model.GetTypeInfo(expression).Type;
        if (type is { Name: "MemoryStream" or "StringReader" or "StringWriter" or "UnmanagedMemoryStream" or "RecyclableMemoryStream" })
            return StreamOrigin.Memory;
        if (type is { Name: "FileStream" or "NetworkStream" or "SslStream" or "PipeStream" or "NamedPipeClientStream" or "NamedPipeServerStream" })
            return StreamOrigin.Real;
        switch (expression)
        {
            case ParenthesizedExpressionSyntax inner:
                return OfStream(inner.Expression, walk, depth);
            case AwaitExpressionSyntax wait:
                return OfStream(TaskRoots.Peel(wait.Expression), walk, depth - 1);
            case PostfixUnaryExpressionSyntax sure:
                return OfStream(sure.Operand, walk, depth);
            case CastExpressionSyntax cast:
                return OfStream(cast.Expression, walk, depth);
            case BinaryExpressionSyntax { RawKind: (int)SyntaxKind.CoalesceExpression } first:
                return OfStream(first.Left, walk, depth - 1);
            case BaseObjectCreationExpressionSyntax made:
                return OfMade(made, walk, depth);
            case InvocationExpressionSyntax call:
                return OfCall(call, walk, depth);
            case IdentifierNameSyntax or MemberAccessExpressionSyntax:
                return OfNamed(expression, walk, depth);
            default:
                return StreamOrigin.Unknown;
        }
    }

    private static StreamOrigin OfNamed(ExpressionSyntax expression, Walk walk, int depth)
    {
        ISymbol? symbol = walk.Model.GetSymbolInfo(expression).Symbol;
        if (symbol is { Name: "In" or "Out" or "Error", ContainingType.Name: "Console" })
            return StreamOrigin.Memory;
        if (symbol is IPropertySymbol { Name: "Entries", ContainingType.Name: "ZipArchive" }
            && expression is MemberAccessExpressionSyntax access)
            return OfStream(access.Expression, walk, depth - 1);
        if (symbol is IParameterSymbol parameter)
            return walk.OfParameter?.Invoke(parameter) ?? StreamOrigin.Unknown;
        return OfStream(ValueOf(symbol) ?? LoopOver(symbol), walk, depth - 1);
    }

    // What a loop goes through: entries of an archive lie where the archive does.
    private static ExpressionSyntax? LoopOver(ISymbol? symbol) => symbol is ILocalSymbol
        && symbol.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax() is ForEachStatementSyntax loop ? loop.Expression : null;

    // A reader over a path reads a file; over a stream it is what the stream is.
    private static StreamOrigin OfMade(BaseObjectCreationExpressionSyntax made, Walk walk, int depth)
    {
        if (made.ArgumentList is not { Arguments: { Count: > 0 } arguments })
            return StreamOrigin.Unknown;
        ExpressionSyntax first = arguments[0].Expression;
        ITypeSymbol? type = walk.Model.GetTypeInfo(first).Type;
        return type is { SpecialType: SpecialType.System_String }
            && walk.Model.GetTypeInfo(made).Type is { Name: "StreamReader" or "StreamWriter" }
            ? StreamOrigin.Real : OfStream(first, walk, depth - 1);
    }

    private static StreamOrigin OfCall(InvocationExpressionSyntax call, Walk walk, int depth)
    {
        if (walk.Model.GetSymbolInfo(call).Symbol is not IMethodSymbol method)
            return StreamOrigin.Unknown;
        if (method.Name is "GetManifestResourceStream" || BufferedContents.IsRead(call, method, walk.Model))
            return StreamOrigin.Memory;
        if (method.ContainingType is { Name: "File" or "FileInfo" or "TcpClient" or "HttpClient" or "WebResponse" or "HttpWebResponse" or "FtpWebRequest" })
            return StreamOrigin.Real;
        // archive.GetEntry(…), entry.Open(), and picking one of the entries.
        if (method.ContainingType is { Name: "ZipArchive" or "ZipArchiveEntry" }
            || TypeNames.NamespaceOf(method.ContainingType) == "System.Linq")
            return OfStream(CallParts.ReceiverOf(call), walk, depth - 1);
        // stream.ToArray(), Stream.Synchronized(stream), BufferedStream.Create(stream)…: what it is given decides.
        return method.IsStatic && call.ArgumentList.Arguments.Count > 0 && TypeNames.IsA(method.ReturnType, "System.IO", "Stream")
            ? OfStream(call.ArgumentList.Arguments[0].Expression, walk, depth - 1) : StreamOrigin.Unknown;
    }

    private readonly record struct Walk(SemanticModel Model, Func<IParameterSymbol, StreamOrigin>? OfParameter);
}
