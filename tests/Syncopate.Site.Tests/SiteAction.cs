using System.Reflection;

namespace Syncopate.Site.Tests;

/// <summary>An action of the site that takes something else than a GET, as its built program says: none can be forgotten.</summary>
/// <param name="Name">Controller and method.</param>
/// <param name="Path">Its address with row 1 in place of an id.</param>
/// <param name="NeedsKey">Whether it is only there for whoever has the key.</param>
/// <param name="IgnoresForgery">Whether it is excepted from the check of the form's token.</param>
internal sealed record SiteAction(string Name, string Path, bool NeedsKey, bool IgnoresForgery)
{
    private const string AnId = "0123456789abcdef0123456789abcdef";

    // Only attributes are looked at, and none is made: nothing of the site runs here.
    public static IReadOnlyList<SiteAction> All { get; } = [.. Assembly.LoadFrom(Built.Dll("SampleSite")).GetTypes()
        .Where(static type => type.Name.EndsWith("Controller", StringComparison.Ordinal))
        .SelectMany(static type => type.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly))
        .SelectMany(Of)];

    private static IEnumerable<SiteAction> Of(MethodInfo method)
    {
        IList<CustomAttributeData> controller = method.DeclaringType!.GetCustomAttributesData(); // Found among the methods of a type.
        IList<CustomAttributeData> own = method.GetCustomAttributesData();
        foreach (CustomAttributeData route in own.Where(static attribute => attribute.AttributeType.Name is "RouteAttribute" or "HttpPostAttribute" or "HttpPutAttribute" or "HttpPatchAttribute" or "HttpDeleteAttribute" or "AcceptVerbsAttribute"))
        {
            yield return new SiteAction(
                $"{method.DeclaringType.Name}.{method.Name}",
                PathOf(TemplateOf(controller.FirstOrDefault(static attribute => attribute.AttributeType.Name == "RouteAttribute")), TemplateOf(route)),
                Has(controller, own, "RunKeyAttribute"),
                Has(controller, own, "IgnoreAntiforgeryTokenAttribute"));
        }
    }

    private static bool Has(IList<CustomAttributeData> controller, IList<CustomAttributeData> own, string name) =>
        controller.Concat(own).Any(attribute => attribute.AttributeType.Name == name);

    private static string TemplateOf(CustomAttributeData? route) => route?.ConstructorArguments.FirstOrDefault().Value as string ?? "";

    private static string PathOf(string controller, string action) =>
        (action.StartsWith('/') ? action : $"/{controller}/{action}".TrimEnd('/'))
            .Replace("{id:int}", "1", StringComparison.Ordinal)
            .Replace("{id:length(32)}", AnId, StringComparison.Ordinal)
            .Replace("{status:int:range(400,599)}", "500", StringComparison.Ordinal)
            .Replace("{operation}/{form}", "create/sync", StringComparison.Ordinal);
}
