namespace Syncopate.Watch.Awaits;

/// <summary>One uninterrupted piece of a call's work on one thread, and what was begun in it.</summary>
/// <remarks>The runtime reports when a call first suspends, not when it is made. A call is made after the piece of work
/// began that makes it, and after what was begun before it in the same piece:
/// the latest of these is the earliest beginning it can have.</remarks>
internal sealed class TaskSlice(CallTrace? call, double began)
{
    // Begun in this piece and not yet known to belong to another call; each with the earliest beginning that it can have.
    private readonly List<(CallTrace Call, double Earliest)> _begun = [];
    private double _mark = began;

    /// <summary>Whose work it is; null when that is not known.</summary>
    public CallTrace? Call { get; } = call;

    /// <summary>A call has suspended for the first time, or another operation has begun.</summary>
    public void Begin(CallTrace begun, double at)
    {
        begun.Start = begun.IsMethod ? _mark : at;
        _begun.Add((begun, _mark));
        _mark = at;
    }

    /// <summary>A call waits for something: what was begun for it in this piece is part of it.</summary>
    /// <param name="waiting">The call.</param>
    /// <param name="awaited">What it waits for.</param>
    /// <param name="combined">How many others the awaited waits for; 0 for one that waits for none.</param>
    public void Await(CallTrace waiting, CallTrace awaited, int combined)
    {
        int until = waiting == Call ? _begun.Count : _begun.FindIndex(b => b.Call == waiting);
        int from = waiting == Call ? 0 : _begun.FindIndex(b => b.Call == awaited);
        if (from < 0 || until <= from)
            return;
        from = Math.Max(0, from - combined);
        double earliest = _begun[from].Earliest;
        foreach ((CallTrace part, _) in _begun.Take(from..until))
            part.Parent ??= waiting;
        _begun.RemoveRange(from, until - from);
        if (waiting == Call)
            return;
        _begun[from] = (waiting, earliest);
        waiting.Start = earliest;
    }

    /// <summary>The piece has ended: what nobody awaited in it belongs to whose work it was.</summary>
    public void End()
    {
        foreach ((CallTrace part, _) in _begun)
            part.Parent ??= Call;
    }
}
