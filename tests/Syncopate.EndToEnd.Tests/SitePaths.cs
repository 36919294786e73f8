namespace Syncopate.EndToEnd.Tests;

/// <summary>Every address of the site.</summary>
internal static class SitePaths
{
    /// <summary>The demonstrations whose code is shown.</summary>
    public static IReadOnlyList<string> Code { get; } =
        ["/code/dashboard", "/code/delays", "/code/customers-delay", "/code/customers-cpu", "/code/external", "/code/first-wins"];

    /// <summary>What answers with JSON.</summary>
    public static IReadOnlyList<string> Actions { get; } =
        ["/customers/sync-delay", "/customers/async-delay", "/customers/sync-cpu", "/customers/async-cpu"];

    /// <summary>What answers with a page.</summary>
    public static IReadOnlyList<string> Pages { get; } =
    [
        "/", "/dashboard/sync", "/dashboard/async", "/dashboard/parallel", "/delays/sync", "/delays/async", "/customers",
        "/external/sync", "/external/async", "/external/parallel", "/first-wins/one", "/first-wins/race", "/first-wins/cancel", .. Code,
    ];

    /// <summary>What a visitor reaches by mistake.</summary>
    public static IReadOnlyList<string> Mistakes { get; } = ["/nothing", "/delays/sync?ms=abc", "/error/500"];

    /// <summary>The three forms of the dashboard, from the slowest to the quickest.</summary>
    public static IReadOnlyList<string> Dashboards { get; } = ["/dashboard/sync", "/dashboard/async", "/dashboard/parallel"];
}
