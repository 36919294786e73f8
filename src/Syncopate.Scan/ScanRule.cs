namespace Syncopate.Scan;

/// <summary>A rule as users meet it: in text, SARIF, on pages. The analyzers have their own list, in terms of the compiler, and a test
/// holds both together: what prints a rule must not load the compiler, which is not there before the user's SDK is found.</summary>
/// <param name="Id">Such as <c>SYNC2001</c>.</param>
/// <param name="Class">Its name in labels, marks and SARIF, such as <c>soa</c>.</param>
/// <param name="Title">What it reports, in a few words.</param>
/// <param name="Level">How much a finding of it weighs unless the place says otherwise.</param>
internal sealed record ScanRule(string Id, string Class, string Title, FindingLevel Level)
{
    /// <summary>All rules, in the order of their ids.</summary>
    public static IReadOnlyList<ScanRule> All { get; } =
    [
        new("SYNC2001", "soa", "Blocking on a task", FindingLevel.Warning),
        new("SYNC2002", "sia", "Synchronous call where an asynchronous one exists", FindingLevel.Warning),
        new("SYNC2003", "sleep", "Sleeping on a thread of the pool", FindingLevel.Warning),
        new("SYNC2004", "action_blocking", "An action blocks the thread of its request", FindingLevel.Warning),
        new("SYNC2005", "chain", "A request reaches a blocking call", FindingLevel.Warning),
        new("SYNC2006", "seq_awaits", "Independent awaits run one after the other", FindingLevel.Note),
        new("SYNC2007", "async_void", "An async method that nobody can await", FindingLevel.Warning),
        new("SYNC2008", "fire_forget", "A task is started and dropped", FindingLevel.Warning),
        new("SYNC2009", "await_using", "Disposal blocks", FindingLevel.Note),
    ];

    /// <summary>Where the rule is explained, from the root of this project.</summary>
    public string Page => $"docs/rules/{Id}.md";

    /// <summary>True for the rules of a thread that stands and waits, which a watched process can confirm.</summary>
    public bool IsOfBlocking => Class is "soa" or "sia" or "sleep" or "action_blocking" or "chain" or "await_using";

    /// <summary>The rule of that id; one that only a newer scan knows gets its id as title.</summary>
    public static ScanRule Of(string id) => All.FirstOrDefault(r => r.Id == id) ?? new ScanRule(id, "unknown", id, FindingLevel.Warning);
}
