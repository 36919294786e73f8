namespace SampleSite.CodeView;

/// <summary>What the comparison says about a line.</summary>
public enum CodeChange
{
    /// <summary>It stands in both forms.</summary>
    Same,

    /// <summary>It stands in the first form only, or otherwise in the second.</summary>
    Removed,

    /// <summary>It stands in the second form only, or otherwise in the first.</summary>
    Added,

    /// <summary>No line: the other form has one here.</summary>
    Gap,
}
