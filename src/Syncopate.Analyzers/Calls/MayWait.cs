using Microsoft.CodeAnalysis;
using Syncopate.Analyzers.Knowledge;

namespace Syncopate.Analyzers.Calls;

/// <summary>
/// Whether a method of a package that the table does not know may wait for something outside: the package uses sockets, HTTP, files or a database, or its
/// type is named after a thing that is outside. A twin with a token must exist too; a validator or a serializer has that as well, and does not wait.
/// </summary>
internal static class MayWait
{
    private static readonly string[] Outside =
        ["Client", "Connection", "Repository", "Store", "Storage", "Queue", "Session", "Database", "Socket", "Service", "Bucket", "Blob", "Table", "Collection", "Transport"];

    private static readonly string[] Uses =
        ["System.Net.Http", "System.Net.Sockets", "System.Net.Requests", "System.Data.Common", "System.Net.WebSockets", "System.Net.WebSockets.Client", "System.Data"];

    private static readonly string[] Computes = ["FluentValidation", "System.Text", "System.Xml", "Newtonsoft", "System.Threading", "Microsoft.Extensions", "Microsoft.AspNetCore", "System.Collections"];

    /// <summary>True where the method may wait.</summary>
    public static bool Of(IMethodSymbol method)
    {
        string space = TypeNames.NamespaceOf(method.ContainingType);
        if (Computes.Any(known => space.StartsWith(known, StringComparison.Ordinal)) || IoTable.NeverWaitsByName(method.Name))
            return false;
        string owner = method.ContainingType.Name;
        return Outside.Any(word => owner.EndsWith(word, StringComparison.Ordinal)) || Speaks(method.ContainingAssembly);
    }

    private static bool Speaks(IAssemblySymbol? assembly) => assembly is not null && !assembly.Name.StartsWith("System", StringComparison.Ordinal)
        && assembly.Modules.Any(module => module.ReferencedAssemblies.Any(reference => Uses.Contains(reference.Name)));
}
