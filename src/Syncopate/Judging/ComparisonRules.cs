namespace Syncopate.Judging;

/// <summary>The rules of a comparison, fixed before its first round.</summary>
internal sealed record ComparisonRules
{
    /// <summary>Spread between processes of the same build (standard deviation of the log ratio): 0.84 % measured over
    /// HTTP in 12 comparisons.</summary>
    public const double UsualProcessSpread = 0.008;

    /// <param name="looks">How many looks the budget allows, 1 to <see cref="Syncopate.Looks.Most"/>.</param>
    /// <param name="marginPercent">Relative difference below which the forms count as equal, in percent; above 0.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range.</exception>
    public ComparisonRules(int looks, double marginPercent)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(looks, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(looks, Syncopate.Looks.Most);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(marginPercent);
        Looks = looks;
        MarginPercent = marginPercent;
    }

    /// <summary>How many looks the budget allows.</summary>
    public int Looks { get; }

    /// <summary>Relative difference below which the forms count as equal, in percent.</summary>
    public double MarginPercent { get; }

    /// <summary>Absolute difference below which a ratio is irrelevant, in the unit of the metric; 0 for none.</summary>
    public double Floor { get; init; }

    /// <summary>Share of runs in which all intervals hold together: <see cref="Looks.Confidence"/> or
    /// <see cref="Looks.HighConfidence"/>.</summary>
    public double Confidence { get; init; } = Syncopate.Looks.Confidence;

    /// <summary>How many comparisons share the error level; 1 when only this one is judged.</summary>
    public int Comparisons { get; init; } = 1;

    /// <summary>True for metrics such as requests per second.</summary>
    public bool HigherIsBetter { get; init; }

    /// <summary>Standard deviation of the log ratio between processes of the same build.</summary>
    public double ProcessSpread { get; init; } = UsualProcessSpread;

    /// <summary>Error level of each regular look, after looks and comparisons are paid for.</summary>
    public double Alpha => Syncopate.Looks.Alpha(Looks, Confidence) / Comparisons;
}
