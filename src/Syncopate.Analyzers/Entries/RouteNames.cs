using Microsoft.CodeAnalysis;

namespace Syncopate.Analyzers.Entries;

/// <summary>Names actions as their callers do: by verb and route.</summary>
internal static class RouteNames
{
    /// <summary>Such as <c>POST /api/orders/{id}</c>; where no route is written, controller and action as the usual route has them.</summary>
    public static string OfAction(IMethodSymbol action)
    {
        string controller = Trim(action.ContainingType.Name, "Controller");
        string verb = "";
        string? route = null;
        foreach (AttributeData attribute in action.GetAttributes())
        {
            string name = Trim(attribute.AttributeClass?.Name ?? "", "Attribute");
            if (name.StartsWith("Http", StringComparison.Ordinal))
                verb = name.Substring(4).ToUpperInvariant();
            if (name == "Route" || name.StartsWith("Http", StringComparison.Ordinal))
                route = Template(attribute) ?? route;
        }
        string? prefix = null;
        for (INamedTypeSymbol? type = action.ContainingType; type is not null && prefix is null; type = type.BaseType)
            foreach (AttributeData attribute in type.GetAttributes())
                if (attribute.AttributeClass?.Name is "RouteAttribute" or "RoutePrefixAttribute")
                    prefix = Template(attribute) ?? prefix;
        string path = prefix is null && route is null ? "/" + controller + "/" + action.Name
            : route is not null && (route.StartsWith("/", StringComparison.Ordinal) || route.StartsWith("~/", StringComparison.Ordinal)) ? route.TrimStart('~')
            : Join(prefix ?? "", route ?? "");
        path = path.Replace("[controller]", controller.ToLowerInvariant()).Replace("[action]", action.Name);
        return (verb.Length == 0 ? "GET" : verb) + " " + path;
    }

    /// <summary>Two parts of a route with one slash before each.</summary>
    public static string Join(string prefix, string route)
    {
        string joined = (prefix.Trim('/') + "/" + route.Trim('/')).Trim('/');
        return "/" + joined;
    }

    private static string? Template(AttributeData attribute) =>
        attribute.ConstructorArguments.Length > 0 && attribute.ConstructorArguments[0].Value is string text ? text : null;

    private static string Trim(string name, string ending) =>
        name.EndsWith(ending, StringComparison.Ordinal) ? name.Substring(0, name.Length - ending.Length) : name;
}
