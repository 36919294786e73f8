namespace Syncopate.Site.Tests;

/// <summary>Every address of the site.</summary>
internal static class SitePaths
{
    /// <summary>The demonstrations whose code is shown.</summary>
    public static IReadOnlyList<string> Code { get; } =
        ["/code/posts", "/code/tags", "/code/data-access", "/code/actions", "/code/dashboard", "/code/delays", "/code/customers-delay", "/code/customers-cpu", "/code/external", "/code/first-wins"];

    /// <summary>The pages of the blog; rows 1 are among the first.</summary>
    public static IReadOnlyList<string> Blog { get; } =
    [
        "/blogs", "/blogs/1", "/blogs/create", "/blogs/1/edit", "/blogs/1/delete", "/blogs/reset",
        .. new[] { "/posts/sync", "/posts/async", "/tags/sync", "/tags/async" }
            .SelectMany(static list => new[] { list, $"{list}/1", $"{list}/create", $"{list}/1/edit", $"{list}/1/delete" }),
    ];

    /// <summary>What answers with JSON.</summary>
    public static IReadOnlyList<string> Actions { get; } =
        ["/customers/sync-delay", "/customers/async-delay", "/customers/sync-cpu", "/customers/async-cpu"];

    /// <summary>What answers with a page.</summary>
    public static IReadOnlyList<string> Pages { get; } =
    [
        "/", .. Blog, "/data-access", "/actions", "/internals", "/dashboard/sync", "/dashboard/async", "/dashboard/parallel", "/delays/sync", "/delays/async", "/customers",
        "/external/sync", "/external/async", "/external/parallel", "/first-wins/one", "/first-wins/race", "/first-wins/cancel", .. Code,
    ];

    /// <summary>What a visitor reaches by mistake.</summary>
    public static IReadOnlyList<string> Mistakes { get; } = ["/nothing", "/delays/sync?ms=abc", "/posts/sync?page=x", "/posts/async/999", "/tags/async?sort=Version", "/error/500"];

    /// <summary>The three forms of the dashboard, from the slowest to the quickest.</summary>
    public static IReadOnlyList<string> Dashboards { get; } = ["/dashboard/sync", "/dashboard/async", "/dashboard/parallel"];
}
