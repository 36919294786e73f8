using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Calls;
using Syncopate.Analyzers.Flow;
using Syncopate.Analyzers.Knowledge;

namespace Syncopate.Analyzers.Rules;

/// <summary>SYNC2009: <c>using</c> in async code of something whose Dispose writes, and that could be disposed with await.</summary>
internal static class DisposalRule
{
    /// <summary>What is to be said of a using statement or declaration; null when its disposal does no I/O, or cannot be awaited.</summary>
    public static Sighting? Of(SyntaxNode node, FileContext file)
    {
        (VariableDeclarationSyntax? declared, ExpressionSyntax? expression) = node switch
        {
            UsingStatementSyntax { AwaitKeyword.RawKind: (int)SyntaxKind.None } used => (used.Declaration, used.Expression),
            LocalDeclarationStatementSyntax { UsingKeyword.RawKind: (int)SyntaxKind.UsingKeyword, AwaitKeyword.RawKind: (int)SyntaxKind.None } local => (local.Declaration, null),
            _ => (null, null),
        };
        ExpressionSyntax? value = declared?.Variables.FirstOrDefault()?.Initializer?.Value ?? expression;
        if (value is null || !IsAwaitedAround(node, file) || !FrameworkVersions.HasAsyncDisposal(node.SyntaxTree)
            || file.Model.GetTypeInfo(value).Type is not { } type || !HasOwnDisposal(type))
            return null;
        if (WritesOnDisposal(value, type, file.Model) is not { } what)
            return null;
        string name = declared?.Variables.FirstOrDefault()?.Identifier.ValueText ?? CallText.Short(value);
        SyntaxNode place = declared?.Variables.FirstOrDefault() ?? (SyntaxNode)value;
        return new Sighting(ScanRules.BlockingDisposal, place, $"Disposing `{name}` {what}, and blocks while it does; `await using` does not");
    }

    private static bool IsAwaitedAround(SyntaxNode node, FileContext file)
    {
        if (file.KindAt(node, out SyntaxNode? function) is not (FunctionKind.Async or FunctionKind.Start))
            return false;
        return function switch
        {
            MethodDeclarationSyntax method => method.Modifiers.Any(SyntaxKind.AsyncKeyword),
            LocalFunctionStatementSyntax local => local.Modifiers.Any(SyntaxKind.AsyncKeyword),
            AnonymousFunctionExpressionSyntax lambda => lambda.AsyncKeyword != default,
            _ => false,
        };
    }

    // DisposeAsync that a type of the framework's bases has may only call Dispose: the type that writes must have its own.
    private static bool HasOwnDisposal(ITypeSymbol type) => TypeNames.IsA(type, "System", "IAsyncDisposable");

    private static string? WritesOnDisposal(ExpressionSyntax value, ITypeSymbol type, SemanticModel model)
    {
        if (TypeNames.IsA(type, "System.Data.Common", "DbTransaction") || TypeNames.IsA(type, "Microsoft.EntityFrameworkCore.Storage", "IDbContextTransaction"))
            return "asks the database to roll back what is not committed";
        if (TypeNames.IsA(type, "System.Data.Common", "DbDataReader"))
            return Overrides(type, "System.Data.Common", "DbDataReader") ? "reads what the database has still to send" : null;
        if (TypeNames.IsA(type, "System.Data.Common", "DbConnection"))
            return Overrides(type, "System.Data.Common", "DbConnection") ? "closes the connection" : null;
        if (TypeNames.Is(type, "System.IO", "FileStream"))
            return IsForWriting(value, model) ? "writes what is still in its buffer" : null;
        if (type.Name is "StreamWriter" or "BufferedStream")
            return Origins.OfStream(value, model) == StreamOrigin.Real && !IsReadOnly(value, model) ? "writes what is still in its buffer" : null;
        if (type.Name is "GZipStream" or "DeflateStream" or "BrotliStream" or "ZLibStream" or "CryptoStream" or "ZipArchive")
            return Compresses(value) && Origins.OfStream(value, model) == StreamOrigin.Real ? "writes the last block" : null;
        return type.Name is "SslStream" ? "says goodbye over the network" : null;
    }

    private static bool Overrides(ITypeSymbol type, string space, string name)
    {
        for (ITypeSymbol? up = type; up is not null && !TypeNames.Is(up, space, name); up = up.BaseType)
            if (up.GetMembers("DisposeAsync").Length > 0)
                return true;
        return false;
    }

    private static bool Compresses(ExpressionSyntax value) => value is BaseObjectCreationExpressionSyntax { ArgumentList.Arguments: { Count: > 1 } arguments }
        && arguments[1].Expression is MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Compress" or "Write" or "Create" or "Optimal" or "Fastest" or "SmallestSize" };

    // A file that is only read has nothing to write when it is closed.
    private static bool IsForWriting(ExpressionSyntax value, SemanticModel model)
    {
        if (value is InvocationExpressionSyntax call)
        {
            string? name = CallParts.NameOf(call);
            return name is "Create" or "OpenWrite" or "CreateText" or "AppendText" || (name is "Open" && !SaysRead(call.ArgumentList) && SaysWrite(call.ArgumentList));
        }
        return value is BaseObjectCreationExpressionSyntax { ArgumentList: { } list } && !SaysRead(list)
            && (SaysWrite(list) || model.GetSymbolInfo(value).Symbol is IMethodSymbol { Parameters.Length: 1 });
    }

    private static bool SaysRead(ArgumentListSyntax list) => list.Arguments.Any(argument => argument.ToString().EndsWith("FileAccess.Read", StringComparison.Ordinal));

    private static bool SaysWrite(ArgumentListSyntax list) => list.Arguments.Any(argument => argument.Expression is MemberAccessExpressionSyntax
    {
        Name.Identifier.ValueText: "Create" or "CreateNew" or "Append" or "Truncate" or "OpenOrCreate" or "Write" or "ReadWrite"
    });

    private static bool IsReadOnly(ExpressionSyntax value, SemanticModel model) => value is BaseObjectCreationExpressionSyntax { ArgumentList.Arguments: { Count: > 0 } arguments }
        && model.GetTypeInfo(arguments[0].Expression).Type is { Name: "FileStream" } && Origins.ValueOf(model.GetSymbolInfo(arguments[0].Expression).Symbol) is { } under
        && !IsForWriting(under, model);
}
