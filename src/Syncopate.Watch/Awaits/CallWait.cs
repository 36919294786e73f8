namespace Syncopate.Watch.Awaits;

/// <summary>One suspension of a call.</summary>
internal sealed class CallWait(double from)
{
    /// <summary>When it began.</summary>
    public double From { get; } = from;

    /// <summary>When the call went on; not a number while it waits.</summary>
    public double To { get; set; } = double.NaN;

    /// <summary>What it waited for; null when that was not told.</summary>
    public CallTrace? On { get; set; }

    /// <summary>Number of the <c>await</c> in its method; null when that was not told.</summary>
    public int? State { get; init; }

    /// <summary>True when the call went on.</summary>
    public bool IsOver => !double.IsNaN(To);
}
