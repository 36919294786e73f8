using System.Text.Json.Serialization;

namespace Syncopate;

/// <summary>One caller inside the server's process calls the work itself, one call after the other: no request, no queue, nothing in flight beside it.</summary>
public sealed record CallsInProcess : LoadShape
{
    /// <param name="calls">Calls in a slot, 1 to 1000.</param>
    /// <exception cref="ArgumentOutOfRangeException">The value is outside its range.</exception>
    public CallsInProcess(int calls)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(calls, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(calls, 1000);
        Calls = calls;
    }

    /// <summary>Calls in a slot; the same for all forms.</summary>
    public int Calls { get; }

    /// <inheritdoc/>
    [JsonIgnore]
    public override int MaximumUsers => 1;
}
