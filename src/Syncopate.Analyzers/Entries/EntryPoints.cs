using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Syncopate.Analyzers.Knowledge;

namespace Syncopate.Analyzers.Entries;

/// <summary>Knows where frameworks call into a program.</summary>
internal static class EntryPoints
{
    private const string Mvc = "Microsoft.AspNetCore.Mvc";

    /// <summary>The entry that the method is; null for any other.</summary>
    public static Entry? Of(IMethodSymbol method)
    {
        if (method.MethodKind is not MethodKind.Ordinary || method.IsStatic || method.ContainingType is not { TypeKind: TypeKind.Class } type)
            return null;
        return OfRequest(method, type) ?? OfService(method, type);
    }

    /// <summary>The entry that a lambda is when it handles a route of a minimal API; null for any other.</summary>
    public static Entry? Of(AnonymousFunctionExpressionSyntax lambda, SemanticModel model) =>
        lambda.Parent is ArgumentSyntax { Parent.Parent: InvocationExpressionSyntax call } ? OfMapping(call, model) : null;

    /// <summary>The entry that a function is: a lambda, a method, or a method that a route is mapped to; null when it is none.</summary>
    /// <param name="function">The lambda, method or local function.</param>
    /// <param name="model">Of its file.</param>
    /// <param name="mapped">The entry that a method is because it was given to MapGet and its kin.</param>
    public static Entry? Of(SyntaxNode function, SemanticModel model, Func<IMethodSymbol, Entry?> mapped)
    {
        if (function is AnonymousFunctionExpressionSyntax lambda)
            return Of(lambda, model);
        return model.GetDeclaredSymbol(function) is IMethodSymbol method ? Of(method) ?? mapped(method) : null;
    }

    /// <summary>The entry whose handler is given to this call: MapGet and its kin; null for any other call.</summary>
    public static Entry? OfMapping(InvocationExpressionSyntax call, SemanticModel model)
    {
        if (call.Expression is not MemberAccessExpressionSyntax { Name.Identifier.ValueText: var name } || !name.StartsWith("Map", StringComparison.Ordinal))
            return null;
        if (model.GetSymbolInfo(call).Symbol is not IMethodSymbol method || TypeNames.NamespaceOf(method) != "Microsoft.AspNetCore.Builder"
            || (method.ReducedFrom ?? method).Parameters.All(parameter => parameter.Type.Name is not ("Delegate" or "RequestDelegate")))
            return null;
        string verb = name.Length > 3 && name is not ("MapMethods" or "MapFallback") ? name.Substring(3).ToUpperInvariant() : name == "MapFallback" ? "fallback" : "any";
        string route = call.ArgumentList.Arguments.Count > 1 && model.GetConstantValue(call.ArgumentList.Arguments[0].Expression) is { HasValue: true, Value: string text } ? text : "";
        string group = GroupOf(((MemberAccessExpressionSyntax)call.Expression).Expression, model);
        return new Entry(EntryKind.MinimalApi, verb + " " + RouteNames.Join(group, route));
    }

    /// <summary>True when the type is a controller.</summary>
    public static bool IsController(INamedTypeSymbol type)
    {
        if (TypeNames.HasAttribute(type, "NonController") || type.IsAbstract)
            return false;
        return TypeNames.IsA(type, Mvc, "ControllerBase") || TypeNames.IsA(type, "System.Web.Mvc", "Controller") || TypeNames.IsA(type, "System.Web.Mvc", "ControllerBase")
            || TypeNames.IsA(type, "System.Web.Http", "ApiController") || TypeNames.HasAttribute(type, "ApiController") || TypeNames.HasAttribute(type, "Controller")
            || (type.Name.EndsWith("Controller", StringComparison.Ordinal) && type.BaseType is { } above && above.Name.EndsWith("Controller", StringComparison.Ordinal));
    }

