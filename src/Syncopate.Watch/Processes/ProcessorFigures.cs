using System.Text.Json.Serialization;

namespace Syncopate.Watch.Processes;

/// <summary>What the system says, for one moment, of the processors that a process may use, and of what its pool's
/// workers did with their time.</summary>
/// <param name="Allowed">Processors that the process may use: those that it is bound to, or fewer where its container
/// has a limit, which may be a fraction. Above 0.</param>
/// <param name="Quota">The limit of its container in processors; null for none.</param>
/// <param name="ThrottledSeconds">Time for which that limit stopped the container's threads within the moment, in sum
/// over processors; null without a limit.</param>
/// <param name="WorkerSeconds">Time of the workers of the pool, idle ones included, that were there from the begin of
/// the moment to its end; 0 where the system does not say (other than Linux), and where not all of them are known.</param>
/// <param name="WorkingSeconds">How much of that they ran on a processor.</param>
/// <param name="WaitingSeconds">How much of that they were ready to run, and others had all processors.</param>
internal sealed record ProcessorFigures(
    double Allowed, double? Quota, double? ThrottledSeconds, double WorkerSeconds, double WorkingSeconds, double WaitingSeconds)
{
    /// <summary>Part of the moment, 0 to 1, in which the processors that the process is bound to ran nothing, of whichever process;
    /// null where the system does not say (other than Linux).</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? IdleShare { get; init; }

    /// <summary>False when a figure is one that no moment has, as in a journal that somebody changed.</summary>
    internal bool IsPossible => Allowed is > 0 and < 1e6 && Quota is null or (> 0 and < 1e6)
        && IdleShare is null or (>= 0 and <= 1)
        && new[] { ThrottledSeconds ?? 0, WorkerSeconds, WorkingSeconds, WaitingSeconds }.All(seconds => seconds is >= 0 and < 1e12);
}
