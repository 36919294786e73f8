namespace Syncopate.Judging;

/// <summary>Two forms of one workload that are compared.</summary>
/// <param name="Baseline">The form compared with.</param>
/// <param name="Candidate">The form that is judged.</param>
/// <param name="Primary">True for the one pair that the experiment's question is about.</param>
internal sealed record FormPair(Form Baseline, Form Candidate, bool Primary)
{
    /// <summary>The pairs of an experiment, the primary one first: every later form against every earlier one. The
    /// question is what the last form, the most changed one, gains over the first.</summary>
    public static IReadOnlyList<FormPair> Of(Workload workload)
    {
        ArgumentNullException.ThrowIfNull(workload);
        Form[] forms = workload.Forms.Select(f => f.Form).ToArray();
        IEnumerable<FormPair> pairs =
            from baseline in Enumerable.Range(0, forms.Length)
            from candidate in Enumerable.Range(baseline + 1, forms.Length - baseline - 1)
            let primary = baseline == 0 && candidate == forms.Length - 1
            orderby primary descending, baseline, candidate
            select new FormPair(forms[baseline], forms[candidate], primary);
        return [.. pairs];
    }
}
