namespace Syncopate;

/// <summary>Each form once, in random order: the unit of replication.</summary>
/// <param name="Number">From 1.</param>
/// <param name="Slots">The measured slots, one a form, in the order in which they ran; a noise slot may be among them.</param>
internal sealed record Round(int Number, IReadOnlyList<Slot> Slots)
{
    /// <summary>The measured slot of a form, or null when the round lacks it.</summary>
    public Slot? MeasuredSlot(Form form) => Slots.FirstOrDefault(s => s.Form == form && s.Kind == SlotKind.Measured);
}
