namespace Syncopate.Watch.Awaits.Chains;

/// <summary>Calls that wait for one another and go on together. Of state machines there is one for each await of something that is none:
/// several can have the same outer calls.</summary>
/// <param name="parent">The chain that ran when this was made; 0 for none.</param>
/// <param name="maker">The call that ran then; null when it is not known.</param>
internal sealed class Chain(ulong parent, CallTrace? maker = null)
{
    public ulong Parent { get; } = parent;

    public CallTrace? Maker { get; } = maker;

    /// <summary>The innermost first; null for what is not known.</summary>
    public List<CallTrace?> Frames { get; } = [];

    /// <summary>What it goes on with, when it consists of state machines; null for runtime async.</summary>
    public MachineStack? Machines { get; init; }

    /// <summary>The last of those that its innermost call waited for, when it was made beside them; null for none.</summary>
    public Chain? Awaited { get; set; }

    /// <summary>How many of the calls, from the innermost, have ended.</summary>
    public int Done { get; private set; }

    /// <summary>The work that is under way; null while there is none.</summary>
    public TaskSlice? Piece { get; private set; }

    /// <summary>Chains of state machines that were made in this piece of work, the latest last.</summary>
    public List<Chain> MadeHere { get; } = [];

    public int Left => Frames.Count - Done;

    public CallTrace? Current => Done < Frames.Count ? Frames[Done] : null;

    public CallTrace? Outermost => Frames.LastOrDefault(frame => frame is not null);

    /// <summary>The next call goes on.</summary>
    public void BeginMethod(double at, int thread)
    {
        Current?.Resume(at, thread);
        Piece = new TaskSlice(Current, at);
        MadeHere.Clear();
    }

    /// <summary>The call that runs has ended.</summary>
    public void EndMethod(double at)
    {
        if (Current is { } ended)
            ended.End ??= at;
        EndPiece();
        Done = Math.Min(Done + 1, Frames.Count);
    }

    /// <summary>The work that was under way has ended.</summary>
    public void EndPiece()
    {
        Piece?.End();
        Piece = null;
    }

    /// <summary>It consists of these calls from now on, none of which has ended.</summary>
    public void Replace(IReadOnlyCollection<CallTrace?> frames)
    {
        Frames.Clear();
        Frames.AddRange(frames);
        Done = 0;
    }
}
