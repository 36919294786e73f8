namespace Syncopate.Capacity;

/// <summary>One kind of request among those that a server gets.</summary>
public sealed record PlannedEndpoint
{
    /// <param name="demand">CPU and wait of one request; with several waits, the wait of each of them.</param>
    /// <param name="waits">Waits that do not depend on each other, 1 to 100.</param>
    /// <param name="share">How often it is asked for, relative to the others; above 0.</param>
    /// <param name="name">What a reader calls it.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range.</exception>
    public PlannedEndpoint(RequestDemand demand, int waits = 1, double share = 1, string name = "request")
    {
        ArgumentNullException.ThrowIfNull(demand);
        ArgumentOutOfRangeException.ThrowIfLessThan(waits, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(waits, 100);
        if (!(share > 0 && double.IsFinite(share)))
            throw new ArgumentOutOfRangeException(nameof(share), share, "An endpoint has a share above 0 in the requests; leave it out if it is never asked for.");
        Demand = demand;
        Waits = waits;
        Share = share;
        Name = name;
    }

    /// <summary>What a reader calls it.</summary>
    public string Name { get; }

    /// <summary>CPU and wait of one request; with several <see cref="Waits"/>, the wait of each of them.</summary>
    public RequestDemand Demand { get; }

    /// <summary>Waits of one request, 1 to 100.</summary>
    public int Waits { get; }

    /// <summary>How often it is asked for, relative to the others.</summary>
    public double Share { get; }

    /// <summary>What one request takes when nobody queues, in seconds.</summary>
    /// <param name="style">How it waits.</param>
    public double UnloadedSeconds(WaitStyle style) => Demand.CpuSeconds + Demand.WaitSeconds * (style == WaitStyle.AwaitingTogether ? 1 : Waits);
}
