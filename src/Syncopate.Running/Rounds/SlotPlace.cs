namespace Syncopate.Running.Rounds;

/// <summary>Where a slot stands in the run.</summary>
/// <param name="Form">The form that is driven.</param>
/// <param name="Kind">What the slot is for.</param>
/// <param name="Round">From 1; 0 outside rounds.</param>
/// <param name="Position">Place in the round, from 1.</param>
/// <param name="Server">Address of the form's server.</param>
internal sealed record SlotPlace(Form Form, SlotKind Kind, int Round, int Position, Uri Server);
