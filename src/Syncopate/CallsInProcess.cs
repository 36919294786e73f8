using System.Text.Json.Serialization;

namespace Syncopate;

/// <summary>One caller inside the server's process calls the work itself, one call after the other: no request, no queue, nothing in flight beside it.</summary>
public sealed record CallsInProcess : LoadShape
{
    /// <param name="calls">Timed calls in a slot, 1 to 1000.</param>
    /// <param name="loopLength">How often each of them calls the method that is asked about, 1 to 1000: a loop is timed as a whole where one call is too short for the clock.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range.</exception>
    public CallsInProcess(int calls, int loopLength = 1)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(calls, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(calls, 1000);
        ArgumentOutOfRangeException.ThrowIfLessThan(loopLength, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(loopLength, 1000);
        Calls = calls;
        LoopLength = loopLength;
    }

    /// <summary>Timed calls in a slot; the same for all forms.</summary>
    public int Calls { get; }

    /// <summary>Calls of the method within each timed call; 1 unless a loop is timed as a whole.</summary>
    public int LoopLength { get; }

    /// <inheritdoc/>
    [JsonIgnore]
    public override int MaximumUsers => 1;
}