    private static string GroupOf(ExpressionSyntax target, SemanticModel model)
    {
        ExpressionSyntax? made = target is IdentifierNameSyntax ? Flow.Origins.ValueOf(model.GetSymbolInfo(target).Symbol) : target;
        for (; made is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax access } call && made.SyntaxTree == model.SyntaxTree; made = access.Expression)
            if (access.Name.Identifier.ValueText == "MapGroup" && call.ArgumentList.Arguments.Count > 0
                && model.GetConstantValue(call.ArgumentList.Arguments[0].Expression) is { HasValue: true, Value: string prefix })
                return prefix;
        return "";
    }

    private static Entry? OfRequest(IMethodSymbol method, INamedTypeSymbol type)
    {
        if (IsAction(method, type))
            return new Entry(EntryKind.Action, RouteNames.OfAction(method));
        if (method.DeclaredAccessibility is not Accessibility.Public)
            return null;
        if (IsPageHandler(method, type))
            return new Entry(EntryKind.Page, "page " + type.Name + " " + method.Name);
        if (method.Name is "Invoke" or "InvokeAsync" && (TypeNames.IsA(type, Mvc, "ViewComponent") || TypeNames.HasAttribute(type, "ViewComponent")))
            return new Entry(EntryKind.ViewComponent, "view component " + type.Name);
        if (TypeNames.IsA(type, "Microsoft.AspNetCore.SignalR", "Hub") && !method.IsOverride)
            return new Entry(EntryKind.Hub, "hub " + type.Name + "." + method.Name);
        if (method.Name is "Invoke" or "InvokeAsync" && method.Parameters.Any(parameter => parameter.Type.Name == "HttpContext"))
            return new Entry(EntryKind.Middleware, "middleware " + type.Name);
        if (TypeNames.HasAttribute(method, "WebMethod") || IsOperation(method, type))
            return new Entry(EntryKind.Operation, "operation " + type.Name + "." + method.Name);
        return IsFilter(method, type) ? new Entry(EntryKind.Filter, "filter " + type.Name) : null;
    }

    private static bool IsAction(IMethodSymbol method, INamedTypeSymbol type) => method is { DeclaredAccessibility: Accessibility.Public, IsGenericMethod: false }
        && (!method.IsOverride || method.OverriddenMethod is { } above && IsController(above.ContainingType)) && IsController(type)
        && !TypeNames.HasAttribute(method, "NonAction") && method.Name is not ("Dispose" or "OnActionExecuting" or "OnActionExecuted" or "DisposeAsync");

    private static bool IsPageHandler(IMethodSymbol method, INamedTypeSymbol type) => TypeNames.IsA(type, Mvc + ".RazorPages", "PageModel")
        && !TypeNames.HasAttribute(method, "NonHandler") && !method.IsOverride
        && (method.Name.StartsWith("OnGet", StringComparison.Ordinal) || method.Name.StartsWith("OnPost", StringComparison.Ordinal)
            || method.Name.StartsWith("OnPut", StringComparison.Ordinal) || method.Name.StartsWith("OnDelete", StringComparison.Ordinal));

    private static bool IsOperation(IMethodSymbol method, INamedTypeSymbol type)
    {
        if (method.Parameters.Any(parameter => TypeNames.Is(parameter.Type, "Grpc.Core", "ServerCallContext")))
            return true;
        foreach (INamedTypeSymbol contract in type.AllInterfaces)
            if (TypeNames.HasAttribute(contract, "ServiceContract"))
                foreach (ISymbol member in contract.GetMembers(method.Name))
                    if (TypeNames.HasAttribute(member, "OperationContract") && SymbolEqualityComparer.Default.Equals(type.FindImplementationForInterfaceMember(member), method))
                        return true;
        return false;
    }

    private static bool IsFilter(IMethodSymbol method, INamedTypeSymbol type) => method.Name.StartsWith("On", StringComparison.Ordinal)
        && (TypeNames.IsA(type, Mvc + ".Filters", "IFilterMetadata") || TypeNames.IsA(type, "System.Web.Mvc", "FilterAttribute"))
        && method.Parameters.Length > 0 && method.Parameters[0].Type.Name.EndsWith("Context", StringComparison.Ordinal);

    private static Entry? OfService(IMethodSymbol method, INamedTypeSymbol type)
    {
        if (method.Name is "ExecuteAsync" or "StartAsync" or "StopAsync" && TypeNames.IsA(type, "Microsoft.Extensions.Hosting", "IHostedService"))
            return new Entry(EntryKind.HostedService, "hosted service " + type.Name);
        if (IsHandler(method, type))
            return new Entry(EntryKind.Handler, "handler " + type.Name);
        if (TypeNames.IsA(type, "Microsoft.AspNetCore.Components", "ComponentBase")
            && method.Name is "OnInitialized" or "OnInitializedAsync" or "OnParametersSet" or "OnParametersSetAsync" or "OnAfterRender" or "OnAfterRenderAsync")
            return new Entry(EntryKind.Component, "component " + type.Name);
        return null;
    }

    // Handlers of messages are called by a framework through an interface that is theirs by name: MediatR, MassTransit, NServiceBus, Rebus, Wolverine, own buses.
    private static bool IsHandler(IMethodSymbol method, INamedTypeSymbol type) => method.Name is "Handle" or "HandleAsync" or "Consume" or "ConsumeAsync" or "Process"
        && type.AllInterfaces.Any(contract => contract.IsGenericType && (contract.Name is "IConsumer" or "IHandleMessages"
            || contract.Name.EndsWith("Handler", StringComparison.Ordinal)));
}
