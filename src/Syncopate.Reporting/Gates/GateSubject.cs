namespace Syncopate.Reporting.Gates;

/// <summary>One form of one experiment of a result: what limits are compared with.</summary>
/// <param name="Experiment">Id of the experiment, such as "io-bound".</param>
/// <param name="Form">Lower case, such as "async".</param>
/// <param name="Figures">The form's figures.</param>
/// <param name="NoisePercent">How far a form differed from itself in the same run, in percent; 0 when it was not measured.</param>
/// <param name="Load">The load, for telling whether two results asked the same.</param>
internal sealed record GateSubject(string Experiment, string Form, FormReport Figures, double NoisePercent, GateLoad Load)
{
    /// <summary>Such as "io-bound.async".</summary>
    public string Name => $"{Experiment}.{Form}";
}
