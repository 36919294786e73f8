namespace Syncopate.Scan.Pages;

/// <summary>A part of the ways from an entry down to what blocks; ways that begin alike share their beginning.</summary>
/// <param name="Member">Who calls; of a root the entry.</param>
/// <param name="Call">The call that leads here from above; empty for a root.</param>
/// <param name="Place">Where that call stands; of a root where its first call stands.</param>
internal sealed record CallTree(string Member, string Call, Place Place)
{
    private readonly List<CallTree> _below = [];
    private readonly List<Finding> _findings = [];

    /// <summary>The members that are called from here, those with most findings first.</summary>
    public IEnumerable<CallTree> Below => _below.OrderByDescending(t => t.Count);

    /// <summary>The findings that lie in this member itself.</summary>
    public IReadOnlyList<Finding> Findings => _findings;

    /// <summary>How many findings lie here and below.</summary>
    public int Count => _findings.Count + _below.Sum(t => t.Count);

    /// <summary>A tree for each entry at which a chain begins, those with most findings first; one for each finding's shortest
    /// chain.</summary>
    public static IReadOnlyList<CallTree> Of(IEnumerable<Finding> findings)
    {
        List<CallTree> roots = [];
        foreach (Finding finding in findings.Where(f => f.Chain.Count > 0))
        {
            CallTree at = Child(roots, finding.Chain[0].Member, "", finding.Chain[0].Place);
            for (int i = 1; i < finding.Chain.Count; i++)
                at = Child(at._below, finding.Chain[i].Member, finding.Chain[i - 1].Call, finding.Chain[i - 1].Place);
            at._findings.Add(finding);
        }

        return [.. roots.OrderByDescending(t => t.Blocked).ThenByDescending(t => t.Count)];
    }

    private double Blocked => _findings.Sum(f => f.Seen?.BlockedMilliseconds ?? 0) + _below.Sum(t => t.Blocked);

    private static CallTree Child(List<CallTree> siblings, string member, string call, Place place)
    {
        CallTree? same = siblings.Find(t => t.Member == member && t.Call == call && (call.Length == 0 || t.Place == place));
        if (same is null)
            siblings.Add(same = new CallTree(member, call, place));
        return same;
    }
}
