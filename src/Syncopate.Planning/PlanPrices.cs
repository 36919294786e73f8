namespace Syncopate.Planning;

/// <summary>What a fleet is reckoned with.</summary>
/// <param name="CoreHour">Price of a core for an hour; 0 when not given.</param>
/// <param name="GigabyteHour">Price of a gigabyte for an hour; 0 when not given.</param>
/// <param name="GigabytesPerInstance">Memory of one machine.</param>
public sealed record PlanPrices(double CoreHour, double GigabyteHour, double GigabytesPerInstance)
{
    /// <summary>Memory of a machine of which nothing is said.</summary>
    public const double UsualGigabytes = 4;
}
