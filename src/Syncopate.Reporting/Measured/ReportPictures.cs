namespace Syncopate.Reporting.Measured;

/// <summary>Chooses the slots that pictures are drawn from: one round for all forms, so that they show the same moment.</summary>
internal static class ReportPictures
{
    /// <summary>One picture a form, from the first complete round with single requests; from the profile where no round has any.</summary>
    public static IReadOnlyList<FormPicture> Of(MeasuredExperiment measured)
    {
        Round? round = measured.Rounds.FirstOrDefault(r => r.Slots.Any(s => s.Traces.Count > 0))
            ?? (measured.Rounds.Count > 0 ? measured.Rounds[0] : null);
        List<(WorkloadForm Form, Slot? Slot)> slots = measured.Experiment.Workload.Forms
            .Select(f => (Form: f, Slot: Chosen(measured, round, f.Form)))
            .ToList();
        long longest = slots.Max(s => s.Slot?.DurationNanoseconds ?? 0);
        return [.. slots.Select(s => new FormPicture(
            s.Form.Form, s.Form.Label, s.Slot?.Round ?? 0, longest, s.Slot?.Traces ?? [], s.Slot?.Pool ?? [])
        {
            Answers = (s.Slot?.Count + s.Slot?.Discarded) ?? 0,
        })];
    }

    private static Slot? Chosen(MeasuredExperiment measured, Round? round, Form form)
    {
        Slot? slot = round?.MeasuredSlot(form);
        if (slot?.Traces.Count > 0)
            return slot;
        return measured.Slots.FirstOrDefault(s => s.Kind == SlotKind.Profile && s.Form == form && s.Traces.Count > 0) ?? slot;
    }
}
