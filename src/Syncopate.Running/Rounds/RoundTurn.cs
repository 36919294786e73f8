using Syncopate.Statistics;

namespace Syncopate.Running.Rounds;

/// <summary>A slot of a round, and its place in the order for which lots were drawn.</summary>
internal readonly record struct RoundTurn(Form Form, SlotKind Kind, int Round, int Position)
{
    /// <summary>Draws the order of a round: one slot of each form, and one more of the form that is measured against itself.</summary>
    public static IEnumerable<RoundTurn> Draw(ulong seed, Experiment experiment, int round)
    {
        List<(Form Form, SlotKind Kind)> slots = [.. experiment.Workload.Forms.Select(f => (f.Form, SlotKind.Measured))];
        if (experiment.NoiseForm is { } noise)
            slots.Add((noise, SlotKind.Noise));
        return RoundOrder.Draw(seed, experiment.Id, round, slots.Count)
            .Select((slot, at) => new RoundTurn(slots[slot].Form, slots[slot].Kind, round, at + 1));
    }
}
