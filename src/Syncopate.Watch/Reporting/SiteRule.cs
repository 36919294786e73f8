namespace Syncopate.Watch.Reporting;

/// <summary>The rule by which <c>syncopate scan</c> finds such a place in source code.</summary>
internal static class SiteRule
{
    private static readonly string[] OfTasks = ["Task.", "ValueTask.", "TaskAwaiter.", "ValueTaskAwaiter.", "ConfiguredTaskAwaiter.",
        "ConfiguredValueTaskAwaiter."];

    // Signals that have an asynchronous twin; locks and events have none.
    private static readonly string[] Signals = ["SemaphoreSlim.Wait", "Process.WaitForExit"];

    /// <summary>Such as <c>Rule of the scan: SYNC2003 (docs/rules/SYNC2003.md); in a synchronous action SYNC2004, below one
    /// SYNC2005</c>; null where the scan has none for it.</summary>
    public static string? Of(BlockedSite site) => Id(site) switch
    {
        null => null,
        // Tasks are reported where they are waited for, whoever calls that.
        "SYNC2001" => $"Rule of the scan: SYNC2001 ({Page("SYNC2001")}); in a synchronous action SYNC2004",
        var id => $"Rule of the scan: {id} ({Page(id)}); in a synchronous action SYNC2004, below one SYNC2005",
    };

    /// <summary>The rule for such a call in async code; null for none.</summary>
    internal static string? Id(BlockedSite site)
    {
        // The call is then one of the framework's own, and what the application calls to get there is not known.
        if (site.Via is not null)
            return null;
        if (site.Kind == BlockingKind.Sleep && site.Call == "Thread.Sleep")
            return "SYNC2003";
        if (Array.Exists(OfTasks, call => site.Call.StartsWith(call, StringComparison.Ordinal)))
            return "SYNC2001";
        return site.Kind is BlockingKind.Data or BlockingKind.File or BlockingKind.Socket or BlockingKind.Http || site.IsSyncOverAsync
            || Signals.Contains(site.Call) ? "SYNC2002" : null;
    }

    private static string Page(string rule) => $"docs/rules/{rule}.md";
}
