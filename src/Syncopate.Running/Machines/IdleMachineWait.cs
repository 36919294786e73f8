namespace Syncopate.Running.Machines;

/// <summary>Says whether the machine has much else to do, and waits until it has not: what a build leaves behind is over in
/// seconds, and would be in the first figures.</summary>
/// <param name="read">Reads the count of processor time, null where there is none; as a rule <see cref="MachineUse.Read"/>.</param>
/// <param name="time">Clock of the waits.</param>
internal sealed class IdleMachineWait(Func<MachineUse?> read, TimeProvider time)
{
    /// <summary>The longest it waits: a machine that is busy after that has other reasons, and is measured as it is.</summary>
    public static readonly TimeSpan Longest = TimeSpan.FromSeconds(5);

    // Below this share of all processors' time it is calm; what a desktop does by itself is less.
    private const double CalmShare = 0.15;

    // Half of a laptop with two cores and one busy program, next to nothing on a server.
    private const double BusyShare = 0.25;

    private static readonly TimeSpan Look = TimeSpan.FromSeconds(0.5);
    private static readonly TimeSpan Glance = TimeSpan.FromSeconds(0.3);

    /// <summary>Returns after half a second that was calm, or after <see cref="Longest"/>; at once where the system
    /// keeps no count.</summary>
    /// <param name="onBusy">Called once, when the first half second was not calm.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    public async Task AwaitAsync(Action onBusy, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(onBusy);
        MachineUse? before = read();
        for (TimeSpan waited = Look; before is not null && waited <= Longest; waited += Look)
        {
            await Task.Delay(Look, time, cancellationToken).ConfigureAwait(false);
            MachineUse? after = read();
            if (after is null || IsCalm(before, after))
                return;
            if (waited == Look)
                onBusy();
            before = after;
        }
    }

    /// <summary>Whether other programs, or other virtual machines, take a good part of the processors, by a glance of 0.3 s;
    /// false where the system does not report it.</summary>
    /// <param name="cancellationToken">Ends the glance.</param>
    public async Task<bool> IsBusyAsync(CancellationToken cancellationToken = default)
    {
        if (read() is not { } before)
            return false;
        await Task.Delay(Glance, time, cancellationToken).ConfigureAwait(false);
        return read() is { } after && Taken(before, after) >= BusyShare;
    }

    private static bool IsCalm(MachineUse before, MachineUse after) => Taken(before, after) < CalmShare;

    private static double Taken(MachineUse before, MachineUse after)
    {
        (double busy, double stolen) = MachineUse.Between(before, after);
        return busy + stolen;
    }
}
