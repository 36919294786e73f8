namespace Syncopate;

/// <summary>What a slot is for.</summary>
public enum SlotKind
{
    /// <summary>Counts in the comparison.</summary>
    Measured,

    /// <summary>The noise form once more: compared with the measured slot of the same form and round.</summary>
    Noise,

    /// <summary>One pass of the article's own protocol: shown, not judged.</summary>
    Profile,

    /// <summary>Sent to warm the server; never in a figure.</summary>
    WarmUp,
}
