namespace Syncopate.Planning.Formulas;

/// <summary>One kind of request among those that a server gets.</summary>
internal sealed record PlannedEndpoint
{
    private const double LongestSeconds = 3_600;
    private const double LargestShare = 1e9;

    private readonly double _longestSeconds;

    /// <summary>A kind of request whose waits are always equally long.</summary>
    /// <param name="demand">CPU and wait of one request; with several waits, the wait of each of them.</param>
    /// <param name="waits">Waits that do not depend on each other, 1 to 100; together at most 3,600 s.</param>
    /// <param name="share">How often it is asked for, relative to the others; a billionth to a billion.</param>
    /// <param name="name">What a reader calls it.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range.</exception>
    public PlannedEndpoint(RequestDemand demand, int waits = 1, double share = 1, string name = "request")
        : this(demand, WaitTime.Equal(demand?.WaitSeconds ?? 0), waits, share, name)
    {
    }

    /// <summary>A kind of request whose waits vary.</summary>
    /// <param name="cpuSeconds">C: time on a core, 0 to 3,600 s.</param>
    /// <param name="wait">The length of one wait.</param>
    /// <param name="waits">Waits that do not depend on each other, 1 to 100; together at most 3,600 s on average.</param>
    /// <param name="share">How often it is asked for, relative to the others; a billionth to a billion.</param>
    /// <param name="name">What a reader calls it.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range.</exception>
    public PlannedEndpoint(double cpuSeconds, WaitTime wait, int waits = 1, double share = 1, string name = "request")
        : this(new RequestDemand(cpuSeconds, (wait ?? throw new ArgumentNullException(nameof(wait))).MeanSeconds), wait, waits, share, name)
    {
    }

    private PlannedEndpoint(RequestDemand? demand, WaitTime wait, int waits, double share, string name)
    {
        ArgumentNullException.ThrowIfNull(demand);
        ArgumentOutOfRangeException.ThrowIfLessThan(waits, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(waits, 100);
        if (waits * demand.WaitSeconds > LongestSeconds)
        {
            throw new ArgumentOutOfRangeException(nameof(waits), waits, FormattableString.Invariant(
                $"The waits of a request take at most 3,600 s together; found {waits} of {demand.WaitSeconds:0.###} s."));
        }

        if (!(share is >= 1 / LargestShare and <= LargestShare))
        {
            throw new ArgumentOutOfRangeException(
                nameof(share),
                share,
                "An endpoint has a share above 0 in the requests, from a billionth to a billion; leave it out if it is never asked for.");
        }

        (Demand, Wait, Waits, Share, Name) = (demand, wait, waits, share, name);
        _longestSeconds = wait.MeanOfLongest(waits);
    }

    /// <summary>What a reader calls it.</summary>
    public string Name { get; }

    /// <summary>CPU and mean wait of one request; with several <see cref="Waits"/>, the mean of each of them.</summary>
    public RequestDemand Demand { get; }

    /// <summary>How long each of its waits takes.</summary>
    public WaitTime Wait { get; }

    /// <summary>Waits of one request, 1 to 100.</summary>
    public int Waits { get; }

    /// <summary>How often it is asked for, relative to the others.</summary>
    public double Share { get; }

    /// <summary>What one request takes on average when nobody queues, in seconds.</summary>
    /// <param name="style">How it waits.</param>
    public double UnloadedSeconds(WaitStyle style) =>
        Demand.CpuSeconds + (style == WaitStyle.AwaitingTogether ? _longestSeconds : Waits * Demand.WaitSeconds);

    /// <summary>What 99 of 100 requests do not pass when nobody queues, in seconds; <see cref="UnloadedSeconds"/> where
    /// waits are equal. Of several waits after one another it is taken as their mean and the root of their number times what the 99th
    /// percentile of one lies above its mean, which is exact for normal ones.</summary>
    /// <param name="style">How it waits.</param>
    public double SlowestSeconds(WaitStyle style) => Demand.CpuSeconds + (style == WaitStyle.AwaitingTogether
        ? Wait.Quantile(Math.Pow(0.99, 1.0 / Waits))
        : Math.Max(Waits * Wait.MeanSeconds, Waits * Wait.MeanSeconds + Math.Sqrt(Waits) * (Wait.P99Seconds - Wait.MeanSeconds)));

    /// <summary>Variance of what one request takes when nobody queues and its waits follow one another, in square seconds.</summary>
    internal double Variance => Waits * Wait.SquaredVariation * Wait.MeanSeconds * Wait.MeanSeconds;
}
