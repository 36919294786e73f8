namespace Syncopate.Running.Showing;

/// <summary>Which slot it is that is drawn.</summary>
/// <param name="Experiment">Id of its experiment.</param>
/// <param name="Form">The form that is driven.</param>
/// <param name="Kind">What it is for.</param>
/// <param name="Round">Its round, from 1; 0 outside rounds.</param>
/// <param name="Users">Users at once at the most.</param>
internal sealed record LiveSlotPlace(string Experiment, Form Form, SlotKind Kind, int Round, int Users)
{
    /// <summary>Whether its requests are due at a rate, and no user's.</summary>
    public bool IsAtRate { get; init; }
}
