using System.Xml.Linq;

namespace Syncopate.Scan.Loading.Plain;

/// <summary>What a build writes into <c>obj</c> for every project: the usings of its SDK, and who may see its internals.</summary>
internal static class ImpliedUsings
{
    private static readonly string[] Every =
    [
        "System", "System.Collections.Generic", "System.IO", "System.Linq", "System.Net.Http",
        "System.Threading", "System.Threading.Tasks",
    ];

    private static readonly string[] OfWeb =
    [
        "System.Net.Http.Json", "Microsoft.AspNetCore.Builder", "Microsoft.AspNetCore.Hosting", "Microsoft.AspNetCore.Http",
        "Microsoft.AspNetCore.Routing",
        "Microsoft.Extensions.Configuration", "Microsoft.Extensions.DependencyInjection", "Microsoft.Extensions.Hosting",
        "Microsoft.Extensions.Logging",
    ];

    private static readonly string[] OfWorkers =
    [
        "Microsoft.Extensions.Configuration", "Microsoft.Extensions.DependencyInjection", "Microsoft.Extensions.Hosting",
        "Microsoft.Extensions.Logging",
    ];

    /// <summary>The source.</summary>
    public static string Of(ProjectText project)
    {
        IEnumerable<string> usings = project.Says("ImplicitUsings", "enable", "true") ? [.. Every, .. OfSdk(project)] : [];
        IEnumerable<string> lines =
        [
            .. usings.Except(project.Items("Using", "Remove")).Select(name => $"global using {name};"),
            .. project.Elements("Using").Select(item => Written(project, item)).OfType<string>(),
            .. project.Items("InternalsVisibleTo")
                .Select(name => $"[assembly: System.Runtime.CompilerServices.InternalsVisibleTo(\"{name}\")]"),
        ];
        return string.Join('\n', lines);
    }

    private static string[] OfSdk(ProjectText project) => project.Sdks.Select(sdk => sdk.Name).FirstOrDefault() switch
    {
        "Microsoft.NET.Sdk.Web" => OfWeb,
        "Microsoft.NET.Sdk.Worker" => OfWorkers,
        _ => [],
    };

    private static string? Written(ProjectText project, XElement item)
    {
        string name = project.Metadata(item, "Include");
        string alias = project.Metadata(item, "Alias");
        bool isStatic = project.Metadata(item, "Static").Equals("true", StringComparison.OrdinalIgnoreCase);
        if (name.Length == 0)
            return null;
        return alias.Length > 0 ? $"global using {alias} = {name};" : $"global using {(isStatic ? "static " : "")}{name};";
    }
}
