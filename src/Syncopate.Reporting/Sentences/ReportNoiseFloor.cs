using Syncopate.Reporting.Measured;
using Syncopate.Texts;

namespace Syncopate.Reporting.Sentences;

/// <summary>How far a form differs from itself, in figures and words.</summary>
internal static class ReportNoiseFloor
{
    /// <summary>The floor of one experiment; where it was not measured, the sentence points to that of the run.</summary>
    public static ReportNoise Of(MeasuredExperiment measured, ReportNoise run)
    {
        if (measured is not { Noise: { } noise, Experiment.NoiseForm: { } form })
        {
            string elsewhere = run.FloorPercent is { } floor
                ? $"Noise was not measured in this experiment; elsewhere in this run a form differed from itself by up to "
                    + $"{FigureText.Percent(floor)}."
                : "Noise was not measured.";
            return new(null, null, null, null, 0, null, elsewhere);
        }

        Statistics.IntervalEstimate estimate = noise.Estimate;
        double? percent = noise.Height is { } height ? 100 * (Math.Exp(height) - 1) : (double?)null;
        string sentence = percent is { } most
            ? $"{Subject(measured, form)} differed from itself by up to {FigureText.Percent(most)} in "
                + $"{Wording.Plural(noise.Rounds, "round")}; a smaller difference counts as noise."
            : $"The noise is not known: {measured.Name(form)} ran against itself in only {Wording.Plural(noise.Rounds, "round")}.";
        return new(
            percent, Math.Exp(estimate.Theta), Ratio(estimate.Low), Ratio(estimate.High), noise.Rounds, form, sentence);
    }

    /// <summary>The floor of a run: the highest of its experiments.</summary>
    public static ReportNoise OfRun(IReadOnlyList<MeasuredExperiment> experiments)
    {
        MeasuredExperiment? highest = experiments.Where(e => e.Noise?.Height is not null).MaxBy(e => e.Noise?.Height);
        ReportNoise unknown = new(null, null, null, null, 0, null, "Noise was not measured.");
        if (highest is null)
            return experiments.Where(e => e.Noise is not null).MaxBy(e => e.Noise?.Rounds) is { } most ? Of(most, unknown) : unknown;

        ReportNoise noise = Of(highest, unknown);
        return noise with
        {
            Sentence = $"A form differed from itself by up to {FigureText.Percent(noise.FloorPercent ?? 0)} "
                + $"({highest.Experiment.Id}, {highest.Name(noise.Form ?? Form.Sync)}, {Wording.Plural(noise.Rounds, "round")}).",
        };
    }

    private static string Subject(MeasuredExperiment measured, Form form) => PrimaryTime.Of(measured).IsLatency
        ? FirstLetter.Upper(measured.Name(form))
        : $"The mean time of {measured.Name(form)}";

    private static double? Ratio(double? theta) => theta is { } value ? Math.Exp(value) : null;
}
