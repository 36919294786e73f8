namespace Syncopate.Telemetry;

/// <summary>How often in a row a receiver has not answered at all, to figures and spans together, as both are waited for.</summary>
internal sealed class ReceiverSilence
{
    // By the threads that send, interlocked.
    private int _inARow;

    public int InARow => Volatile.Read(ref _inARow);

    public void Add() => Interlocked.Increment(ref _inARow);

    public void End() => Volatile.Write(ref _inARow, 0);
}
