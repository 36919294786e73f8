namespace Syncopate.Watch;

/// <summary>How a piece of work lies in time to the others that the same call awaited.</summary>
public enum AwaitOrder
{
    /// <summary>It is the only one.</summary>
    Alone,

    /// <summary>It began after the one before it had ended, or it is the first of such.</summary>
    Sequence,

    /// <summary>It ran while another one ran.</summary>
    Overlap,
}
