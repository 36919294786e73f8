namespace SampleSite;

/// <summary>How a piece of work is written. The colours of the pages follow it.</summary>
public enum Form
{
    /// <summary>Each wait holds its thread.</summary>
    Sync,

    /// <summary>Each wait gives its thread back; still one wait after the other.</summary>
    Async,

    /// <summary>All waits are started together and awaited together.</summary>
    Parallel,
}
