namespace Syncopate.Analyzers.Entries;

/// <summary>How work comes into a program.</summary>
internal enum EntryKind
{
    /// <summary>An action of a controller.</summary>
    Action,

    /// <summary>A handler of a minimal API.</summary>
    MinimalApi,

    /// <summary>A handler of a Razor page.</summary>
    Page,

    /// <summary>A view component.</summary>
    ViewComponent,

    /// <summary>A method of a hub of SignalR.</summary>
    Hub,

    /// <summary>A middleware.</summary>
    Middleware,

    /// <summary>A filter of MVC.</summary>
    Filter,

    /// <summary>An operation of a SOAP or gRPC service.</summary>
    Operation,

    /// <summary>A hosted service.</summary>
    HostedService,

    /// <summary>A handler of messages, commands or events.</summary>
    Handler,

    /// <summary>A component of Blazor.</summary>
    Component,
}

/// <summary>A place where work comes into a program.</summary>
/// <param name="Kind">How it comes.</param>
/// <param name="Name">As a user knows it: <c>POST /orders</c>, <c>page Basket/Checkout OnPost</c>, <c>hosted service Mailer</c>.</param>
internal sealed record Entry(EntryKind Kind, string Name)
{
    /// <summary>A thread of a request, a call or a connection is held while it runs.</summary>
    public bool IsRequest => Kind is EntryKind.Action or EntryKind.MinimalApi or EntryKind.Page or EntryKind.ViewComponent or EntryKind.Hub
        or EntryKind.Middleware or EntryKind.Operation;
}
