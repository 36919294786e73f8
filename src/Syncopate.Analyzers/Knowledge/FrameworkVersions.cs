using System.Collections.Immutable;
using System.Globalization;
using Microsoft.CodeAnalysis;

namespace Syncopate.Analyzers.Knowledge;

/// <summary>
/// Since when .NET has the asynchronous form. A scan that reads sources alone takes the reference assemblies that are there, which may
/// be newer than the framework of the project: what that does not have is no advice for it. The symbols that the project compiles with
/// say which framework it is.</summary>
internal static class FrameworkVersions
{
    // .NET Framework and .NET Standard 2.0 are before all of .NET.
    private const double BeforeAll = 0;
    private const double AsyncDisposal = 3.0;
    private const double OldestSupported = 8.0;

    // Members of all names: the empty one.
    private static readonly ImmutableDictionary<(string Type, string Method), double> Since = new Dictionary<(string, string), double>
    {
        [("System.IO.File", "")] = 2.0,
        [("System.IO.File", "ReadLinesAsync")] = 7.0,
        [("System.IO.File", "AppendAllBytesAsync")] = 9.0,
        [("System.IO.Stream", "ReadExactlyAsync")] = 7.0,
        [("System.IO.Stream", "ReadAtLeastAsync")] = 7.0,
        [("System.IO.Compression.ZipFile", "")] = 10.0,
        [("System.IO.Compression.ZipFileExtensions", "")] = 10.0,
        [("System.IO.Compression.ZipArchive", "")] = 10.0,
        [("System.IO.Compression.ZipArchiveEntry", "")] = 10.0,
        [("System.Data.Common.DbConnection", "BeginTransactionAsync")] = 3.0,
        [("System.Data.Common.DbConnection", "ChangeDatabaseAsync")] = 3.0,
        [("System.Data.Common.DbConnection", "CloseAsync")] = 3.0,
        [("System.Data.Common.DbConnection", "GetSchemaAsync")] = 5.0,
        [("System.Data.Common.DbCommand", "PrepareAsync")] = 3.0,
        [("System.Data.Common.DbDataReader", "CloseAsync")] = 3.0,
        [("System.Data.Common.DbTransaction", "")] = 3.0,
        [("System.Diagnostics.Process", "WaitForExitAsync")] = 5.0,
    }.ToImmutableDictionary();

    /// <summary>True when the framework that this file is compiled for has the method; where it is not known which that is, the oldest
    /// that is supported must have it.</summary>
    public static bool Has(IMethodSymbol twin, SyntaxTree tree)
    {
        IMethodSymbol first = twin.OriginalDefinition;
        while (first.OverriddenMethod is { } overridden)
            first = overridden.OriginalDefinition;
        string type = TypeNames.FullName(first.ContainingType);
        return (!Since.TryGetValue((type, first.Name), out double since) && !Since.TryGetValue((type, ""), out since))
            || (Of(tree) ?? OldestSupported) >= since;
    }

    /// <summary>True when the framework that this file is compiled for has <c>await using</c> for its own types, or it is not
    /// known.</summary>
    public static bool HasAsyncDisposal(SyntaxTree tree) => Of(tree) is not { } own || own >= AsyncDisposal;

    // NET10_0, NETCOREAPP3_1, NETSTANDARD2_1, NETFRAMEWORK; null where the project says none of them.
    private static double? Of(SyntaxTree tree)
    {
        double? newest = null;
        foreach (string symbol in tree.Options.PreprocessorSymbolNames)
            if (VersionIn(symbol) is { } version && (newest is null || version > newest))
                newest = version;
        return newest;
    }

    private static double? VersionIn(string symbol)
    {
        if (symbol is "NETFRAMEWORK" or "NETSTANDARD")
            return BeforeAll;
        if (symbol.StartsWith("NETSTANDARD2_1", StringComparison.Ordinal))
            return AsyncDisposal;
        string? number = symbol.StartsWith("NETCOREAPP", StringComparison.Ordinal) ? symbol.Substring("NETCOREAPP".Length)
            : symbol.StartsWith("NET", StringComparison.Ordinal) ? symbol.Substring("NET".Length) : null;
        int end = number?.IndexOf("_OR_GREATER", StringComparison.Ordinal) ?? -1;
        string? plain = number is null || end < 0 ? number : number.Substring(0, end);
        return plain?.IndexOf('_') > 0
            && double.TryParse(plain.Replace('_', '.'), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture,
            out double version) ? version : null;
    }
}
